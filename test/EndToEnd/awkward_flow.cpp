// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs written to break a reverse sweep, by how control goes: unsigned
// counters and wrap, no iterations, steps down, bounds that move, counters
// changed in the body, exits from nested loops, fallthrough, jumps, recursion.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 -w %s -o %t

#include "support/check_gradient.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Unsigned countdown with wrap.
[[grad]] double unsignedDown(const double *x, int n) {
  double s = 1;
  for (unsigned i = n; i-- > 0;)
    s = s * 0.5 + x[i] * x[i] * s;
  for (std::size_t k = n - 1; k < static_cast<std::size_t>(n); --k)
    s += x[k] * s * 0.1;
  return s;
}

// Uint8 counter that wraps.
[[grad]] double wraps(double x) {
  double s = x;
  std::uint8_t k = 250;
  while (k != 3) {
    s += std::sin(s * x) * k * 0.001;
    ++k;
  }
  return s;
}

// Early returns in nested loops.
[[grad]] double nestedReturns(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      s *= 1 + 0.1 * x[i] * x[j];
      int k = 0;
      while (true) {
        s += 0.1 * x[k] * s;
        if (s > 3.0)
          return s * s * x[k];
        if (++k > j)
          break;
      }
      if (s > 2.5)
        return s * x[j];
    }
    if (s < 0)
      return -s;
  }
  return s;
}

// Zero trips.
[[grad]] double zeroTrips(double *x, int n) {
  double s = x[0];
  for (int i = n; i < n; ++i)
    s *= x[i];
  for (int i = 0; i < -n; ++i)
    s *= x[i];
  for (int i = 5; i >= 7; --i)
    s *= x[i];
  int k = 9;
  while (k < n) {
    s += x[k];
    x[k] = s;
    k++;
  }
  do {
    s *= x[1];
  } while (s > 1e9);
  for (unsigned i = 3; i < 3u; ++i)
    x[i] = s;
  return s * s;
}

// Negative steps in strides, bound moves.
[[grad]] double steps(double *x, int n) {
  double s = 0;
  for (int i = n - 1; i >= 0; i -= 3) {
    s += x[i] * s + x[i];
    x[i] = s;
  }
  for (int i = 0, j = n - 1; i < j; ++i, --j) {
    double t = x[i];
    x[i] = x[j] * t;
    x[j] = t * s;
  }
  int m = n;
  for (int i = 0; i < m; ++i) {
    if (x[i] > 0.5 && m > 2)
      --m;
    s += x[i] * x[m - 1];
  }
  for (int i = 0; i < n; i += i + 1)
    s += x[i] * s * 0.1;
  return s;
}

// Overwritten index table.
[[grad]] double indexTable(const double *x, int n) {
  int idx[4] = {3, 1, 0, 2};
  double s = 1;
  for (int r = 0; r < 5; ++r) {
    for (int i = 0; i < 4; ++i) {
      s += x[idx[i]] * x[i] * s * 0.1;
      idx[i] = (idx[i] + i + r) % n;
    }
    int t = idx[0];
    idx[0] = idx[3];
    idx[3] = t;
  }
  return s * x[idx[1]];
}

// Switch inside loop, case without braces, return inside.
[[grad]] double switchLoop(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    switch (i % 4) {
    case 0:
      s += x[i] * s;
    case 1:
      s *= 1 + 0.1 * x[i];
      if (s > 9)
        return s * x[i];
      break;
    default: {
      double t = s * x[i];
      s -= t * 0.1;
    }
      continue;
    case 3:
      if (x[i] < 0)
        return -s * x[0];
      s = s * s;
    }
  return s;
}

// Self-referencing updates.
[[grad]] double selfUpdates(double x, double y) {
  double s = x;
  s *= s;
  s += s;
  s -= s * s;
  s = s * s - s / (1 + s * s);
  s /= 1 + s;
  s += s = y * s;
  y = s * (y = y * 2) + y;
  return s * y;
}

// Do/while with continue and assignments in the condition.
[[grad]] double conditionAssigns(double x, double y) {
  double s = x, t;
  int k = 0;
  do {
    ++k;
    if (k == 2)
      continue;
    s *= 1 + 0.1 * y;
  } while ((t = s * y) < 3 && k < 6);
  while ((s -= t * 0.1) > 0.5 && (k++ < 20))
    t *= s;
  for (double u; (u = s * t), k-- > 0; s += 0.01 * u)
    t += u * 0.01;
  return s * t;
}

// Labels.
[[grad]] double retry(double x, int n) {
  int k = 0;
  double s = x;
again:
  s = s * s * 0.5 + x;
  for (int i = 0; i < n; ++i) {
    s += 0.1 * s * x;
    if (s > 4)
      goto out;
    if (i == 1 && k++ < 2)
      goto again;
  }
  s *= x;
out:
  return s * k;
}

// Recursion with local arrays and early return.
static double rec(const double *x, int n, double a) {
  if (n <= 0)
    return a;
  double b[2] = {a * x[n - 1], a + x[n - 1]};
  if (b[0] > 5)
    return b[0] * b[0];
  a = rec(x, n - 1, b[n & 1]);
  b[0] *= a;
  return b[0] + rec(x, n - 2, b[1] * 0.5);
}
[[grad]] double recursive(const double *x, int n) { return rec(x, n, 1.0); }

