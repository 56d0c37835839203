// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::sort and its kin, and qsort, with every kind of comparison: gradients
// against differences in long double, contents bit for bit those that the
// user's function leaves, adjoints at ties where that has taken each element.
// ordering-uses.cpp has programs around them.
//
// std::stable_sort of some libraries calls what has been deprecated.
// RUN: %nabla -std=c++17 -O0 %sanitize -Wno-deprecated-declarations %s -o %t
// RUN: %t
// RUN: %nabla-emit %s -- -Wno-deprecated-declarations > %t.h
// RUN: %if gxx-12 %{ %gxx -std=c++17 -w -I%include -I%S -DEMITTED='"%t.h"' \
// RUN:     %s -o %t.gcc && %t.gcc %}

#include "../EndToEnd/support/check_gradient.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <functional>

// What is in the user's namespaces is not what is called.
template <class I, class Less> void sort(I, I, Less) { std::abort(); }

namespace my {
template <class I, class Less> void sort(I, I, Less) { std::abort(); }
template <class T> struct item {
  T value;
  int id;
  float weight;
  bool operator<(const item &other) const { return value < other.value; }
};
template <class T> struct by_weight {
  bool operator()(const item<T> &a, const item<T> &b) const {
    return a.weight > b.weight;
  }
};
} // namespace my

template <class T> bool bySize(T a, T b) { return std::fabs(a) < std::fabs(b); }
template <class T> bool byValue(const my::item<T> &a, const my::item<T> &b) {
  return a.value > b.value;
}
struct falling {
  template <class T> bool operator()(T a, T b) const { return a > b; }
};
template <class T> struct near {
  T center;
  bool operator()(const T &a, const T &b) const {
    return std::fabs(a - center) < std::fabs(b - center);
  }
};
template <class T> int compare(const void *a, const void *b) {
  const T x = *static_cast<const T *>(a), y = *static_cast<const T *>(b);
  return x < y ? -1 : x > y;
}

/// Tells what comes where.
template <class T> T weighted(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * x[i] * x[i];
  return sum;
}

#define ORDERED(Name, ...)                                                     \
  template <class T> T Name(T *x, int n) {                                     \
    __VA_ARGS__;                                                               \
    return weighted(x, n);                                                     \
  }                                                                            \
  [[grad]] double Name##_of(double *x, int n) { return Name(x, n); }
