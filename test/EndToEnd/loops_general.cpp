// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of every shape: what is tested, what steps, what leaves; and those that
// count though they do not look like it.
//
// RUN: %at-levels %nabla -std=c++20 -Wno-everything %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <initializer_list>

[[grad]] double twoCounters(const double *a, int n) {
  double s = 0;
  for (int i = 0, j = n - 1; i < j; ++i, --j)
    s += a[i] * a[j];
  for (int i = 0, m = n / 2, k = 3; i < m; i++, k += 2)
    s = s * a[i] + k;
  return s;
}

[[grad]] double noCondition(const double *a, int n) {
  double s = 1;
  int i = 0;
  for (;;) {
    if (i == n)
      break;
    s *= a[i++];
    if (s > 5)
      break;
  }
  for (int k = 0;; ++k) {
    if (k >= n || a[k] > 3)
      return s * s;
    s += a[k] * s;
  }
}

[[grad]] double offsets(const double *a, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; ++i)
    s += a[i] * a[i + 1];
  for (int i = 0; i + 2 <= n; i += 2)
    s += std::sin(a[i]) * a[i + 1];
  for (int i = n; i - 1 > 0; --i)
    s *= a[i - 1];
  for (int i = 0; i < n - 1; ++i)
    s += a[i] * s;
  for (long i = 1; 2 + i < n; ++i)
    s += a[i] * a[i];
  return s;
}

[[grad]] double unsignedCounters(const double *a, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i + 1 < n; ++i)
    s += a[i] * a[i + 1];
  for (unsigned i = n; i-- > 0;)
    s = s * a[i] + a[i];
  for (unsigned i = n; i != 0; --i)
    s += a[i - 1] * s;
  for (unsigned i = n - 1; i < n; --i) // wraps around
    s = std::sin(s) + a[i];
  for (unsigned char c = 0; c < n; c += 1)
    s += c * a[c];
  return s;
}

[[grad]] double untilZero(double x, int n) {
  double s = x;
  int k = n;
  while (k--)
    s = std::sin(s) * x + k;
  while (n) {
    s += s * x;
    --n;
  }
  return s;
}

[[grad]] double squares(double x, int n) {
  double s = 1;
  for (int i = 2; i * i <= n; ++i)
    s = s * x + i;
  for (int i = 1; i < n; i *= 2)
    s += std::sin(s * x);
  return s;
}

[[grad]] double endMoves(const double *a, int n) {
  double s = 0;
  int m = n;
  for (int i = 0; i < m; ++i) {
    s += a[i] * a[i];
    if (a[i] > 1)
      --m;
  }
  for (int i = 0; i < n; ++i) {
    s *= 1 + 0.1 * a[i];
    if (a[i] < 0)
      ++i;
  }
  return s;
}

[[grad]] double assignedInTest(const double *a, int n) {
  double s = 0, y;
  int i = 0, more;
  while ((y = a[i] * a[i]) < 2 && i + 1 < n) {
    s += y * a[i];
    ++i;
  }
  while ((more = i < n) != 0) {
    s *= a[i];
    i += 1;
  }
  return s + y + more;
}

double rest(double x) { return x > 0.3 ? x * 0.8 - 0.1 : 0; }

[[grad]] double conditionVariables(double x) {
  double s = 0;
  while (double y = rest(x)) {
    s += y * x;
    x = y;
  }
  for (int k = 3; int m = k; --k)
    s += m * std::sin(x + m);
  if (double z = x * s)
    s += z;
  return s;
}

[[grad]] double findFirst(const double *a, int n) {
  int i;
  for (i = 0; i < n; ++i)
    if (a[i] > 1)
      break;
  double s = i < n ? a[i] * a[i] : a[0];
  int k = 0;
  while (k < n) {
    if (a[k] < 0)
      break;
    if (a[k] > 1.5) {
      k += 1;
      continue;
    }
    s += a[k];
    ++k;
  }
  return s * (k + 1);
}

[[grad]] double earlyReturns(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] < -1)
      return s;
    for (int j = 0; j < i; ++j) {
      if (a[i] * a[j] > 2)
        return s * a[j];
      if (a[j] < 0)
        continue;
      s += a[i] * a[j];
      int k = 0;
      do {
        s *= 0.9 + 0.01 * a[j];
        if (s > 4)
          return a[i] * a[i];
      } while (++k < 2);
    }
  }
  if (s > 1)
    return s * s;
  return s;
}

[[grad]] double continues(const double *a, int n) {
  double s = 1;
  int i = -1;
  do {
    ++i;
    if (a[i] < 0) {
      if (a[i] < -1)
        continue;
      s += a[i];
    } else if (a[i] > 1) {
      s *= a[i];
      if (s > 3)
        continue;
      s += 1;
    }
    s += 0.1 * a[i] * s;
  } while (i + 1 < n);
  return s;
}

