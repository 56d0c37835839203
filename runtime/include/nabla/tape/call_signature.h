// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a compiled function on the tape: what it takes and returns there,
// by its own type and by which parameters are differentiated. The plugin asks
// for it where a function is marked (plugin/TapeOverloads.h).

#ifndef NABLA_TAPE_CALL_SIGNATURE_H
#define NABLA_TAPE_CALL_SIGNATURE_H

#include "nabla/tape/call_argument.h"

namespace nabla {
namespace taping {

template <std::size_t I, std::size_t... W>
constexpr bool is_among(std::index_sequence<W...>) {
  return ((I == W) || ...);
}

/// What the result R of a compiled function is on the tape; no type where
/// nothing can stand in for it.
template <class R, class = void> struct call_result : variables<R> {};
template <> struct call_result<void> {
  using type = void;
};

/// The same of a function with a rule; what is no real stays what it is.
template <class R, class = void> struct returned : call_result<R> {};
template <class R>
struct returned<
    R, std::enable_if_t<std::is_integral<R>::value || std::is_enum<R>::value>> {
  using type = R;
};

template <class Function, class Wrt, class Indices> struct call_signature;
template <class R, class... P, std::size_t... W, std::size_t... I>
struct call_signature<R(P...), std::index_sequence<W...>,
                      std::index_sequence<I...>> {
  template <std::size_t K, class Q>
  using argument = std::conditional_t<is_among<K>(std::index_sequence<W...>()),
                                      call_argument<Q>, Q>;
  template <class Result, class = void> struct function {};
  template <class Result>
  struct function<Result, std::void_t<typename call_result<Result>::type>> {
    using type = typename call_result<Result>::type(argument<I, P>...);
  };
};
template <class Function, class Wrt> struct overload_of;
template <class R, class... P, class Wrt>
struct overload_of<R(P...), Wrt>
    : call_signature<R(P...), Wrt, std::index_sequence_for<P...>>::
          template function<detail::bare<R>> {};

/// The type of the function of variables that the plugin declares beside one of
/// type Function, of which the parameters Wrt are differentiated (`type`; none
/// if there can be none).
template <class Function, std::size_t... Wrt>
struct overload : overload_of<Function, std::index_sequence<Wrt...>> {};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_CALL_SIGNATURE_H
