// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of compiled functions as functions to keep and hand on. Of a
// callable on the tape nabla/gradient_tape.h makes them under the same names,
// with the callable as an argument: gradients_function(callable).

#ifndef NABLA_GRADIENT_FUNCTIONS_H
#define NABLA_GRADIENT_FUNCTIONS_H

#include "nabla/gradient.h"
#include "nabla/vjp.h"

namespace nabla {

namespace detail {

template <class G> auto as_tuple(G &&gradient) {
  return std::tuple<bare<G>>(std::forward<G>(gradient));
}
template <class... G> auto as_tuple(std::tuple<G...> gradient) {
  return gradient;
}

/// From the adjoint of the result (one, if none is given) to the gradients.
template <class Pullback> class pullback_to_tuple {
public:
  explicit pullback_to_tuple(Pullback p) : pullback_(std::move(p)) {}
  auto operator()() const { return as_tuple(pullback_(1)); }
  template <class Seed, class... Outputs>
  auto operator()(const Seed &seed, const Outputs &...outputs) const {
    return as_tuple(pullback_(seed, outputs...));
  }

private:
  Pullback pullback_;
};

} // namespace detail

/// A function of F's arguments that returns a tuple of the gradients of F by
/// them; by some only, in any order: gradients_function<f, 2, 0>().
template <auto F, std::size_t... Wrt> auto gradients_function() {
  return [](auto &&...args) {
    return detail::as_tuple(
        gradient<F, Wrt...>(std::forward<decltype(args)>(args)...));
  };
}

/// The same, returning a pair of F's value and the tuple.
template <auto F, std::size_t... Wrt> auto val_and_grad_function() {
  return [](auto &&...args) {
    auto both =
        value_and_gradient<F, Wrt...>(std::forward<decltype(args)>(args)...);
    return std::make_pair(both.value,
                          detail::as_tuple(std::move(both.gradient)));
  };
}

/// A function of F's arguments that returns a pair of F's value and a pullback,
/// from the adjoint of the value to a tuple of gradients. F returns a value;
/// nabla::vjp takes any function.
template <auto F, std::size_t... Wrt> auto make_vjp() {
  return [](auto &&...args) {
    auto both = vjp<F, Wrt...>(std::forward<decltype(args)>(args)...);
    using pullback = detail::pullback_to_tuple<decltype(both.pullback)>;
    return std::make_pair(std::move(both.value),
                          pullback(std::move(both.pullback)));
  };
}

#if __cplusplus >= 202002L && defined(__clang__)
// By the names of parameters.
template <auto F, detail::chosen First, detail::chosen... More>
  requires(First.named || ... || More.named)
auto gradients_function() {
  if constexpr (detail::are_names<F, First, More...>())
    return gradients_function<F, detail::position<F, First>(),
                              detail::position<F, More>()...>();
  else
    return 0; // said already
}
template <auto F, detail::chosen First, detail::chosen... More>
  requires(First.named || ... || More.named)
auto val_and_grad_function() {
  if constexpr (detail::are_names<F, First, More...>())
    return val_and_grad_function<F, detail::position<F, First>(),
                                 detail::position<F, More>()...>();
  else
    return 0; // said already
}
template <auto F, detail::chosen First, detail::chosen... More>
  requires(First.named || ... || More.named)
auto make_vjp() {
  if constexpr (detail::are_names<F, First, More...>())
    return make_vjp<F, detail::position<F, First>(),
                    detail::position<F, More>()...>();
  else
    return 0; // said already
}
#endif

} // namespace nabla

#endif // NABLA_GRADIENT_FUNCTIONS_H
