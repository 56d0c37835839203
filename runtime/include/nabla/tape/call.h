// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled functions on the tape: a call is one node. A function marked
// [[grad]] is simply called: the plugin declares it once more, for variables.
// on_tape<f>(arguments...) does the same for any function that nabla::vjp
// takes, on_tape<f, f_vjp>(arguments...) without the plugin, for a derivative
// that is there. on_tape<f> of a function that has a rule of full power goes by
// the rule, without the plugin too. record_call is the hook under them, for a
// value that was computed in any way.

#ifndef NABLA_TAPE_CALL_H
#define NABLA_TAPE_CALL_H

#include "nabla/tape/compiled_call.h"
#include "nabla/tape/rule_call.h"

namespace nabla {

/// Records that value was computed from the inputs by a compiled function, and
/// returns it as a variable. pullback(seed) returns the gradients as numbers,
/// in the structure of the inputs. The node costs what the copy of the inputs
/// costs. The tape gives no second derivative of it: asking for one is an error
/// that calls the function by its name.
template <class T, class Inputs, class Pullback>
variable<T> record_call(T value, const Inputs &inputs, Pullback pullback,
                        const char *name) {
  variable<T> result(value);
  taping::record_external(result, inputs,
                          taping::numeric<Pullback>{std::move(pullback)}, name);
  return result;
}

namespace taping {

template <auto F, class Wrt> struct called;
template <auto F, std::size_t... W>
struct called<F, std::index_sequence<W...>> {
  using function = typename detail::function_type<decltype(F)>::type;
  static_assert(!std::is_void<function>::value,
                "on_tape takes a function, or a member function with a rule: "
                "no object");
  using overload = typename taping::overload<function, W...>::type;
};
template <auto F, std::size_t... W>
using called_type =
    called<F,
           typename detail::selected<
               typename detail::function_type<decltype(F)>::type, W...>::type>;

template <auto F, auto Vjp, class Overload, class Function, class Wrt>
struct called_with;
template <auto F, auto Vjp, class R, class... A, class Function, class Wrt>
struct called_with<F, Vjp, R(A...), Function, Wrt> {
  static R call(A... a) {
    return call_implementation<
        vjp_engine<F, Vjp, Function, Wrt>, F, Function, Wrt,
        std::index_sequence_for<A...>>::run(static_cast<A &&>(a)...);
  }
};

template <class Called> struct plain_call;
template <auto F, std::size_t... W>
struct plain_call<called<F, std::index_sequence<W...>>>
    : compiled<F, typename called<F, std::index_sequence<W...>>::overload,
               W...> {};

} // namespace taping

/// f(arguments...) as one node: of a function with a rule nabla::adjoint<f>, by
/// the rule; of any other that nabla::vjp takes, by the plugin, with respect to
/// all that is real, or to the parameters Wrt.
template <auto F, std::size_t... Wrt, class... A>
auto on_tape(A &&...arguments) {
  if constexpr (detail::exists<adjoint<F>>) {
    static_assert(sizeof...(Wrt) == 0,
                  "nabla: a rule differentiates by all that is real; leave the "
                  "positions out, and give numbers for what is constant");
    return taping::called_by_rule<adjoint<F>, F>::call(
        std::forward<A>(arguments)...);
  } else {
    return taping::plain_call<taping::called_type<F, Wrt...>>::call(
        std::forward<A>(arguments)...);
  }
}

/// The same by the rule nabla::rule<Tag>, which is for the functions of a name.
template <auto F, class Tag, class... A,
          std::enable_if_t<taping::is_rule_of_calls<Tag>, int> = 0>
auto on_tape(A &&...arguments) {
  return taping::called_by_rule<rule<Tag>, F>::call(
      std::forward<A>(arguments)...);
}

/// The same with a derivative by all that is real, as f_vjp is: Vjp(parameters,
/// seed, shadows). f returns a real and writes to nothing.
template <auto F, auto Vjp, class... A,
          std::enable_if_t<std::is_pointer<decltype(Vjp)>::value, int> = 0>
auto on_tape(A &&...arguments) {
  using function = typename detail::function_type<decltype(F)>::type;
  using wrt = typename detail::selected<function>::type;
  using overload = typename taping::called<F, wrt>::overload;
  return taping::called_with<F, Vjp, overload, function, wrt>::call(
      std::forward<A>(arguments)...);
}

} // namespace nabla

#endif // NABLA_TAPE_CALL_H
