// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Substitute bodies (bodies.h) for <numeric>: sums and scans, from left to
// right also where the standard leaves the order open, with operations that are
// functions or objects; and for the operations of <functional>.

#ifndef NABLA_RULES_BODIES_NUMERIC_H
#define NABLA_RULES_BODIES_NUMERIC_H

#pragma GCC system_header

#include "nabla/rules/body.h"

namespace nabla {

namespace names {
struct plus;
struct minus;
struct multiplies;
struct divides;
struct negate;
struct accumulate;
struct reduce;
struct inner_product;
struct transform_reduce;
struct partial_sum;
struct inclusive_scan;
struct exclusive_scan;
struct adjacent_difference;
} // namespace names

//===--- Operations -------------------------------------------------------===//

#define NABLA_OPERATION(Name, Sign)                                            \
  template <> struct body<names::Name> {                                       \
    static constexpr const char *spellings = "std::" #Name "::operator()";     \
    template <class Object, class T, class U>                                  \
    static auto apply(const Object &, const T &a, const U &b) {                \
      return a Sign b;                                                         \
    }                                                                          \
  };
NABLA_OPERATION(plus, +)
NABLA_OPERATION(minus, -)
NABLA_OPERATION(multiplies, *)
NABLA_OPERATION(divides, /)
#undef NABLA_OPERATION

template <> struct body<names::negate> {
  static constexpr const char *spellings = "std::negate::operator()";
  template <class Object, class T>
  static auto apply(const Object &, const T &a) {
    return -a;
  }
};

//===--- Sums -------------------------------------------------------------===//

template <> struct body<names::accumulate> {
  static constexpr const char *spellings = "std::accumulate, std::reduce";
  template <class T, class V>
  static V apply(const T *first, const T *last, V sum) {
    for (ptrdiff_t i = 0; i < last - first; ++i)
      sum = sum + first[i];
    return sum;
  }
  template <class T, class V, class Op>
  static V apply(const T *first, const T *last, V sum, Op op) {
    for (ptrdiff_t i = 0; i < last - first; ++i)
      sum = op(sum, first[i]);
    return sum;
  }
};

template <> struct body<names::reduce> {
  static constexpr const char *spellings = "std::reduce";
  template <class T> static auto apply(const T *first, const T *last) {
    typename rules::plain<T>::type sum = typename rules::plain<T>::type();
    for (ptrdiff_t i = 0; i < last - first; ++i)
      sum = sum + first[i];
    return sum;
  }
};

template <> struct body<names::inner_product> {
  static constexpr const char *spellings =
      "std::inner_product, std::transform_reduce";
  template <class T, class U, class V>
  static V apply(const T *first, const T *last, const U *other, V sum) {
    for (ptrdiff_t i = 0; i < last - first; ++i)
      sum = sum + first[i] * other[i];
    return sum;
  }
  template <class T, class U, class V, class Add, class Multiply>
  static V apply(const T *first, const T *last, const U *other, V sum, Add add,
                 Multiply multiply) {
    for (ptrdiff_t i = 0; i < last - first; ++i)
      sum = add(sum, multiply(first[i], other[i]));
    return sum;
  }
};

template <> struct body<names::transform_reduce> {
  static constexpr const char *spellings = "std::transform_reduce";
  template <class T, class V, class Add, class Transform>
  static V apply(const T *first, const T *last, V sum, Add add,
                 Transform transform) {
    for (ptrdiff_t i = 0; i < last - first; ++i)
      sum = add(sum, transform(first[i]));
    return sum;
  }
};

//===--- Scans ------------------------------------------------------------===//

template <> struct body<names::partial_sum> {
  static constexpr const char *spellings =
      "std::partial_sum, std::inclusive_scan";
  template <class T, class U>
  static U *apply(const T *first, const T *last, U *to) {
    const ptrdiff_t n = last - first;
    typename rules::plain<T>::type sum = typename rules::plain<T>::type();
    for (ptrdiff_t i = 0; i < n; ++i) {
      sum = i == 0 ? first[i] : sum + first[i];
      to[i] = sum;
    }
    return to + n;
  }
  template <class T, class U, class Op>
  static U *apply(const T *first, const T *last, U *to, Op op) {
    const ptrdiff_t n = last - first;
    typename rules::plain<T>::type sum = typename rules::plain<T>::type();
    for (ptrdiff_t i = 0; i < n; ++i) {
      if (i == 0)
        sum = first[i];
      else
        sum = op(sum, first[i]);
      to[i] = sum;
    }
    return to + n;
  }
};

template <> struct body<names::inclusive_scan> {
  static constexpr const char *spellings = "std::inclusive_scan";
  template <class T, class U, class Op, class V>
  static U *apply(const T *first, const T *last, U *to, Op op, V sum) {
    const ptrdiff_t n = last - first;
    for (ptrdiff_t i = 0; i < n; ++i) {
      sum = op(sum, first[i]);
      to[i] = sum;
    }
    return to + n;
  }
};

template <> struct body<names::exclusive_scan> {
  static constexpr const char *spellings = "std::exclusive_scan";
  template <class T, class U, class V>
  static U *apply(const T *first, const T *last, U *to, V sum) {
    const ptrdiff_t n = last - first;
    for (ptrdiff_t i = 0; i < n; ++i) {
      V before = sum;
      sum = sum + first[i];
      to[i] = before;
    }
    return to + n;
  }
  template <class T, class U, class V, class Op>
  static U *apply(const T *first, const T *last, U *to, V sum, Op op) {
    const ptrdiff_t n = last - first;
    for (ptrdiff_t i = 0; i < n; ++i) {
      V before = sum;
      sum = op(sum, first[i]);
      to[i] = before;
    }
    return to + n;
  }
};

template <> struct body<names::adjacent_difference> {
  static constexpr const char *spellings = "std::adjacent_difference";
  template <class T, class U>
  static U *apply(const T *first, const T *last, U *to) {
    const ptrdiff_t n = last - first;
    typename rules::plain<T>::type before = typename rules::plain<T>::type();
    for (ptrdiff_t i = 0; i < n; ++i) {
      typename rules::plain<T>::type here = first[i];
      to[i] = i == 0 ? here : here - before;
      before = here;
    }
    return to + n;
  }
  template <class T, class U, class Op>
  static U *apply(const T *first, const T *last, U *to, Op op) {
    const ptrdiff_t n = last - first;
    typename rules::plain<T>::type before = typename rules::plain<T>::type();
    for (ptrdiff_t i = 0; i < n; ++i) {
      typename rules::plain<T>::type here = first[i];
      if (i == 0)
        to[i] = here;
      else
        to[i] = op(here, before);
      before = here;
    }
    return to + n;
  }
};

} // namespace nabla

#endif // NABLA_RULES_BODIES_NUMERIC_H