#define CHECK(Name, X)                                                         \
  NABLA_CHECK(                                                                 \
      check_flat([&](double *p) { return Name##_of(p, int((X).size())); },     \
                 [&](double *p, double *d) {                                   \
                   return Name##_of_grad(p, int((X).size()), d);               \
                 },                                                            \
                 X, [&](long double *p) { return Name(p, int((X).size())); }))

ORDERED(sort, std::sort(x, x + n))
ORDERED(sortBySize, std::sort(x, x + n, bySize<T>))
ORDERED(sortByLess, std::sort(x, x + n, std::less<T>()))
ORDERED(sortByGreater, std::sort(x, x + n, std::greater<>()))
ORDERED(sortFalling, std::sort(x, x + n, falling()))
ORDERED(sortNear, std::sort(x, x + n, near<T>{x[0]}))
ORDERED(sortByLambda, std::sort(x, x + n, [](T a, T b) { return a > b; }))
ORDERED(sortByCaptures, const T center = x[0] * x[0]; const int m = 2;
        std::sort(x, x + n, [center, &m](const T &a, const T &b) -> bool {
          return std::fabs(a - center) < std::fabs(b - center) * (m / 2);
        }))
ORDERED(sortInner, std::sort(x + 1, x + n - 1))
ORDERED(sortTwice, std::sort(x, x + n);
        for (int i = 0; i < n; ++i) x[i] *= 2 - x[i];
        std::sort(x, x + n, std::less<>()))
ORDERED(stableSort, std::stable_sort(x, x + n))
ORDERED(stableSortBySize, std::stable_sort(x, x + n, bySize<T>))
ORDERED(nthElement, std::nth_element(x, x + n / 2, x + n))
ORDERED(nthElementFalling, std::nth_element(x, x + n / 3, x + n, falling()))
ORDERED(partialSort, std::partial_sort(x, x + n / 2, x + n))
ORDERED(partialSortGreater,
        std::partial_sort(x, x + 3, x + n, std::greater<T>()))
ORDERED(merge, std::sort(x, x + n / 2); std::sort(x + n / 2, x + n);
        std::inplace_merge(x, x + n / 2, x + n))
ORDERED(heap, std::make_heap(x, x + n); std::pop_heap(x, x + n);
        x[n - 1] *= x[0]; std::push_heap(x, x + n); std::sort_heap(x, x + n))
ORDERED(heapBySize, std::make_heap(x, x + n, bySize<T>);
        std::sort_heap(x, x + n, bySize<T>))
ORDERED(sortInC, qsort(x, n, sizeof(T), compare<T>))
ORDERED(sortHalfInC, std::qsort(x, size_t(n) / 2, sizeof(T), &compare<T>))
ORDERED(sortRows, T a[9][3];
        for (int i = 0; i < 27; ++i) a[i / 3][i % 3] = x[i % n] * (i + 1);
        qsort(a, 9, sizeof a[0], compare<T>);
        for (int i = 0; i < n; ++i) x[i] = a[i / 3][i % 3] - x[i])

// Elements of classes.
template <class T> void fill(my::item<T> *a, const T *x, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = {x[i] * x[i], i, float((i * 7) % n)};
}
template <class T> T total(const my::item<T> *a, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * a[i].value * a[i].value + a[i].id * a[i].value;
  return sum;
}
#define OF_ITEMS(Name, ...)                                                    \
  template <class T> T Name(T *x, int n) {                                     \
    my::item<T> a[32];                                                         \
    fill(a, x, n);                                                             \
    __VA_ARGS__;                                                               \
    return total(a, n);                                                        \
  }                                                                            \
  [[grad]] double Name##_of(double *x, int n) { return Name(x, n); }
OF_ITEMS(items, std::sort(a, a + n))
OF_ITEMS(itemsByValue, std::stable_sort(a, a + n, byValue<T>))
OF_ITEMS(itemsByWeight, std::sort(a, a + n, my::by_weight<T>()))
OF_ITEMS(itemsInC, qsort(a, n, sizeof(my::item<T>), compare<T>))

template <class T>
bool byNorm(const std::complex<T> &a, const std::complex<T> &b) {
  return std::norm(a) < std::norm(b);
}
template <class T> T complexes(T *x, int n) {
  std::complex<T> z[16];
  for (int i = 0; i < n / 2; ++i)
    z[i] = std::complex<T>(x[2 * i], x[2 * i + 1]);
  std::sort(z, z + n / 2, byNorm<T>);
  T sum = 0;
  for (int i = 0; i < n / 2; ++i)
    sum += (i + 1) * z[i].real() * z[i].imag() + i * z[i].real();
  return sum;
}
[[grad]] double complexes_of(double *x, int n) { return complexes(x, n); }

// The other precisions.
[[grad]] float inFloat(float *x, int n) {
  std::sort(x, x + n, std::greater<>());
  return weighted(x, n);
}
[[grad]] long double inLongDouble(long double *x, int n) {
  std::nth_element(x, x + n / 2, x + n);
  qsort(x, n / 2, sizeof(long double), compare<long double>);
  return weighted(x, n);
}
#ifdef EMITTED // another compiler is given the text
#include EMITTED
#endif

template <class T, class F, class Grad>
static nabla_test::Finding checkPrecision(F f, Grad grad, double tolerance) {
  const int n = 20;
  T x[n], y[n], d[n], place[n];
  for (int i = 0; i < n; ++i) {
    x[i] = y[i] = T((i * 7) % n) / 4 + 1;
    place[i] = 0;
  }
  for (T &each : d)
    each = 0;
  T value = grad(x, n, d);
  nabla_test::Finding found = nabla_test::check_equal("value", value, f(y, n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) // 2 (j + 1) y[j] where x[i] has come to j
      if (y[j] == T((i * 7) % n) / 4 + 1)
        for (const std::string &line :
             nabla_test::check_near("component", d[i], 2 * (j + 1) * y[j],
                                    tolerance)
                 .Lines)
          found.Lines.push_back(line);
  return found;
}

// At ties the adjoint goes where the user's function has taken the element.
struct tagged {
  double value;
  int from;
};
static bool taggedBySize(const tagged &a, const tagged &b) {
  return bySize(a.value, b.value);
}
static nabla_test::Finding checkTies(double (*f)(double *, int),
                                     double (*grad)(double *, int, double *),
                                     void (*order)(tagged *, tagged *)) {
  const int n = 40;
  double x[n], y[n], d[n];
  tagged t[n];
  for (int i = 0; i < n; ++i) {
    x[i] = y[i] = (i * 7 % 5 - 2) * (i % 3 ? 1.0 : -1.0);
    t[i] = {x[i], i};
    d[i] = 0;
  }
  order(t, t + n);
  f(x, n);
  grad(y, n, d);
  nabla_test::Finding found =
      nabla_test::check_true("the same bits", std::memcmp(x, y, sizeof x) == 0);
  for (int i = 0; i < n; ++i)
    for (const std::string &line :
         nabla_test::check_equal("component", d[t[i].from],
                                 2 * (i + 1) * t[i].value)
             .Lines)
      found.Lines.push_back(line);
  return found;
}

int main() {
  nabla_test::Point few = {0.7, -1.3, 2.1, 0.2, -0.45, 1.6, -2.6}, many;
  for (int i = 0; i < 26; ++i)
    many.push_back(0.11 + 0.37 * ((i * 11) % 27 - 13));
  for (const nabla_test::Point &x : {few, many}) {
    CHECK(sort, x);
    CHECK(sortBySize, x);
    CHECK(sortByLess, x);
    CHECK(sortByGreater, x);
    CHECK(sortFalling, x);
    CHECK(sortNear, x);
    CHECK(sortByLambda, x);
    CHECK(sortByCaptures, x);
    CHECK(sortInner, x);
    CHECK(sortTwice, x);
    CHECK(stableSort, x);
    CHECK(stableSortBySize, x);
    CHECK(nthElement, x);
    CHECK(nthElementFalling, x);
    CHECK(partialSort, x);
    CHECK(partialSortGreater, x);
    CHECK(merge, x);
    CHECK(heap, x);
    CHECK(heapBySize, x);
    CHECK(sortInC, x);
    CHECK(sortHalfInC, x);
    CHECK(sortRows, x);
    CHECK(items, x);
    CHECK(itemsByValue, x);
    CHECK(itemsByWeight, x);
    CHECK(itemsInC, x);
    CHECK(complexes, x);
  }
  NABLA_CHECK(checkPrecision<float>(inFloat, inFloat_grad, 1e-6));
  NABLA_CHECK(
      checkPrecision<long double>(inLongDouble, inLongDouble_grad, 1e-18));
  NABLA_CHECK(checkTies(sortBySize_of, sortBySize_of_grad,
                        [](tagged *first, tagged *last) {
                          std::sort(first, last, taggedBySize);
                        }));
  NABLA_CHECK(checkTies(stableSortBySize_of, stableSortBySize_of_grad,
                        [](tagged *first, tagged *last) {
                          std::stable_sort(first, last, taggedBySize);
                        }));
  NABLA_CHECK(checkTies(heapBySize_of, heapBySize_of_grad,
                        [](tagged *first, tagged *last) {
                          std::make_heap(first, last, taggedBySize);
                          std::sort_heap(first, last, taggedBySize);
                        }));
  // None, and one.
  for (int n : {0, 1}) {
    double x[] = {3}, d[] = {0};
    double value = sort_of_grad(x, n, d) + nthElement_of_grad(x, n, d) +
                   sortInC_of_grad(x, n, d) + stableSortBySize_of_grad(x, n, d);
    NABLA_CHECK(check_equal("value", value, n ? 4 * 9 : 0));
    NABLA_CHECK(check_equal("component", d[0], n ? 4 * 6 : 0));
  }
  return nabla_test::result();
}
