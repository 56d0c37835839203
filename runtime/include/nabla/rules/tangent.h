// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forward direction of the registry: the tangent of every rule, from the
// same declarations as its adjoint.
//
//   auto [y, t_y] = nabla::value_and_tangent<nabla::names::atan2>(
//       a, b, t_a, t_b);                                     a one-line rule
//   auto [d, t_d] = nabla::value_and_tangent<&my::distance>(n, p, t_p);
//   nabla::value_and_tangent<&my::gemv>(m, n, A, x, y, t_A, t_x, t_y);
//   nabla::value_and_tangent<my::dot_rule>(&my::dot<float>, n, x, y, t_x, t_y);
//
// The arguments of the function, then the tangents: one for each argument that
// holds a real, taken as the argument is. What may be written through an
// argument may be written through its tangent: on entry that is the tangent of
// the contents before the call, on exit of those after it. A pointer to
// tangents may be null where they are zero. The function is called once.
//
// A rule of one line has a tangent by its partials: the sum of each times its
// tangent. One of full power has it by its jvp:
//
//   R jvp(args..., [result], tangents...)
//
// is called after the function, with the arguments as they were before the
// call; of what a pointer leads to, nabla::input(x, n) in the rule's reads says
// that it is wanted as it was, nabla::output(x, n) as it is now. A rule with a
// frame may have jvp(const frame &, tangents...) instead, which is called after
// forward, in place of the function. Without a jvp,
// one call of vjp (or of forward and reverse) tells it, where the result is a
// real, nothing is written, and reads says how long each array of reals is.
// Otherwise to ask for it is an error.
//
// A tangent that is zero contributes zero, whatever the partial is.

#ifndef NABLA_RULES_TANGENT_H
#define NABLA_RULES_TANGENT_H

#pragma GCC system_header

#include "nabla/detail/tangent_of_call.h"
#include "nabla/rules.h"
#include "nabla/rules/formula.h"
#include <tuple>
#include <type_traits>
#include <utility>

namespace nabla {

//===--- Rules of one line ------------------------------------------------===//

namespace detail {

/// Partial K of a formula.
template <int K, class Formula, class T, class... A>
T partial_of(const T &r, const A &...a) {
  static_assert(K < 4, "a rule has at most four operands");
  if constexpr (K == 0)
    return Formula::template partial_0<T>(a..., r);
  else if constexpr (K == 1)
    return Formula::template partial_1<T>(a..., r);
  else if constexpr (K == 2)
    return Formula::template partial_2<T>(a..., r);
  else
    return Formula::template partial_3<T>(a..., r);
}

template <class Formula> constexpr int number_of_reals() {
  int n = 0;
  for (bool real : Formula::is_real)
    n += real;
  return n;
}

/// What a formula computes in, for an operand of type A.
template <bool Real, class A>
using real_of =
    std::conditional_t<!Real, float,
                       std::conditional_t<std::is_integral_v<A>, double, A>>;

/// How a formula takes an operand: a real as a T, an integer as it is.
template <bool Real, class T, class A> auto operand_of(const A &a) {
  if constexpr (Real)
    return T(a);
  else
    return a;
}

/// y.tangent for the tangents of the real operands.
template <class Formula, int K, class T, class Operands, class Tangent>
void add_partial(with_tangent<T> &y, bool &any, const Operands &operands,
                 const Tangent &t) {
  if (t == 0)
    return;
  if (Formula::is_unknown[K])
    misuse("nabla: this derivative has no known form; only a tangent of zero "
           "can be given for that operand");
  T part = T(t) * std::apply(
                      [&](const auto &...a) {
                        return partial_of<K, Formula, T>(y.value, a...);
                      },
                      operands);
  y.tangent = any ? T(y.tangent + part) : part; // -0 + 0 is another zero
  any = true;
}

template <class Formula, std::size_t... I, std::size_t... K, class... A>
auto tangent_of_formula(std::index_sequence<I...>, std::index_sequence<K...>,
                        const std::tuple<const A &...> &given) {
  using T = std::common_type_t<
      real_of<Formula::is_real[I], bare<decltype(std::get<I>(given))>>...>;
  const auto operands = std::make_tuple(
      operand_of<Formula::is_real[I], T>(std::get<I>(given))...);
  with_tangent<T> y{
      T(std::apply(
          [](const auto &...a) { return Formula::template value<T>(a...); },
          operands)),
      T(0)};
  bool any = false;
  (add_partial<Formula, int(K)>(y, any, operands,
                                std::get<sizeof...(I) + K>(given)),
   ...);
  return y;
}

template <class T> inline constexpr bool is_function_pointer = false;
template <class R, class... P>
inline constexpr bool is_function_pointer<R (*)(P...)> = true;
template <class R, class... P>
inline constexpr bool is_function_pointer<R (*)(P...) noexcept> = true;

} // namespace detail

/// By the rule of that tag: of one line, with the operands and the tangents of
/// those that are real; or of full power by name, with a pointer to the
/// function, its arguments, and the tangents. See above.
template <class Tag, class First, class... A>
auto value_and_tangent(First &&first, A &&...a) {
  if constexpr (detail::is_function_pointer<std::decay_t<First>>) {
    using function = typename detail::called_type<std::decay_t<First>>::type;
    return detail::tangent_of_call<rule<Tag>, function>::run(
        std::decay_t<First>(first), std::forward<A>(a)...);
  } else {
    using Formula = formula<Tag>;
    constexpr int arity = Formula::arity,
                  reals = detail::number_of_reals<Formula>();
    static_assert(1 + sizeof...(A) == arity + reals,
                  "nabla: the operands of the rule are expected, and then a "
                  "tangent for each that is real");
    if constexpr (1 + sizeof...(A) == arity + reals)
      return detail::tangent_of_formula<Formula>(
          std::make_index_sequence<arity>(), std::make_index_sequence<reals>(),
          std::tuple<const std::remove_reference_t<First> &,
                     const std::remove_reference_t<A> &...>(first, a...));
  }
}

/// By the rule nabla::adjoint<Function>.
template <auto Function, class... A> auto value_and_tangent(A &&...a) {
  static_assert(detail::exists<adjoint<Function>>,
                "nabla: the function has no rule 'nabla::adjoint<&f>'");
  if constexpr (detail::exists<adjoint<Function>>)
    return detail::tangent_of_call<
        adjoint<Function>, typename detail::called_type<
                               decltype(Function)>::type>::run(Function,
                                                               std::forward<A>(
                                                                   a)...);
}

} // namespace nabla

#endif // NABLA_RULES_TANGENT_H
