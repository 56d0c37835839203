// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Substitute bodies: plain C++ for functions that copy, fill, exchange and sum
// memory. A call of one of them is differentiated as if its body stood here;
// the plugin finds the bodies as it finds rules, by reading the program:
//
//   template <> struct nabla::body<nabla::names::my_copy> {
//     static constexpr const char *spellings = "my::copy";
//     template <class T> static void apply(T *to, const T *from, int n) {
//       for (int i = 0; i < n; ++i)
//         to[i] = from[i];
//     }
//   };
//
// spellings   as in rule.h: qualified names separated by commas, without inline
//             namespaces; "c:memcpy" is the C library's function, "fold:f" is
//             for calls f({a, b, ...}, c) and takes two elements and c.
// apply       one or several functions, or templates. The one is taken that
//             overload resolution finds for the arguments of the call; an
//             argument that is only converted to a pointer to void counts as
//             what it was before. Where none fits there is no body.
//
// A function may have a rule and a body: the rule tells the value of a call,
// the body which object it refers to, where a reference is bound to the result.
//
// Loops over an index are what Nabla reverses best.
//
// Sums and scans are in bodies_numeric.h, searches in bodies_search.h.

#ifndef NABLA_RULES_BODIES_H
#define NABLA_RULES_BODIES_H

#pragma GCC system_header

#include "nabla/rules/bodies_numeric.h"
#include "nabla/rules/bodies_search.h"
#include "nabla/rules/body.h"

