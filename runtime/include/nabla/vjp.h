// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::vjp<f>: the value of f and a pullback, which keeps what the reverse
// sweep needs and runs it for any number of seeds. docs/api.md tells more.

#ifndef NABLA_VJP_H
#define NABLA_VJP_H

#include "nabla/arena.h"
#include "nabla/detail/differentiation.h"
#include "nabla/detail/kept.h"
#include "nabla/detail/owned_arena.h"
#include "nabla/gradient.h"
#include <memory>

namespace nabla {

namespace detail {

/// The engines of a pullback, and what its calls take and return.
template <class Asked> struct sweeps;

template <auto F, class R, class... P, std::size_t... W>
struct sweeps<differentiation<F, R(P...), std::index_sequence<W...>>> {
  using asked = differentiation<F, R(P...), std::index_sequence<W...>>;
  static constexpr bool writes = (is_writable<P> || ...);
  template <std::size_t I> using param = typename asked::template param<I>;
  template <std::size_t I>
  using shadow_pointer = typename asked::template shadow_pointer<I>;

  /// The shadow of parameter I, if the forward sweep is given it.
  template <std::size_t I>
  using early = std::conditional_t<kind_of<param<I>>() == kind::array ||
                                       std::is_reference_v<param<I>>,
                                   std::tuple<shadow_pointer<I>>, std::tuple<>>;

  template <class Request, class... E>
  static auto forward(Request, std::tuple<E...>)
      -> forward_engine<Request, R(P..., E..., void **)>;
  template <std::size_t... S>
  static auto forward(std::index_sequence<S...>)
      -> decltype(forward(request<F, S...>(),
                          std::tuple_cat(std::declval<early<S>>()...)));
  using forward_engine_type = decltype(forward(typename asked::sorted()));

  template <std::size_t... S> static auto reverse(std::index_sequence<S...>) {
    if constexpr (std::is_void_v<R>)
      return reverse_engine<request<F, S...>,
                            void(void *, shadow_pointer<S>...)>();
    else
      return reverse_engine<request<F, S...>,
                            void(void *, bare<R>, shadow_pointer<S>...)>();
  }
  using reverse_engine_type = decltype(reverse(typename asked::sorted()));

  template <class... A> using arguments = std::tuple<kept<P, A, writes>...>;

  template <class Args, class Shadows, std::size_t... I, std::size_t... S,
            std::size_t... K>
  static R run_forward(Args &args, Shadows &s, void **frame,
                       std::index_sequence<I...>, std::index_sequence<S...>,
                       std::index_sequence<K...>) {
    return std::apply(
        [&](auto... shadow) -> R {
          return forward_engine_type::run(pass<P>(std::get<I>(args).get())...,
                                          shadow..., frame);
        },
        std::tuple_cat(early_shadow<S>(std::get<K>(s))...));
  }

