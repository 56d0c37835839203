// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of arrays that an iteration declares, with pointers to their rows, in
// loops without a known number of iterations: stages of Runge-Kutta methods.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

using nabla_test::check_array;

static void slope(double t, const double *y, double *dy, double a) {
  dy[0] = y[1];
  dy[1] = -a * std::sin(y[0]) - 0.1 * y[1] + std::cos(t);
}
[[grad]] double adaptive(double *x, int) {
  double y[2] = {x[0], x[1]}, t = 0, h = 0.2;
  for (int n = 0; t < 1.5 && n < 40; ++n) {
    double k[3][2];
    for (int s = 0; s < 3; ++s) {
      double w[2];
      for (int i = 0; i < 2; ++i) {
        w[i] = y[i];
        for (int j = 0; j < s; ++j)
          w[i] += h * (s == 1 ? 0.5 : j ? 2 : -1) * k[j][i];
      }
      slope(t + 0.5 * s * h, w, k[s], x[2]);
    }
    double error = 0;
    for (int i = 0; i < 2; ++i) {
      y[i] += h * (k[0][i] + 4 * k[1][i] + k[2][i]) / 6;
      error += std::fabs(k[0][i] - 2 * k[1][i] + k[2][i]);
    }
    t += h;
    h *= error > 0.05 ? 0.7 : 1.1;
  }
  return y[0] * y[1];
}

static void twist(double (*m)[3], int n, double x) {
  if (n > 0) {
    twist(m, n - 1, x);
    m[n][0] += m[n - 1][1] * x;
  }
}
[[grad]] double initialised(double *x, int) {
  double s = x[0];
  int i = 0;
  while (s < 9 && i < 5) {
    double m[3][3] = {{s, x[0]}, {x[1], s, x[2]}};
    twist(m, 2, x[1]);
    double *r = m[i % 3];
    r[1] += m[1][1] * m[0][0];
    s = 0.6 * s + r[0] * 0.1 + m[2][0] + m[0][1] * r[1] * 0.1;
    ++i;
  }
  return s;
}

[[grad]] double threeExtents(double *x, int n) {
  double s = x[0];
  int i = 0;
  while (i < n + 1) {
    double m[2][2][2] = {};
    for (int a = 0; a < 8; ++a)
      m[a / 4][a / 2 % 2][a % 2] = s * a * 0.1 + x[1];
    double(*p)[2] = m[i % 2];
    double *q = p[1];
    q[0] *= x[2];
    s = 0.5 * s + q[0] * m[1][1][1] * 0.1 + p[0][1] * m[0][1][0] * 0.05;
    ++i;
  }
  return s;
}

[[grad]] double leftEarly(double *x, int n) {
  double s = x[0];
  for (int i = 0; i < n; ++i) {
    double m[2][2];
    for (int a = 0; a < 4; ++a)
      m[a / 2][a % 2] = s * a * 0.1 + x[1];
    const double *rows[2] = {m[1], m[0]};
    if (s > 3)
      break;
    s = 0.5 * s + rows[i % 2][1] * rows[0][0] * x[2];
  }
  return s;
}

struct Pair {
  double a, b;
};
static void mix(Pair *q, double x, int n) {
  if (n)
    return mix(q, x, n - 1);
  q[0].a += q[1].b * x;
}
[[grad]] double ofRecords(double *x, int n) {
  double s = x[0];
  int i = 0;
  while (i < n) {
    Pair q[2][2] = {{{s, x[1]}, {x[0], s}}, {{x[2], x[1]}, {s, x[0]}}};
    mix(q[i % 2], x[1], 2);
    s = 0.4 * s + q[0][0].a * q[1][0].a * 0.2;
    ++i;
  }
  return s;
}

struct Tree {
  double v;
  Tree *left;
};
static double fold(Tree *n) {
  if (!n)
    return 1;
  n->v = 0.5 * n->v + 0.25 * fold(n->left);
  return n->v;
}
[[grad]] double ofNodes(double *x, int n) {
  double s = x[0];
  for (int i = n; i > 0; --i) {
    Tree c[2][1] = {{{x[1] * s, nullptr}}, {{x[2], nullptr}}};
    Tree b = {s, &c[i % 2][0]};
    s = 0.5 * s + fold(&b);
  }
  return s;
}

//===--- In a loop in a loop ----------------------------------------------===//

/// The rows' addresses are kept for each trip of the outer loop.
[[grad]] double inBothLoops(double *x, int n) {
  double s = x[0];
  while (s < 40 && n-- > 0)
    for (int k = 0; k < n + 2; ++k) {
      double c[3][3] = {
          {s, x[1], x[2]}, {x[2] / x[1], s * 0.1, x[1]}, {1, x[2], x[1]}};
      s = 0.5 * s + c[k % 3][2] + 1;
      double *p = nullptr;
      if (k % 3 != 0)
        p = &c[k % 3][(k * 3 + 1) % 3];
      if (p)
        *p = 0.5 * *p + s * x[1];
      s += 0.1 * c[k % 3][1] * c[2][k % 3] + 0.3;
    }
  return s;
}

[[grad]] double threeExtentsInBoth(double *x, int n) {
  double s = x[0];
  while (s < 40 && n-- > 0)
    for (int k = 0; k < n + 2; ++k) {
      double c[2][2][3];
      for (int i = 0; i < 12; ++i)
        c[i / 6][i / 3 % 2][i % 3] = std::tanh(0.2 * s * i + 0.1 * x[1]);
      double(*p)[2][3] = k % 2 ? c : c + 1;
      (*p)[1][2] *= x[1];
      s = std::sin(c[0][1][2] * c[1][1][2]) + x[2] * (*p)[0][1] * 0.1;
    }
  return s;
}

int main() {
  for (auto x : {nabla_test::Point{0.7, 1.3, 0.4}, {1.2, 0.5, -0.8}}) {
    NABLA_CHECK(check_array(adaptive, adaptive_grad, x));
    NABLA_CHECK(check_array(initialised, initialised_grad, x));
    NABLA_CHECK(check_array(threeExtents, threeExtents_grad, x));
    NABLA_CHECK(check_array(leftEarly, leftEarly_grad, x));
    NABLA_CHECK(check_array(ofRecords, ofRecords_grad, x));
    NABLA_CHECK(check_array(ofNodes, ofNodes_grad, x));
    NABLA_CHECK(check_array(inBothLoops, inBothLoops_grad, x));
    NABLA_CHECK(check_array(threeExtentsInBoth, threeExtentsInBoth_grad, x));
  }
  return nabla_test::result();
}
