// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs make of std::sort and its kin: medians, quantiles, ranks; in
// loops and callees, of arrays that are active in part or not at all, by
// comparisons with effects, of indices. ordering.cpp has each function.
//
// RUN: %nabla -std=c++17 -O0 %sanitize -Wno-deprecated-declarations %s -o %t
// RUN: %t
// RUN: %nabla -std=c++17 -O2 -DLARGE -Wno-deprecated-declarations %s -o %t.2
// RUN: %t.2

#include "../EndToEnd/support/check_gradient.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <nabla/arena.h>
#include <stdexcept>

static int compared = 0;
static bool counting(double a, double b) {
  ++compared;
  return a < b;
}
struct Counting {
  int *count;
  bool operator()(double a, double b) const {
    ++*count;
    return a < b;
  }
};
struct ByKey { // of indices
  const double *key;
  bool operator()(int i, int j) const { return key[i] < key[j]; }
};
static bool falling(double a, double b) { return a > b; }

//===--- Statistics -------------------------------------------------------===//

[[grad]] double movingMedians(const double *x, int n) {
  double s = 0;
  for (int k = 0; k + 5 <= n; ++k) {
    double window[5];
    for (int i = 0; i < 5; ++i)
      window[i] = x[k + i] * x[k + i];
    std::sort(window, window + 5);
    s += window[2] * x[k] + window[0] * window[4];
  }
  return s;
}

/// Too large for inlining, and it calls itself.
static double quantile(const double *x, int n, double q, int depth) {
  double *a = new double[n];
  for (int i = 0; i < n; ++i)
    a[i] = depth ? std::sin(x[i]) : x[i] * x[i];
  const int at = int(q * (n - 1));
  std::nth_element(a, a + at, a + n);
  double low = a[at], high = low;
  if (at + 1 < n) {
    high = *std::min_element(a + at + 1, a + n);
    low += (q * (n - 1) - at) * (high - low);
  }
  delete[] a;
  return depth > 0 ? low + quantile(x, n, q / 2, depth - 1) : low;
}
[[grad]] double quantiles(const double *x, int n) {
  return quantile(x, n, 0.75, 0) * quantile(x, n, 0.3, 2) +
         quantile(x, n, 0.5, 1);
}

/// The mean of the worst losses.
[[grad]] double tail(const double *x, int n) {
  double losses[32];
  for (int i = 0; i < n; ++i)
    losses[i] = std::exp(-x[i]) * (i + 1);
  const int worst = n / 3 + 1;
  std::partial_sort(losses, losses + worst, losses + n, falling);
  double s = 0;
  for (int i = 0; i < worst; ++i)
    s += losses[i];
  return s / worst;
}

//===--- Loops ------------------------------------------------------------===//

[[grad]] double again(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    std::sort(x, x + n, counting);
    for (int i = 0; i < n; ++i)
      x[i] = x[i] * x[i] - (k + 1) * x[(i + k) % n];
    if (k % 2)
      std::nth_element(x + 1, x + 2, x + n);
    s += x[k] * x[n - 1 - k];
  }
  return s;
}

/// The number of comparisons so far is an index, and a factor.
[[grad]] double counted(const double *x, int n) {
  double s = 0;
  int own = 0;
  for (int k = 0; k < 3; ++k) {
    double a[32];
    for (int i = 0; i < n; ++i)
      a[i] = x[i] * std::cos(x[i] + k);
    const int before = compared;
    std::sort(a, a + n, counting);
    std::stable_sort(a + 1, a + n - 1, Counting{&own});
    s += (compared - before) * a[n / 2] * x[(own + k) % n];
  }
  return s;
}

/// A loop without an end that is known.
[[grad]] double untilSmall(double *x, int n) {
  int k = 0;
  while (x[n - 1] > 0.5 && ++k < 20) {
    std::sort(x, x + n);
    x[n - 1] *= 0.4;
    x[0] += x[n - 1] * x[1];
  }
  return x[0] + x[n / 2] * x[n - 1];
}