namespace nabla {

namespace names {
struct memcpy;
struct memmove;
struct memset;
struct swap;
struct iter_swap;
struct swap_ranges;
struct exchange;
struct copy;
struct copy_n;
struct copy_backward;
struct fill;
struct fill_n;
struct reverse;
struct reverse_copy;
struct rotate;
struct iota;
struct min_element;
struct max_element;
struct smaller;
struct larger;
struct clamped;
struct smaller_of_list;
struct larger_of_list;
} // namespace names

//===--- Bytes ------------------------------------------------------------===//

template <> struct body<names::memcpy> {
  static constexpr const char *spellings =
      "std::memcpy, c:memcpy, __builtin_memcpy";
  template <class T>
  static T *apply(T *to, const T *from, rules::bytes_of<T> bytes) {
    const size_t n = bytes / sizeof(T);
    for (size_t i = 0; i < n; ++i)
      to[i] = from[i];
    return to;
  }
  template <class T, size_t N>
  static void apply(T (*to)[N], const T (*from)[N], rules::bytes_of<T> bytes) {
    const size_t rows = bytes / sizeof(T[N]), rest = bytes % sizeof(T[N]);
    for (size_t i = 0; i < rows; ++i)
      apply(&to[i][0], &from[i][0], sizeof(T[N]));
    if (rest)
      apply(&to[rows][0], &from[rows][0], rest);
  }
};

template <> struct body<names::memmove> {
  static constexpr const char *spellings =
      "std::memmove, c:memmove, __builtin_memmove";
  template <class T>
  static T *apply(T *to, const T *from, rules::bytes_of<T> bytes) {
    const size_t n = bytes / sizeof(T);
    if (to > from)
      for (size_t i = n; i > 0; --i)
        to[i - 1] = from[i - 1];
    else
      for (size_t i = 0; i < n; ++i)
        to[i] = from[i];
    return to;
  }
};

template <> struct body<names::memset> {
  static constexpr const char *spellings =
      "std::memset, c:memset, __builtin_memset";
  template <class T>
  static T *apply(T *to, rules::literal_zero *, rules::bytes_of<T> bytes) {
    const size_t n = bytes / sizeof(T);
    for (size_t i = 0; i < n; ++i)
      to[i] = T();
    return to;
  }
  template <class T, size_t N>
  static void apply(T (*to)[N], rules::literal_zero *,
                    rules::bytes_of<T> bytes) {
    const size_t rows = bytes / sizeof(T[N]), rest = bytes % sizeof(T[N]);
    for (size_t i = 0; i < rows; ++i)
      apply(&to[i][0], nullptr, sizeof(T[N]));
    if (rest)
      apply(&to[rows][0], nullptr, rest);
  }
};

//===--- Exchanging -------------------------------------------------------===//

template <> struct body<names::swap> {
  static constexpr const char *spellings = "std::swap";
  template <class T> static void apply(T &a, T &b) {
    T before = a;
    a = b;
    b = before;
  }
  template <class T, size_t N> static void apply(T (&a)[N], T (&b)[N]) {
    for (size_t i = 0; i < N; ++i)
      apply(a[i], b[i]);
  }
};

template <> struct body<names::iter_swap> {
  static constexpr const char *spellings = "std::iter_swap";
  template <class T> static void apply(T *a, T *b) {
    T before = *a;
    *a = *b;
    *b = before;
  }
};

template <> struct body<names::swap_ranges> {
  static constexpr const char *spellings = "std::swap_ranges";
  template <class T> static T *apply(T *first, T *last, T *other) {
    for (ptrdiff_t i = 0; i < last - first; ++i) {
      T before = first[i];
      first[i] = other[i];
      other[i] = before;
    }
    return other + (last - first);
  }
};

template <> struct body<names::exchange> {
  static constexpr const char *spellings = "std::exchange";
  template <class T, class U> static T apply(T &object, const U &value) {
    T before = object;
    object = value;
    return before;
  }
};

//===--- Copying ----------------------------------------------------------===//

template <> struct body<names::copy> {
  static constexpr const char *spellings = "std::copy, std::move";
  template <class T, class U>
  static U *apply(const T *first, const T *last, U *to) {
    for (ptrdiff_t i = 0; i < last - first; ++i)
      to[i] = first[i];
    return to + (last - first);
  }
};

template <> struct body<names::copy_n> {
  static constexpr const char *spellings = "std::copy_n";
  template <class T, class N, class U>
  static U *apply(const T *from, N n, U *to) {
    for (N i = 0; i < n; ++i)
      to[i] = from[i];
    return n > 0 ? to + n : to;
  }
};

template <> struct body<names::copy_backward> {
  static constexpr const char *spellings =
      "std::copy_backward, std::move_backward";
  template <class T, class U>
  static U *apply(const T *first, const T *last, U *to) {
    for (ptrdiff_t i = 1; i <= last - first; ++i)
      to[-i] = last[-i];
    return to - (last - first);
  }
};

template <> struct body<names::fill> {
  static constexpr const char *spellings = "std::fill";
  template <class T, class V>
  static void apply(T *first, T *last, const V &value) {
    for (ptrdiff_t i = 0; i < last - first; ++i)
      first[i] = value;
  }
};

template <> struct body<names::fill_n> {
  static constexpr const char *spellings = "std::fill_n";
  template <class T, class N, class V>
  static T *apply(T *to, N n, const V &value) {
    for (N i = 0; i < n; ++i)
      to[i] = value;
    return n > 0 ? to + n : to;
  }
};

template <> struct body<names::iota> {
  static constexpr const char *spellings = "std::iota";
  template <class T, class V> static void apply(T *first, T *last, V value) {
    for (ptrdiff_t i = 0; i < last - first; ++i) {
      first[i] = value;
      ++value;
    }
  }
};

//===--- Order ------------------------------------------------------------===//

template <> struct body<names::reverse> {
  static constexpr const char *spellings = "std::reverse";
  template <class T> static void apply(T *first, T *last) {
    const ptrdiff_t n = last - first;
    for (ptrdiff_t i = 0; i < n / 2; ++i) {
      T before = first[i];
      first[i] = first[n - 1 - i];
      first[n - 1 - i] = before;
    }
  }
};

template <> struct body<names::reverse_copy> {
  static constexpr const char *spellings = "std::reverse_copy";
  template <class T, class U>
  static U *apply(const T *first, const T *last, U *to) {
    const ptrdiff_t n = last - first;
    for (ptrdiff_t i = 0; i < n; ++i)
      to[i] = first[n - 1 - i];
    return to + n;
  }
};

template <> struct body<names::rotate> {
  static constexpr const char *spellings = "std::rotate";
  template <class T> static T *apply(T *first, T *middle, T *last) {
    body<names::reverse>::apply(first, middle);
    body<names::reverse>::apply(middle, last);
    body<names::reverse>::apply(first, last);
    return first + (last - middle);
  }
};

template <> struct body<names::min_element> {
  static constexpr const char *spellings = "std::min_element";
  template <class T> static T *apply(T *first, T *last) {
    T *best = first;
    for (ptrdiff_t i = 1; i < last - first; ++i)
      if (first[i] < *best)
        best = first + i;
    return best;
  }
  template <class T, class Less> static T *apply(T *first, T *last, Less less) {
    T *best = first;
    for (ptrdiff_t i = 1; i < last - first; ++i)
      if (rules::comes_first(first[i], *best, less))
        best = first + i;
    return best;
  }
};

template <> struct body<names::max_element> {
  static constexpr const char *spellings = "std::max_element";
  template <class T> static T *apply(T *first, T *last) {
    T *best = first;
    for (ptrdiff_t i = 1; i < last - first; ++i)
      if (*best < first[i])
        best = first + i;
    return best;
  }
  template <class T, class Less> static T *apply(T *first, T *last, Less less) {
    T *best = first;
    for (ptrdiff_t i = 1; i < last - first; ++i)
      if (rules::comes_first(*best, first[i], less))
        best = first + i;
    return best;
  }
};

// Of two that are equal, which one it is matters: its shadow.
template <> struct body<names::smaller> {
  static constexpr const char *spellings = "std::min";
  template <class T> static const T &apply(const T &a, const T &b) {
    return b < a ? b : a;
  }
  template <class T, class Less>
  static const T &apply(const T &a, const T &b, Less less) {
    return less(b, a) ? b : a;
  }
};

template <> struct body<names::larger> {
  static constexpr const char *spellings = "std::max";
  template <class T> static const T &apply(const T &a, const T &b) {
    return a < b ? b : a;
  }
  template <class T, class Less>
  static const T &apply(const T &a, const T &b, Less less) {
    return less(a, b) ? b : a;
  }
};

template <> struct body<names::clamped> {
  static constexpr const char *spellings = "std::clamp";
  template <class T>
  static const T &apply(const T &a, const T &low, const T &high) {
    return a < low ? low : high < a ? high : a;
  }
  template <class T, class Less>
  static const T &apply(const T &a, const T &low, const T &high, Less less) {
    return less(a, low) ? low : less(high, a) ? high : a;
  }
};

template <> struct body<names::smaller_of_list> {
  static constexpr const char *spellings = "fold:std::min";
  template <class T, class Less>
  static const T &apply(const T &a, const T &b, Less less) {
    return less(b, a) ? b : a;
  }
};

template <> struct body<names::larger_of_list> {
  static constexpr const char *spellings = "fold:std::max";
  template <class T, class Less>
  static const T &apply(const T &a, const T &b, Less less) {
    return less(a, b) ? b : a;
  }
};

} // namespace nabla

#endif // NABLA_RULES_BODIES_H
