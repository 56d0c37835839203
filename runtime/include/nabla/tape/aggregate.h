// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members of plain structs (aggregates without base classes, of at most 16
// members): their number is told by the initializers that such a struct takes.

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
template <class S, int N = most_members> constexpr int count_initializers() {
  if constexpr (N == 0)
    return 0;
  else if constexpr (takes<S, std::make_index_sequence<N>>::value)
    return N;
  else
    return count_initializers<S, N - 1>();
}

// An array member takes one initializer for each element, or one in braces.
#define NABLA_BRACES_1                                                         \
  {                                                                            \
  }
#define NABLA_BRACES_2                                                         \
  NABLA_BRACES_1, {}
#define NABLA_BRACES_3                                                         \
  NABLA_BRACES_2, {}
#define NABLA_BRACES_4                                                         \
  NABLA_BRACES_3, {}
#define NABLA_BRACES_5                                                         \
  NABLA_BRACES_4, {}
#define NABLA_BRACES_6                                                         \
  NABLA_BRACES_5, {}
#define NABLA_BRACES_7                                                         \
  NABLA_BRACES_6, {}
#define NABLA_BRACES_8                                                         \
  NABLA_BRACES_7, {}
#define NABLA_BRACES_9                                                         \
  NABLA_BRACES_8, {}
#define NABLA_BRACES_10                                                        \
  NABLA_BRACES_9, {}
#define NABLA_BRACES_11                                                        \
  NABLA_BRACES_10, {}
#define NABLA_BRACES_12                                                        \
  NABLA_BRACES_11, {}
#define NABLA_BRACES_13                                                        \
  NABLA_BRACES_12, {}
#define NABLA_BRACES_14                                                        \
  NABLA_BRACES_13, {}
#define NABLA_BRACES_15                                                        \
  NABLA_BRACES_14, {}
#define NABLA_BRACES_16                                                        \
  NABLA_BRACES_15, {}
/// Whether S has at least N members and the first N can be made of nothing; and
/// whether there is one more.
template <class S, int N, class = void>
struct takes_braces : std::false_type {};
template <class S, int N, class = void> struct takes_more : std::false_type {};
#define NABLA_TAKES_BRACES(N)                                                  \
  template <class S>                                                           \
  struct takes_braces<S, N, std::void_t<decltype(S{NABLA_BRACES_##N})>>        \
      : std::true_type {};                                                     \
  template <class S>                                                           \
  struct takes_more<                                                           \
      S, N, std::void_t<decltype(S{NABLA_BRACES_##N, any_member<S>()})>>       \
      : std::true_type {};
NABLA_TAKES_BRACES(1)
NABLA_TAKES_BRACES(2)
NABLA_TAKES_BRACES(3)
NABLA_TAKES_BRACES(4)
NABLA_TAKES_BRACES(5)
NABLA_TAKES_BRACES(6)
NABLA_TAKES_BRACES(7)
NABLA_TAKES_BRACES(8)
NABLA_TAKES_BRACES(9)
NABLA_TAKES_BRACES(10)
NABLA_TAKES_BRACES(11)
NABLA_TAKES_BRACES(12)
NABLA_TAKES_BRACES(13)
NABLA_TAKES_BRACES(14)
NABLA_TAKES_BRACES(15)
NABLA_TAKES_BRACES(16)
#undef NABLA_TAKES_BRACES
#undef NABLA_BRACES_1
#undef NABLA_BRACES_2
#undef NABLA_BRACES_3
#undef NABLA_BRACES_4
#undef NABLA_BRACES_5
#undef NABLA_BRACES_6
#undef NABLA_BRACES_7
#undef NABLA_BRACES_8
#undef NABLA_BRACES_9
#undef NABLA_BRACES_10
#undef NABLA_BRACES_11
#undef NABLA_BRACES_12
#undef NABLA_BRACES_13
#undef NABLA_BRACES_14
#undef NABLA_BRACES_15
#undef NABLA_BRACES_16

template <class S, int N = most_members> constexpr int count_in_braces() {
  if constexpr (N == 0)
    return 0;
  else if constexpr (takes_braces<S, N>::value)
    return N;
  else
    return count_in_braces<S, N - 1>();
}

template <class S> constexpr int count_members() {
  constexpr int n = count_in_braces<S>();
  if constexpr (n == 0 || takes_more<S, n>::value)
    return count_initializers<S>(); // something cannot be made of nothing
  else
    return n;
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
