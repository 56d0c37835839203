// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a compiled function's value and gradients come from: the plugin, or a
// derivative that is there.

#ifndef NABLA_TAPE_CALL_ENGINES_H
#define NABLA_TAPE_CALL_ENGINES_H

#include "nabla/vjp.h"

namespace nabla {
namespace taping {

/// What a node keeps of a call: its frame, from the plugin.
template <auto F, class Wrt, class... Kept>
using compiled_state = detail::pullback_state<
    detail::differentiation<
        F, typename detail::function_type<decltype(F)>::type, Wrt>,
    Kept...>;

/// Value and gradients of F, from the plugin.
template <auto F, std::size_t... W> struct plugin_engine {
  template <class... Kept>
  using state = compiled_state<F, std::index_sequence<W...>, Kept...>;
  using asked = detail::asked<F, W...>;
  static constexpr bool exists =
      !std::is_same<asked, detail::nothing_asked>::value;
  template <class... A> static auto value_and_gradients(A &&...a) {
    auto both = nabla::value_and_gradient<F, W...>(std::forward<A>(a)...);
    if constexpr (sizeof...(W) == 1)
      return std::make_pair(both.value, std::make_tuple(both.gradient));
    else
      return std::make_pair(both.value, both.gradient);
  }
};

/// The same from a function that somebody has: Vjp(parameters..., seed,
/// shadows...).
template <auto F, auto Vjp, class Function, class Wrt> struct vjp_engine;
template <auto F, auto Vjp, class R, class... P, std::size_t... W>
struct vjp_engine<F, Vjp, R(P...), std::index_sequence<W...>> {
  template <class... Kept>
  using state = compiled_state<F, std::index_sequence<W...>, Kept...>;
  using differentiation =
      detail::differentiation<F, R(P...), std::index_sequence<W...>>;
  static constexpr bool exists = true;
  template <class... A> static auto value_and_gradients(A &&...a) {
    using shadows = typename differentiation::template shadows<A...>;
    return run(differentiation::template make_shadows<shadows>(a...),
               typename differentiation::positions(), std::forward<A>(a)...);
  }

private:
  template <std::size_t I>
  using shadow = typename differentiation::template shadow_pointer<I>;
  template <class S, std::size_t... K, class... A>
  static auto run(S shadows, std::index_sequence<K...>, A &&...a) {
    static_assert(std::is_invocable<decltype(Vjp), P..., detail::bare<R>,
                                    shadow<W>...>::value,
                  "the second function is not the f_vjp of the first for all "
                  "of its real parameters: f_vjp(parameters..., seed, "
                  "shadows...)");
    const detail::bare<R> value =
        Vjp(detail::pass<P>(std::forward<A>(a))..., 1,
            static_cast<shadow<W>>(std::get<K>(shadows).address())...);
    return std::make_pair(value,
                          std::make_tuple(std::get<K>(shadows).value...));
  }
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_CALL_ENGINES_H
