// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::gradient<f> and nabla::value_and_gradient<f>. docs/api.md tells which
// arguments they take and what they return.

#ifndef NABLA_GRADIENT_H
#define NABLA_GRADIENT_H

#include "nabla/detail/differentiation.h"
#include "nabla/detail/parameter_names.h"

namespace nabla {

/// What value_and_gradient returns: auto [value, gradient] = ...
template <class Value, class Gradient> struct valued_gradient {
  Value value;
  Gradient gradient;
};

namespace detail {

template <class Asked, class... A>
using valued_gradient_type =
    valued_gradient<std::conditional_t<std::is_void_v<typename Asked::result>,
                                       int, bare<typename Asked::result>>,
                    gradient_type<Asked, A...>>;

template <class Asked> constexpr bool returns_real() {
  constexpr bool real = std::is_floating_point_v<bare<typename Asked::result>>;
  static_assert(real, "nabla: only a function that returns a real has a "
                      "gradient; use nabla::vjp, which takes a seed");
  return real;
}

template <class Function> struct overlap;
template <class R, class... P> struct overlap<R(P...)> {
  template <class... A> static void refuse(const A &...a) {
    refuse_overlap<P...>(a...);
  }
};

} // namespace detail

/// The value of F(args...) and its gradient there: for one differentiated
/// parameter its derivative, for several a tuple. Wrt are the indices of the
/// parameters to differentiate, in the order in which their derivatives are
/// wanted; without any, all that can be.
template <auto F, std::size_t... Wrt, class... A>
detail::valued_gradient_type<detail::asked<F, Wrt...>, A...>
value_and_gradient(A &&...args) {
  using asked = detail::asked<F, Wrt...>;
  if constexpr (std::is_same_v<asked, detail::nothing_asked>) {
    return {};
  } else if constexpr (!detail::returns_real<asked>() ||
                       !asked::template accepts<A...>()) {
    return {};
  } else {
    using function = typename detail::function_type<decltype(F)>::type;
    detail::overlap<function>::refuse(args...);
    auto shadows =
        asked::template make_shadows<typename asked::template shadows<A...>>(
            args...);
    auto value = asked::template run<detail::vjp_engine>(
        shadows, std::forward<A>(args)...);
    return {value, detail::derivatives(shadows)};
  }
}

/// The gradient of F at args..., as value_and_gradient gives it.
template <auto F, std::size_t... Wrt, class... A>
detail::gradient_type<detail::asked<F, Wrt...>, A...> gradient(A &&...args) {
  return value_and_gradient<F, Wrt...>(std::forward<A>(args)...).gradient;
}

#if __cplusplus >= 202002L && defined(__clang__)
/// The same by the names of parameters: gradient<f, "y", "x">(args...).
template <auto F, detail::chosen First, detail::chosen... More, class... A>
  requires(First.named || ... || More.named)
auto value_and_gradient(A &&...args) {
  if constexpr (detail::are_names<F, First, More...>())
    return value_and_gradient<F, detail::position<F, First>(),
                              detail::position<F, More>()...>(
        std::forward<A>(args)...);
  else
    return 0; // said already
}
template <auto F, detail::chosen First, detail::chosen... More, class... A>
  requires(First.named || ... || More.named)
auto gradient(A &&...args) {
  if constexpr (detail::are_names<F, First, More...>())
    return gradient<F, detail::position<F, First>(),
                    detail::position<F, More>()...>(std::forward<A>(args)...);
  else
    return 0; // said already
}
#endif

} // namespace nabla

#endif // NABLA_GRADIENT_H