//===--- What is active ---------------------------------------------------===//

[[grad]] double inPart(const double *x, int n) {
  double a[64];
  for (int i = 0; i < n; ++i) {
    a[2 * i] = x[i] * x[i];
    a[2 * i + 1] = 0.3 * i + 0.05;
  }
  std::sort(a, a + 2 * n);
  double s = 0;
  for (int i = 0; i < 2 * n; ++i)
    s += (i + 1) * a[i] * a[i];
  return s;
}

/// The data are sorted, and are no variables; the parameter is.
[[grad("w")]] double inactive(double *data, int n, double w) {
  std::sort(data, data + n, std::greater<double>());
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w * data[i] * (i + w);
  return s;
}

[[grad]] double ranks(const double *x, int n) {
  int id[32];
  double key[32], s = 0;
  for (int i = 0; i < n; ++i) {
    id[i] = i;
    key[i] = x[i] * x[i];
  }
  std::sort(id, id + n, ByKey{key});
  for (int i = 0; i < n; ++i)
    s += (i + 1) * x[id[i]] * key[id[i]];
  return s;
}

/// Indices that are sorted anew in each iteration.
[[grad]] double ranksInLoop(double *x, int n) {
  int id[32];
  double s = 0;
  for (int i = 0; i < n; ++i)
    id[i] = n - 1 - i;
  for (int k = 0; k < 4; ++k) {
    std::sort(id, id + n);
    std::nth_element(id, id + n / 2, id + n, ByKey{x});
    x[id[n / 2]] *= 1.5 + x[id[0]];
    std::stable_sort(id, id + n, ByKey{x});
    for (int i = 0; i < n; ++i)
      s += (i + k) * x[id[i]] * x[id[i]];
  }
  return s;
}

/// The name of a variable that is captured may be that of a lambda's parameter
/// where the function around it is inlined.
static void sortByKeys(const double *x, int *id, int n) {
  std::sort(id, id + n, [x](int i, int j) { return x[i] < x[j]; });
}
[[grad]] double ranksByLambdas(double *x, int n) {
  double s = 0, key[32];
  int id[32];
  for (int i = 0; i + 4 < n; ++i) {
    for (int j = 0; j < n; ++j) {
      key[j] = x[j] * x[j] * (i + 1);
      id[j] = j;
    }
    sortByKeys(x + i, id, 4);
    x[i + id[1]] *= x[i + id[2]];
    std::sort(id, id + n, [=](int p, int q) { return key[p] > key[q]; });
    s += x[id[1]] * x[id[2]] + key[id[0]];
    std::sort(id, id + n, [&](int p, int q) { return x[p] + i < i + x[q]; });
    s += x[id[n - 1]] * key[id[n - 1]];
  }
  return s;
}

