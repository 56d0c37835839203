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

template <> struct body<names::lower_bound> {
  static constexpr const char *spellings = "std::lower_bound";
  template <class T>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v) {
    ptrdiff_t n = last - first, at = 0;
    while (n > 0) {
      const ptrdiff_t half = n / 2;
      const bool right = first[at + half] < v;
      at += right ? half + 1 : 0;
      n = right ? n - half - 1 : half;
    }
    return first + at;
  }
  template <class T, class Less>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v,
                  Less less) {
    ptrdiff_t n = last - first, at = 0;
    while (n > 0) {
      const ptrdiff_t half = n / 2;
      const bool right = rules::comes_first<typename rules::plain<T>::type>(
          first[at + half], v, less);
      at += right ? half + 1 : 0;
      n = right ? n - half - 1 : half;
    }
    return first + at;
  }
};

template <> struct body<names::upper_bound> {
  static constexpr const char *spellings = "std::upper_bound";
  template <class T>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v) {
    ptrdiff_t n = last - first, at = 0;
    while (n > 0) {
      const ptrdiff_t half = n / 2;
      const bool right = !(v < first[at + half]);
      at += right ? half + 1 : 0;
      n = right ? n - half - 1 : half;
    }
    return first + at;
  }
  template <class T, class Less>
  static T *apply(T *first, T *last, const typename rules::plain<T>::type &v,
                  Less less) {
    ptrdiff_t n = last - first, at = 0;
    while (n > 0) {
      const ptrdiff_t half = n / 2;
      const bool right = !rules::comes_first<typename rules::plain<T>::type>(
          v, first[at + half], less);
      at += right ? half + 1 : 0;
      n = right ? n - half - 1 : half;
    }
    return first + at;
  }
};

} // namespace nabla

#endif // NABLA_RULES_BODIES_SEARCH_H
