// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members of plain structs (aggregates without base classes, of at most 16
// members): their number is how many initializers such a struct takes.

#ifndef NABLA_TAPE_AGGREGATE_H
#define NABLA_TAPE_AGGREGATE_H

#include "nabla/tape/variable.h"
#include <utility>

namespace nabla {
namespace taping {

/// Initializes a member of any type but Outer.
template <class Outer> struct any_member {
  template <class T, class = std::enable_if_t<!std::is_same<T, Outer>::value>>
  operator T() const;
};

template <class S, class Indices, class = void>
struct takes : std::false_type {};
template <class S, std::size_t... I>
struct takes<S, std::index_sequence<I...>,
             std::void_t<decltype(S{(void(I), any_member<S>())...})>>
    : std::true_type {};

constexpr int most_members = 16;
template <class S, int N = most_members> constexpr int count_members() {
  if constexpr (N == 0)
    return 0;
  else if constexpr (takes<S, std::make_index_sequence<N>>::value)
    return N;
  else
    return count_members<S, N - 1>();
}

/// std::array is an aggregate too.
template <class S, class = void> struct is_tuple_like : std::false_type {};
template <class S>
struct is_tuple_like<S, std::void_t<decltype(std::tuple_size<S>::value)>>
    : std::true_type {};

template <class S>
constexpr bool is_plain_struct =
    std::is_class<S>::value && std::is_aggregate<S>::value &&
    !std::is_empty<S>::value && !is_tuple_like<S>::value;

/// f(members of s...)
template <class S, class F> decltype(auto) with_members(S &s, F &&f) {
  constexpr int n = count_members<std::remove_const_t<S>>();
  static_assert(n > 0, "more than 16 members, or a base class: specialize "
                       "nabla::structure for this struct");
  if constexpr (n == 1) {
    auto &[m0] = s;
    return f(m0);
  } else if constexpr (n == 2) {
    auto &[m0, m1] = s;
    return f(m0, m1);
  } else if constexpr (n == 3) {
    auto &[m0, m1, m2] = s;
    return f(m0, m1, m2);
  } else if constexpr (n == 4) {
    auto &[m0, m1, m2, m3] = s;
    return f(m0, m1, m2, m3);
  } else if constexpr (n == 5) {
    auto &[m0, m1, m2, m3, m4] = s;
    return f(m0, m1, m2, m3, m4);
  } else if constexpr (n == 6) {
    auto &[m0, m1, m2, m3, m4, m5] = s;
    return f(m0, m1, m2, m3, m4, m5);
  } else if constexpr (n == 7) {
    auto &[m0, m1, m2, m3, m4, m5, m6] = s;
    return f(m0, m1, m2, m3, m4, m5, m6);
  } else if constexpr (n == 8) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7);
  } else if constexpr (n == 9) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7, m8] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7, m8);
  } else if constexpr (n == 10) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7, m8, m9] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9);
  } else if constexpr (n == 11) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10);
  } else if constexpr (n == 12) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11);
  } else if constexpr (n == 13) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12);
  } else if constexpr (n == 14) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13);
  } else if constexpr (n == 15) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14);
  } else if constexpr (n == 16) {
    auto &[m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
           m15] = s;
    return f(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
             m15);
  }
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_AGGREGATE_H