static const double *keys;
static int byKeys(const void *a, const void *b) {
  const double x = keys[*static_cast<const int *>(a)],
               y = keys[*static_cast<const int *>(b)];
  return x < y ? -1 : x > y;
}
static const double table[] = {0.3, 0.1, 0.7, 0.2, 0.9, 0.4, 0.6, 0.5};
[[grad]] double ranksInC(const double *x, int n) {
  int id[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  keys = table;
  qsort(id, 8, sizeof(int), byKeys);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * x[id[i % 8] % n] * x[i];
  return s;
}

/// Indices are no reals, whatever they stand beside.
struct Ranked {
  int id, rank;
};
static bool byRank(const Ranked &a, const Ranked &b) { return a.rank < b.rank; }
[[grad]] double recordsOfIntegers(const double *x, int n) {
  Ranked r[32];
  for (int i = 0; i < n; ++i)
    r[i] = {i, x[i] > 0.5 ? i : -i};
  std::sort(r, r + n, byRank);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * x[r[i].id] * x[r[i].id];
  return s;
}

//===--- A comparison that throws -----------------------------------------===//

static bool orThrow(double a, double b) {
  if (a > 5)
    throw std::runtime_error("too large");
  return a < b;
}
[[grad]] double throwing(double *x, int n) {
  std::sort(x, x + n, orThrow);
  return x[0] * x[n - 1];
}
static void checkThrowing() {
  double x[] = {3, 1, 2}, d[] = {0, 0, 0};
  NABLA_CHECK(check_equal("value", throwing_grad(x, 3, d), 3));
  NABLA_CHECK(check_equal("component", d[0], 1)); // of what was the largest
  double large[] = {3, 9, 2}, same[] = {7, 7, 7};
  bool thrown = false;
  try {
    throwing_grad(large, 3, same);
  } catch (const std::runtime_error &) {
    thrown = true;
  }
  NABLA_CHECK(check_true("thrown", thrown));
  for (double each : same)
    NABLA_CHECK(check_equal("untouched", each, 7));
}

//===--- Cost -------------------------------------------------------------===//

[[grad]] double spread(double *x, long n) {
  std::sort(x, x + n);
  return (x[n / 4] - x[n / 2]) * x[3 * n / 4];
}
static void checkLarge(long n) {
  double *x = new double[n], *d = new double[n];
  unsigned random = 1;
  for (long i = 0; i < n; ++i) {
    random = random * 1664525u + 1013904223u;
    x[i] = random / 4294967296.0;
    d[i] = 0;
  }
  spread_grad(x, n, d);
  double sum = 0;
  long touched = 0;
  for (long i = 0; i < n; ++i) {
    sum += d[i];
    touched += d[i] != 0;
  }
  NABLA_CHECK(check_near("sum", sum, x[n / 4] - x[n / 2]));
  NABLA_CHECK(check_equal("touched", touched, 3));
  delete[] x;
  delete[] d;
}

#define CHECK(Name)                                                            \
  NABLA_CHECK(check_array(Name, Name##_grad,                                   \
                          {0.9, -1.2, 1.9, 0.35, -0.6, 1.45, 0.05, 2.3}))

int main() {
#ifdef LARGE
  checkLarge(1000000);
  NABLA_CHECK(check_true("memory", nabla::arena::stats().peak < 40000000));
  return nabla_test::result();
#endif
  CHECK(movingMedians);
  CHECK(quantiles);
  CHECK(tail);
  CHECK(again);
  CHECK(untilSmall);
  CHECK(inPart);
  CHECK(ranks);
  CHECK(ranksInLoop);
  CHECK(ranksByLambdas);
  CHECK(ranksInC);
  CHECK(recordsOfIntegers);
  NABLA_CHECK(check_flat(
      [](double *p) {
        compared = 0;
        return counted(p, 8);
      },
      [](double *p, double *d) {
        compared = 0;
        return counted_grad(p, 8, d);
      },
      {0.9, -1.2, 1.9, 0.35, -0.6, 1.45, 0.05, 2.3}));
  compared = 0;
  double x[] = {0.9, -1.2, 1.9, 0.35, -0.6, 1.45, 0.05, 2.3}, d[8] = {};
  counted(x, 8);
  const int once = compared;
  counted_grad(x, 8, d);
  NABLA_CHECK(check_equal("comparisons", compared, 2 * once));
  NABLA_CHECK(check_true("gradient", std::count(d, d + 8, 0.0) < 8));

  double data[] = {1, 3, 2}, d_w = 0;
  NABLA_CHECK(check_equal("value", inactive_grad(data, 3, 2.0, &d_w),
                          2 * (3 * 2 + 2 * 3 + 1 * 4)));
  NABLA_CHECK(check_equal("d_w", d_w, 3 * 4 + 2 * 5 + 1 * 6));
  NABLA_CHECK(check_equal("sorted", data[0], 3));
  checkThrowing();
  checkLarge(3000);
  return nabla_test::result();
}
