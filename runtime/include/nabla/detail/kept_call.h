// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of a function with a rule of full power, and what its reverse sweep
// needs: kept_call. The plugin writes the same into generated code, where it
// knows what may be overwritten; here all is kept that reads lists.

#ifndef NABLA_DETAIL_KEPT_CALL_H
#define NABLA_DETAIL_KEPT_CALL_H

#include "nabla/arena.h"
#include "nabla/detail/owned_arena.h"
#include "nabla/detail/rule_members.h"
#include <cstring>
#include <functional>
#include <optional>

namespace nabla {
namespace detail {

/// What the caller knows of the memory behind an argument.
struct known_array {
  long length = -1;   ///< The number of elements; -1: nobody knows.
  bool stays = false; ///< Only the call itself can change it.
};

/// An argument as it was before the call; what can not be copied is referred
/// to.
template <class P>
using before_call = std::conditional_t<std::is_copy_constructible_v<bare<P>>,
                                       const bare<P>, const bare<P> &>;

/// A pointer to what can be copied.
template <class P> constexpr bool leads_to_elements() {
  using E = std::remove_pointer_t<bare<P>>;
  if constexpr (std::is_pointer_v<bare<P>> && std::is_object_v<E>)
    return std::is_trivially_copyable_v<E>;
  else
    return false;
}

/// Which elements from one address on are listed.
struct listed {
  long before = -1, after = -1;
};
template <class List> listed find_listed(const List &list, const void *at) {
  listed l;
  for (int i = 0; i < List::size; ++i)
    if (list.at[i] == at) {
      long &n = list.after[i] ? l.after : l.before;
      n = list.extent[i] > n ? list.extent[i] : n;
    }
  return l;
}

/// The rule may read arrays of which it does not tell the extent.
template <class List> inline constexpr bool lacks_extents = true;
template <class... Read>
inline constexpr bool lacks_extents<read_list<Read...>> =
    (std::is_pointer_v<Read> || ...);

template <class Rule, class Function> class kept_call;
template <class Rule, class R, class... P> class kept_call<Rule, R(P...)> {
  using frame = frame_of<Rule>;
  using indices = std::index_sequence_for<P...>;
  static constexpr std::size_t arity = sizeof...(P);
  template <std::size_t I> using param = parameter<I, P...>;

public:
  /// What is there behind each argument.
  using known = std::array<known_array, arity>;
  /// Reverse sweeps take one, whatever it is of a function without result.
  using seed = std::conditional_t<std::is_void_v<R>, char, bare<R>>;

  kept_call() = default;
  kept_call(const kept_call &) = delete;

  /// Calls f, or the rule's forward in its place.
  template <class F, class... A> R forward(F f, const known &k, A &&...a) {
    arena_in_use use(memory_);
    before_.emplace(a...);
    const auto list = list_of(indices());
    keep_before(list, k, indices());
    auto call = [&]() -> R {
      if constexpr (has_frame)
        return Rule::forward(std::forward<A>(a)..., frame_);
      else
        return std::invoke(f, std::forward<A>(a)...);
    };
    if constexpr (std::is_void_v<R>) {
      call();
      keep_after(list, k, indices());
    } else {
      R value = call();
      if constexpr (!has_frame)
        result_.emplace(value);
      keep_after(list, k, indices());
      return value;
    }
  }

  /// The rule's vjp or reverse. As often as one likes.
  template <class... S> void reverse(const seed &s, S... shadows) {
    arena_in_use use(memory_);
    arena_scope scratch;
    if constexpr (has_frame)
      by_frame(s, shadows...);
    else
      by_vjp(s, shadows...);
  }

private:
  static constexpr bool has_frame = frame::exists;

  template <std::size_t... I> auto list_of(std::index_sequence<I...>) {
    return list_of_reads<Rule>(std::get<I>(*before_)...);
  }

  //===--- What the pointers lead to --------------------------------------===//

  template <class List, std::size_t... I>
  void keep_before(const List &list, const known &k,
                   std::index_sequence<I...>) {
    (keep_one_before<I>(list, k[I]), ...);
  }
  template <class List, std::size_t... I>
  void keep_after(const List &list, const known &k, std::index_sequence<I...>) {
    (keep_one_after<I>(list, k[I]), ...);
  }
  /// Where two parameters are given the same address, what the function may
  /// write is taken for that of which the contents after the call are listed.
  template <std::size_t I> static bool is_wanted_after(listed l) {
    return l.after >= 0 && (is_writable<param<I>> || l.before < 0);
  }
  template <std::size_t I, class List>
  void keep_one_before(const List &list, known_array k) {
    if constexpr (leads_to_elements<param<I>>()) {
      const void *at = kept_[I] = std::get<I>(*before_);
      const listed l = find_listed(list, at);
      if (!at || is_wanted_after<I>(l))
        return;
      if (l.before >= 0) {
        if (is_writable<param<I>> || !k.stays)
          copy<I>(l.before);
      } else if (is_writable<param<I>> && lacks_extents<List>) {
        if (k.length >= 0)
          copy<I>(k.length);
        else
          kept_[I] = nullptr;
      }
    }
  }
  template <std::size_t I, class List>
  void keep_one_after(const List &list, known_array k) {
    if constexpr (leads_to_elements<param<I>>()) {
      const void *at = std::get<I>(*before_);
      const listed l = find_listed(list, at);
      if (at && is_wanted_after<I>(l) && !k.stays)
        copy<I>(l.after);
    }
  }
  template <std::size_t I> void copy(long n) {
    using E = std::remove_cv_t<std::remove_pointer_t<bare<param<I>>>>;
    E *to = arena::reserve<E>(n);
    if (n > 0)
      std::memcpy(static_cast<void *>(to), std::get<I>(*before_),
                  std::size_t(n) * sizeof(E));
    kept_[I] = to;
  }

  //===--- The reverse sweep ----------------------------------------------===//

  /// The arguments as the rule takes them.
  template <std::size_t I> decltype(auto) argument() const {
    if constexpr (leads_to_elements<param<I>>())
      return static_cast<bare<param<I>>>(const_cast<void *>(kept_[I]));
    else
      return (std::get<I>(*before_));
  }
  template <std::size_t... I> auto arguments(std::index_sequence<I...>) const {
    return std::tuple<decltype(argument<I>())...>(argument<I>()...);
  }

  template <class... S> void by_frame(const seed &s, S... shadows) {
    const typename frame::type &left = frame_;
    auto alone = with_seed(std::tie(left), s);
    if constexpr (takes_shadows<rule_reverse<Rule>, decltype(alone), S...>)
      sweep<rule_reverse<Rule>>(alone, shadows...);
    else
      sweep<rule_reverse<Rule>>(
          with_seed(std::tuple_cat(arguments(indices()), std::tie(left)), s),
          shadows...);
  }
  template <class... S> void by_vjp(const seed &s, S... shadows) {
    auto plain = with_seed(arguments(indices()), s);
    if constexpr (std::is_void_v<R> ||
                  takes_shadows<rule_vjp<Rule>, decltype(plain), S...>) {
      sweep<rule_vjp<Rule>>(plain, shadows...);
    } else {
      const seed &value = *result_;
      sweep<rule_vjp<Rule>>(
          with_seed(std::tuple_cat(arguments(indices()), std::tie(value)), s),
          shadows...);
    }
  }
  template <class Fixed>
  static auto with_seed(const Fixed &fixed, const seed &s) {
    if constexpr (std::is_void_v<R>)
      return fixed;
    else
      return std::tuple_cat(fixed, std::tie(s));
  }

  owned_arena memory_;
  std::optional<std::tuple<before_call<P>...>> before_;
  /// Where the rule finds the elements behind each pointer.
  const void *kept_[arity + 1] = {};
  typename frame::type frame_{};
  std::optional<seed> result_;
};

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_KEPT_CALL_H
