// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations that are run again for their blocks and arrays, with loops inside
// that are left by a break: what the break's test reads is run again too.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdlib>

/// The test is a value of the inner iteration.
[[grad]] double before(double t, double r, int n) {
  for (int l = 0; l < n; ++l) {
    double *p = new double[3];
    for (int i = 0; i < 3; ++i)
      p[i] = r * r + i;
    double q = std::sin(r);
    int pos = 0;
    while (pos++ < l) {
    }
    q = q + 0.1 * pos;
    t = t * q * p[l % 3];
    delete[] p;
  }
  return t;
}

/// The test reads what is older than the iteration, and changed since.
[[grad]] double outside(double t, double r, int n) {
  int last = 0, pos = 0;
  for (int l = 0; l < n; ++l) {
    double *p = new double[3];
    for (int i = 0; i < 3; ++i)
      p[i] = r * r;
    double q = std::sin(r);
    pos = 0;
    for (;;) {
      last = pos;
      ++pos;
      if (last > l + 1)
        break;
      p[l % 3] *= q;
    }
    q = q + 0.1 * pos;
    t += q * q * p[l % 3];
    delete[] p;
    last = 77;
  }
  return t * r;
}

/// A counted loop that is left before its end.
[[grad]] double counted(double t, double r, int n) {
  int last = 0;
  for (int l = 0; l < n; ++l) {
    double p[3];
    for (int i = 0; i < 3; ++i)
      p[i] = r * r;
    int k = last;
    for (int pos = 0; pos < 7; ++pos) {
      if (k > 4) {
        last = k;
        if (pos % 2)
          break;
      }
      k += 2;
      p[pos % 3] *= r + p[0];
    }
    --last;
    t += p[1] * p[0] + p[2] * p[2];
  }
  return t * r;
}

/// Left from within a loop inside, by a flag.
[[grad]] double flagged(double t, double r, int n) {
  for (int l = 0; l < n; ++l) {
    double p[3];
    for (int i = 0; i < 3; ++i)
      p[i] = r * r;
    bool go = true;
    int m = 0;
    while (go) {
      int k = m;
      for (int j = 0; j < 5; ++j) {
        int z = k++;
        if (z * l > 3 + j) {
          go = false;
          break;
        }
      }
      if (m++ > 5)
        break;
      p[m % 3] *= r + p[0];
    }
    t += p[1] * p[0] + p[2] * p[2];
  }
  return t * r;
}

/// Counts down to zero, in a block's iteration.
static double Weights[4] = {0.5, 0.25, 1.5, 2.0};
[[grad]] double down(double t, double r, int n) {
  for (int l = 0; l < n; ++l) {
    double *p = static_cast<double *>(std::malloc(4 * sizeof(double)));
    for (int i = 0; i < 4; ++i)
      p[i] = std::cos(r) + i;
    int left = 3;
    while (left) {
      p[left] *= Weights[left] * r;
      --left;
    }
    t += 0.1 * p[0] * p[1] + 0.1 * p[2] * p[3] * t;
    std::free(p);
  }
  return t * r;
}

int main() {
  for (double n : {0.0, 1.0, 3.0, 5.0}) {
    NABLA_CHECK(check_scalar(before, before_grad, {1.3, 0.9, n}));
    NABLA_CHECK(check_scalar(outside, outside_grad, {1.3, 0.9, n}));
    NABLA_CHECK(check_scalar(counted, counted_grad, {1.3, 0.9, n}));
    NABLA_CHECK(check_scalar(flagged, flagged_grad, {1.3, 0.9, n}));
    NABLA_CHECK(check_scalar(down, down_grad, {1.3, 0.9, n}));
  }
  return nabla_test::result();
}