// Static const tables, enum indices, bool arithmetic.
enum Kind { Lin, Quad, Cub };
static const double table[3][2] = {{1, 2}, {3, 4}, {5, 6}};
[[grad]] double tables(const double *x, int n) {
  double s = 0;
  bool flip = false;
  Kind k = Lin;
  for (int i = 0; i < n; ++i) {
    s += table[k][flip] * x[i] * (flip ? s : 1) + (x[i] > 0) * x[i];
    flip = !flip;
    flip ^= (i == 2);
    k = static_cast<Kind>((k + 1 + flip) % 3);
  }
  return s;
}

// Integer bit state.
[[grad]] double bits(const double *x, int n) {
  std::uint32_t h = 2166136261u;
  double s = 1;
  for (int i = 0; i < 20; ++i) {
    h = (h ^ i) * 16777619u;
    unsigned j = (h >> 7) % n;
    s += ((h & 1) ? x[j] : -x[j] * s) * 0.25;
    h = (h << 3) | (h >> 29);
  }
  return s;
}

// Counter modified in body, size_t diff, ptrdiff.
[[grad]] double bodyCounter(const double *x, int n) {
  double s = 1;
  const double *e = x + n;
  for (int i = 0; i < n; ++i) {
    s += x[i] * s;
    if (i == 1)
      i += 2;
    if (s < 0) {
      i = n;
    }
  }
  for (const double *p = x; p < e;) {
    std::ptrdiff_t k = e - p;
    s += *p * k * s * 0.1;
    p += (k > 2) ? 2 : 1;
  }
  return s;
}

// Variable declared outside, overwritten in inner loop and used after in outer.
[[grad]] double carried(const double *x, int n) {
  double t = 1, last = 0, s = 0;
  for (int i = 0; i < n; ++i) {
    double w = t * last;
    for (int j = 0; j <= i; ++j) {
      t = x[j] * t + w;
      last = t;
      if (j == 2)
        break;
      w += last * 0.1;
    }
    s += w * t;
    t = s * 0.2;
  }
  return s * last;
}

// Mutual recursion, with the arguments exchanged on the way.
static double odd(const double *x, int n, double a, double &sum);
static double even(const double *x, int n, double a, double &sum) {
  if (n == 0)
    return a;
  double t = a * x[n - 1];
  sum += t * t;
  return odd(x, n - 1, t + sum, sum) * t;
}
static double odd(const double *x, int n, double a, double &sum) {
  double before = sum;
  if (n == 0)
    return a * a;
  sum *= x[n - 1];
  double r = even(x, n - 1, a - before, sum);
  return r + even(x, n / 2, sum, before) * before;
}
[[grad]] double mutual(const double *x, int n) {
  double sum = 1;
  return even(x, n, x[0], sum) * sum;
}

int main() {
  NABLA_CHECK(
      check_array(unsignedDown, unsignedDown_grad, {0.3, 0.7, 1.1, -0.4, 0.9}));
  NABLA_CHECK(check_array(unsignedDown, unsignedDown_grad, {0.3}));
  NABLA_CHECK(check_scalar(wraps, wraps_grad, {0.8}));
  NABLA_CHECK(check_array(nestedReturns, nestedReturns_grad, {0.3, 0.7, 1.1}));
  NABLA_CHECK(check_array(nestedReturns, nestedReturns_grad, {1.3, 0.7, 1.1}));
  NABLA_CHECK(check_array(nestedReturns, nestedReturns_grad, {0.1, 0.1, 0.1}));
  NABLA_CHECK(check_array(zeroTrips, zeroTrips_grad, {0.3, 0.7, 1.1}));
  NABLA_CHECK(check_array(steps, steps_grad, {0.3, 0.7, 1.1, -0.4, 0.9, 0.2}));
  NABLA_CHECK(check_array(steps, steps_grad, {0.3}));
  NABLA_CHECK(
      check_array(indexTable, indexTable_grad, {0.3, 0.7, 1.1, -0.4, 0.5}));
  NABLA_CHECK(check_array(switchLoop, switchLoop_grad,
                          {0.3, 0.7, 1.1, 0.4, 0.9, 0.2, 0.3, 0.8}));
  NABLA_CHECK(
      check_array(switchLoop, switchLoop_grad, {0.3, 0.7, 1.1, -0.4, 0.9}));
  NABLA_CHECK(
      check_array(switchLoop, switchLoop_grad, {9.3, 0.7, 1.1, -0.4, 0.9}));
  NABLA_CHECK(check_scalar(selfUpdates, selfUpdates_grad, {0.3, 0.7}));
  NABLA_CHECK(
      check_scalar(conditionAssigns, conditionAssigns_grad, {0.9, 0.7}));
  NABLA_CHECK(check_scalar(
      +[](double x) { return retry(x, 3); },
      +[](double x, double *d) { return retry_grad(x, 3, d); }, {0.6}));
  NABLA_CHECK(
      check_array(recursive, recursive_grad, {0.3, 0.7, 1.1, 0.4, 0.6}));
  NABLA_CHECK(
      check_array(tables, tables_grad, {0.3, 0.7, 1.1, 0.4, 0.5, -0.1}));
  NABLA_CHECK(check_array(bits, bits_grad, {0.3, 0.7, 1.1, 0.4}));
  NABLA_CHECK(check_array(bodyCounter, bodyCounter_grad,
                          {0.3, 0.7, 1.1, 0.4, 0.5, -0.1}));
  NABLA_CHECK(check_array(carried, carried_grad, {0.3, 0.7, 1.1, 0.4, 0.5}));
  NABLA_CHECK(check_array(mutual, mutual_grad, {0.3, 0.7, 1.1, 0.4, 0.6}));
  return nabla_test::result();
}