[[grad]] double overArrays(const double *x) {
  static const double w[3] = {0.5, -1, 2};
  double a[3] = {x[0], x[1] * x[1], std::sin(x[2])};
  double s = 0, m[2][2] = {{x[0], x[1]}, {x[2], 1}};
  for (double v : a)
    s += v * v;
  for (double &v : a)
    v *= s;
  for (const auto &row : m)
    for (double v : row)
      s += v * s * 0.1;
  for (double c = 2; double v : w)
    s += c * v * a[1];
  for (auto [p, q] : m)
    s += p * q;
  for (double v : {1.0, 2.0, x[0] * x[1]})
    s *= v + s;
  for (int k : {3, 1})
    s += k * a[k - 1];
  return s + a[0] * a[2];
}

struct Pair {
  double First, Second;
};

[[grad]] double bindings(double x, double y) {
  double a[2] = {x * y, x};
  auto [p, q] = a;
  auto &[r, s] = a;
  Pair both{x, y * y};
  auto [f, g] = both;
  const auto &[h, k] = both;
  r *= q;
  f += 1;
  both.First *= 2;
  return p * s + r * f * g + h * k;
}

[[grad]] double oddEnds(double x, int n) {
  static_assert(sizeof(double) == 8, "");
  if constexpr (sizeof(int) == 4)
    x *= 2;
  else
    x = 0;
  if (int m = n * 2; m > 3)
    x *= m;
  else
    x += m;
  if (__builtin_expect(x > 3, 0)) [[unlikely]]
    x = std::sin(x);
  else [[likely]]
    x *= x;
  switch (n) {
  case 1:
    return x * 3;
  [[likely]] case 2:
    return x * x;
  case 3:
    break;
  default:
    if (n > 1000)
      __builtin_unreachable();
  }
  return x;
}

// Iterations that are run again leave out the loops that set nothing they need.
[[grad]] double idleLoops(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; ++i) {
    double z[2] = {x[i], x[i + 1]};
    const int j = (i * 2 + i) % 5;
    if (!(j >= 3 || z[0] < -5)) {
      int m = 4;
      for (;;) {
        const int k = m;
        if (k)
          --m;
        else
          break;
      }
    }
    z[0] *= z[1];
    z[1] *= z[0];
    s += z[0] * z[1];
  }
  return s;
}

int main() {
  nabla_test::Point X;
  for (int n = 1; n < 8; ++n) {
    X.push_back(0.43 + 0.3 * ((n * 3) % 5) - (n == 5 ? 1.2 : 0));
    NABLA_CHECK(check_array(twoCounters, twoCounters_grad, X));
    NABLA_CHECK(check_array(noCondition, noCondition_grad, X));
    NABLA_CHECK(check_array(offsets, offsets_grad, X));
    NABLA_CHECK(check_array(unsignedCounters, unsignedCounters_grad, X));
    NABLA_CHECK(check_array(endMoves, endMoves_grad, X));
    NABLA_CHECK(check_array(assignedInTest, assignedInTest_grad, X));
    NABLA_CHECK(check_array(findFirst, findFirst_grad, X));
    NABLA_CHECK(check_array(earlyReturns, earlyReturns_grad, X));
    NABLA_CHECK(check_array(continues, continues_grad, X));
  }
  NABLA_CHECK(
      check_array(earlyReturns, earlyReturns_grad, {0.3, 1.2, 2.5, 0.1, -1.5}));
  NABLA_CHECK(check_array(offsets, offsets_grad, {0.3, 1.2, 2.5, 0.1, -1.5}));
  for (int n = 0; n < 6; ++n) {
    double m = n;
    NABLA_CHECK(check_scalar(untilZero, untilZero_grad, {0.7, m}));
    NABLA_CHECK(check_scalar(squares, squares_grad, {0.7, m * m}));
    for (double x : {0.7, 2.9})
      NABLA_CHECK(check_scalar(oddEnds, oddEnds_grad, {x, m}));
  }
  for (double x : {0.2, 0.7, 2.9})
    NABLA_CHECK(check_scalar(conditionVariables, conditionVariables_grad, {x}));
  NABLA_CHECK(check_array(overArrays, overArrays_grad, {0.4, 1.1, 0.7}));
  NABLA_CHECK(check_scalar(bindings, bindings_grad, {0.4, 1.1}));
  NABLA_CHECK(
      check_array(idleLoops, idleLoops_grad, {0.7, 1.2, 0.4, 0.9, 1.1}));
  return nabla_test::result();
}
