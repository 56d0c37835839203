// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks through two structures at once: targets and their output gradients, or
// the inputs of an operation and what its pullback returned. An output gradient
// that is not there (no argument, std::nullopt, an empty optional) is one.

#ifndef NABLA_TAPE_SEEDS_H
#define NABLA_TAPE_SEEDS_H

#include "nabla/tape/array_variable.h"

namespace nabla {
namespace taping {

struct no_seeds {};
template <class S>
constexpr bool is_no_seed =
    std::is_same<S, no_seeds>::value || std::is_same<S, std::nullopt_t>::value;

template <class S> struct is_tuple : std::false_type {};
template <class... E> struct is_tuple<std::tuple<E...>> : std::true_type {};

template <class S> struct is_optional : std::false_type {};
template <class S> struct is_optional<std::optional<S>> : std::true_type {};

template <class S> struct is_sequence : std::false_type {};
template <class E, class A>
struct is_sequence<std::vector<E, A>> : std::true_type {};
template <class E, std::size_t N>
struct is_sequence<std::array<E, N>> : std::true_type {};

template <class Tuple, class Seeds, class F, std::size_t... I>
void zip_members(const Tuple &t, const Seeds &s, F &f,
                 std::index_sequence<I...>);

/// f(target leaf, seed or no_seeds) for each. A wrong number of seeds is an
/// error.
template <class Target, class Seeds, class F>
void zip_seeds(const Target &t, const Seeds &s, F &f) {
  if constexpr (is_no_seed<Seeds>) {
    for_each_leaf(t, [&](const auto &leaf) { f(leaf, no_seeds()); });
  } else if constexpr (is_optional<Seeds>::value) {
    if (s)
      zip_seeds(t, *s, f);
    else
      zip_seeds(t, no_seeds(), f);
  } else if constexpr (is_leaf<Target> || !is_structure<Target>::value) {
    static_assert(!is_sequence<Seeds>::value ||
                      is_array<value_type_t<Target>>::value,
                  "a target that is one number takes one output gradient, not "
                  "a sequence of them");
    f(t, s);
  } else if constexpr (is_sequence<Target>::value) {
    static_assert(is_sequence<Seeds>::value,
                  "output gradients of a sequence are a sequence: a "
                  "std::vector or std::array");
    if (t.size() != s.size())
      fail("a sequence of " + std::to_string(t.size()) +
           " variables meets one of " + std::to_string(s.size()) +
           " numbers; give one output gradient for each target (std::nullopt "
           "for ones), and return one gradient for each input");
    for (std::size_t i = 0; i < t.size(); ++i)
      zip_seeds(t[i], s[i], f);
  } else if constexpr (is_tuple_like<Target>::value) {
    static_assert(is_tuple_like<Seeds>::value,
                  "output gradients of a tuple are a tuple");
    static_assert(std::tuple_size<Target>::value ==
                      std::tuple_size<Seeds>::value,
                  "give one output gradient for each target, std::nullopt for "
                  "ones");
    zip_members(t, s, f,
                std::make_index_sequence<std::tuple_size<Target>::value>());
  } else if constexpr (is_plain_struct<Target>) {
    with_members(t, [&](const auto &...m) {
      zip_seeds_of_struct(std::tie(m...), s, f);
    });
  } else {
    static_assert(is_plain_struct<Target>,
                  "output gradients of this structure cannot be matched; give "
                  "its variables as a std::vector or std::tuple");
  }
}
template <class Tuple, class Seeds, class F>
void zip_seeds_of_struct(const Tuple &t, const Seeds &s, F &f) {
  constexpr auto indices =
      std::make_index_sequence<std::tuple_size<Tuple>::value>();
  if constexpr (is_tuple_like<Seeds>::value) {
    static_assert(std::tuple_size<Tuple>::value ==
                      std::tuple_size<Seeds>::value,
                  "give one output gradient for each member");
    zip_members(t, s, f, indices);
  } else {
    with_members(s, [&](const auto &...m) {
      static_assert(sizeof...(m) == std::tuple_size<Tuple>::value,
                    "give one output gradient for each member");
      zip_members(t, std::tie(m...), f, indices);
    });
  }
}
template <class Tuple, class Seeds, class F, std::size_t... I>
void zip_members(const Tuple &t, const Seeds &s, F &f,
                 std::index_sequence<I...>) {
  (zip_seeds(std::get<I>(t), std::get<I>(s), f), ...);
}

/// The adjoint that a seed gives to a leaf.
template <class Leaf, class Seed>
auto seed_of(const Leaf &leaf, const Seed &seed) {
  using T = value_type_t<Leaf>;
  if constexpr (is_no_seed<Seed>)
    return leaf_kind<T>::ones(value_of(leaf));
  else
    return leaf_kind<T>::as_seed(value_of(leaf), seed);
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_SEEDS_H