  template <class Shadows, std::size_t... S, std::size_t... K, class... Seed>
  static void run_reverse(void *frame, Shadows &s, std::index_sequence<S...>,
                          std::index_sequence<K...>, Seed... seed) {
    reverse_engine_type::run(
        frame, seed...,
        static_cast<shadow_pointer<S>>(std::get<K>(s).address())...);
  }

private:
  template <std::size_t I, class S> static early<I> early_shadow(S &s) {
    if constexpr (std::tuple_size_v<early<I>> == 1)
      return early<I>(static_cast<shadow_pointer<I>>(s.address()));
    else
      return {};
  }
};

/// All that a pullback owns. Stays where it is: the frame points into it.
template <class Asked, class... A> struct pullback_state {
  using both = sweeps<Asked>;
  using sorted = typename Asked::sorted;
  using places = typename Asked::places;
  owned_arena memory;
  typename both::template arguments<A...> arguments;
  typename Asked::template shadows<A...> shadows;
  void *frame = nullptr;

  explicit pullback_state(A &&...a)
      : arguments(std::forward<A>(a)...), shadows(made(arguments)) {}

  typename Asked::result forward() {
    arena_in_use use(memory);
    return both::run_forward(arguments, shadows, &frame,
                             std::index_sequence_for<A...>(), sorted(),
                             places());
  }
  /// The reverse sweep changes what it keeps: adjoints that pointers lead to.
  template <class... Seed> void reverse(Seed... seed) {
    memory.rewind();
    arena_in_use use(memory);
    arena_scope scratch;
    both::run_reverse(frame, shadows, sorted(), places(), seed...);
  }
  void clear() {
    std::apply([](auto &...each) { (each.clear(), ...); }, shadows);
  }

private:
  /// After the arguments, which may have been moved from where they were.
  static auto made(typename both::template arguments<A...> &kept) {
    return std::apply(
        [](auto &...each) {
          return Asked::template make_shadows<
              typename Asked::template shadows<A...>>(each.get()...);
        },
        kept);
  }
};

} // namespace detail

/// Runs the reverse sweep of one call of a function, for any seed and as often
/// as it is asked to. It owns what it needs, can be moved, and can be used and
/// destroyed in any thread, one at a time. Where the function may write to its
/// arguments, they have to stay where they are, with what the function left.
template <class Asked, class... A> class pullback {
  using state = detail::pullback_state<Asked, A...>;
  template <std::size_t I> using param = typename Asked::template param<I>;

public:
  /// The adjoints of the differentiated parameters, as gradient returns them,
  /// for the adjoint `seed` of the result. `outputs` are none, or the adjoints
  /// of what the function left in the memory behind the differentiated
  /// parameters: one for each that it may write to.
  template <class R = typename Asked::result, class... Outputs>
  detail::gradient_type<Asked, A...>
  operator()(detail::bare<R> seed, const Outputs &...outputs) const {
    return call(std::tuple<detail::bare<R>>(seed), outputs...);
  }
  /// The same, of a function without result.
  template <class R = typename Asked::result,
            std::enable_if_t<std::is_void_v<R>, int> = 0, class... Outputs>
  detail::gradient_type<Asked, A...>
  operator()(const Outputs &...outputs) const {
    return call(std::tuple<>(), outputs...);
  }

  explicit pullback(std::unique_ptr<state> s) : state_(std::move(s)) {}

private:
  template <class Seed, class... Outputs>
  auto call(const Seed &seed, const Outputs &...outputs) const {
    state_->clear();
    if constexpr (sizeof...(Outputs) > 0)
      Asked::set_outputs(state_->shadows, outputs...);
    std::apply([&](auto... s) { state_->reverse(s...); }, seed);
    return detail::derivatives(state_->shadows);
  }
  std::unique_ptr<state> state_;
};

/// What vjp returns: auto [value, pullback] = ...
template <class Value, class Pullback> struct valued_pullback {
  Value value;
  Pullback pullback;
};
/// Of a function without result.
template <class Pullback> struct valued_pullback<void, Pullback> {
  Pullback pullback;
};

namespace detail {
/// Stands for a pullback where an error has been reported.
struct no_pullback {
  template <class... T> int operator()(const T &...) const { return 0; }
};

template <class Asked, class... A> auto vjp_type_of() {
  if constexpr (std::is_same_v<Asked, nothing_asked>)
    return static_cast<valued_pullback<int, no_pullback> *>(nullptr);
  else if constexpr (!Asked::template accepts<A...>())
    return static_cast<valued_pullback<int, no_pullback> *>(nullptr);
  else
    return static_cast<
        valued_pullback<bare<typename Asked::result>, pullback<Asked, A...>> *>(
        nullptr);
}
template <class Asked, class... A>
using vjp_type = std::remove_pointer_t<decltype(vjp_type_of<Asked, A...>())>;
} // namespace detail

/// Calls F(args...) once and keeps what its reverse sweep needs. Wrt as for
/// gradient. Results of any type, and functions that return nothing.
template <auto F, std::size_t... Wrt, class... A>
detail::vjp_type<detail::asked<F, Wrt...>, A...> vjp(A &&...args) {
  using asked = detail::asked<F, Wrt...>;
  if constexpr (!asked::template accepts<A...>()) {
    return {};
  } else {
    using function = typename detail::function_type<decltype(F)>::type;
    detail::overlap<function>::refuse(args...);
    using state = detail::pullback_state<asked, A...>;
    auto s = std::make_unique<state>(std::forward<A>(args)...);
    if constexpr (std::is_void_v<typename asked::result>) {
      s->forward();
      return {pullback<asked, A...>(std::move(s))};
    } else {
      auto value = s->forward();
      return {std::move(value), pullback<asked, A...>(std::move(s))};
    }
  }
}

#if __cplusplus >= 202002L && defined(__clang__)
/// The same by the names of parameters: vjp<f, "x">(args...).
template <auto F, detail::chosen First, detail::chosen... More, class... A>
  requires(First.named || ... || More.named)
auto vjp(A &&...args) {
  if constexpr (detail::are_names<F, First, More...>())
    return vjp<F, detail::position<F, First>(), detail::position<F, More>()...>(
        std::forward<A>(args)...);
  else
    return 0; // said already
}
#endif

} // namespace nabla

#endif // NABLA_VJP_H
