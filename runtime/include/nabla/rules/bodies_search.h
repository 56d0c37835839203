// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Substitute bodies for functions that walk to an element, by counting or by
// comparing; see bodies.h. What they yield is a pointer: no derivative comes of
// the comparisons.

#ifndef NABLA_RULES_BODIES_SEARCH_H
#define NABLA_RULES_BODIES_SEARCH_H

#pragma GCC system_header

#include "nabla/rules/body.h"

namespace nabla {

namespace names {
struct next;
struct prev;
struct advance;
struct distance;
struct find;
struct lower_bound;
struct upper_bound;
} // namespace names

template <> struct body<names::next> {
  static constexpr const char *spellings = "std::next";
  template <class T> static T *apply(T *p, ptrdiff_t n = 1) { return p + n; }
};

template <> struct body<names::prev> {
  static constexpr const char *spellings = "std::prev";
  template <class T> static T *apply(T *p, ptrdiff_t n = 1) { return p - n; }
};

template <> struct body<names::advance> {
  static constexpr const char *spellings = "std::advance";
  template <class T> static void apply(T *&p, ptrdiff_t n) { p += n; }
};

template <> struct body<names::distance> {
  static constexpr const char *spellings = "std::distance";
  template <class T> static ptrdiff_t apply(T *first, T *last) {
    return last - first;
  }
};

template <> struct body<names::find> {
  static constexpr const char *spellings = "std::find";
  template <class T>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v) {
    while (first != last && !(*first == v))
      ++first;
    return first;
  }
};

namespace rules {

/// Ascending objects without a comparison of the user's.
struct ascending {
  template <class T> bool operator()(const T &a, const T &b) const {
    return a < b;
  }
};

/// The first element that is not before v or, if Upper, the first that v is
/// before.
template <bool Upper, class T, class V, class Less>
T *bound(T *first, T *last, const V &v, Less less) {
  ptrdiff_t n = last - first, at = 0;
  while (n > 0) {
    const ptrdiff_t half = n / 2;
    const bool right = Upper ? !comes_first<V>(v, first[at + half], less)
                             : comes_first<V>(first[at + half], v, less);
    at += right ? half + 1 : 0;
    n = right ? n - half - 1 : half;
  }
  return first + at;
}

} // namespace rules

template <> struct body<names::lower_bound> {
  static constexpr const char *spellings = "std::lower_bound";
  template <class T>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v) {
    return rules::bound<false>(first, last, v, rules::ascending());
  }
  template <class T, class Less>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v,
                  Less less) {
    return rules::bound<false>(first, last, v, less);
  }
};

template <> struct body<names::upper_bound> {
  static constexpr const char *spellings = "std::upper_bound";
  template <class T>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v) {
    return rules::bound<true>(first, last, v, rules::ascending());
  }
  template <class T, class Less>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v,
                  Less less) {
    return rules::bound<true>(first, last, v, less);
  }
};

} // namespace nabla

#endif // NABLA_RULES_BODIES_SEARCH_H
