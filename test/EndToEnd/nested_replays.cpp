// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two loops, one in the other, that are both run again for their reverse: what
// belongs to an iteration of the outer one, and is made in the inner one, is
// made by the outer replay and found by the inner.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

using nabla_test::check_array;

/// Blocks handed on from one iteration to the next: whoever calls this in a
/// loop has to run the loop again.
static inline double scratch(double z, double u) {
  double *a = new double[2]();
  a[1] = std::sin(z - u);
  for (int m = 0; m < 1; ++m) {
    double *b = new double[2];
    for (int i = 0; i < 2; ++i)
      b[i] = 0.5 * a[(i + 1) % 2] * a[i] + std::tanh(u);
    delete[] a;
    a = b;
  }
  double s = 0.5 * z + a[1];
  delete[] a;
  return s * u;
}

struct Node {
  double value;
  Node *next;
};
[[grad]] double nodes(const double *x, int) {
  double y = x[0], t = x[1];
  for (int k = 0; k < 3; ++k) {
    Node *d = nullptr;
    for (int n = 0; n < 4; ++n)
      d = new Node{std::cos(scratch(y, t)) + 0.1 * n, d};
    for (Node *p = d; p; p = p->next)
      y = 0.5 * y + p->value;
    while (d) {
      Node *p = d->next;
      delete d;
      d = p;
    }
    if (y > 9)
      break;
  }
  return y * t;
}

[[grad]] double blocksOfIntegers(const double *x, int) {
  double y = x[0], t = x[1];
  for (int k = 0; k < 3 && y < 9; ++k) {
    int *kept[4];
    for (int n = 0; n < 4; ++n) {
      int *order = new int[2];
      order[0] = (n * 3 + k) % 4;
      order[1] = n;
      kept[n] = order;
      y = 0.5 * y + scratch(y, t) * order[0];
    }
    for (int n = 0; n < 4; ++n) {
      y += kept[n][0] * t * y * 0.05;
      delete[] kept[n];
    }
  }
  return y * t;
}

// Results of calls with a state, and the frames of calls.
__attribute__((noinline)) static int next(int *state) {
  *state = (*state * 7 + 3) % 11;
  return *state;
}
[[grad]] double results(const double *x, int) {
  double y = x[0], t = x[1];
  for (int k = 0; k < 3 && y < 9; ++k) {
    int state = k + 1;
    double *w = new double[3];
    w[0] = y;
    w[1] = t;
    w[2] = y * t;
    double *q = w + 1;
    for (int n = 0; n < 4; ++n) {
      int i = next(&state);
      double g = scratch(y, t);
      y = 0.5 * y + g * i * 0.1 + q[i % 2] * g;
      *q *= g;
    }
    delete[] w;
  }
  return y * t;
}
__attribute__((noinline)) static void add(double v, double *sum, int *state) {
  *state = (*state * 7 + 3) % 11;
  *sum += v * *state;
}
[[grad]] double frames(const double *x, int) {
  double y = x[0], t = x[1];
  for (int k = 0; k < 3 && y < 9; ++k) {
    int state = k + 1;
    double sum = 0;
    for (int n = 0; n < 4; ++n) {
      double g = scratch(y, t);
      add(g * 0.01, &sum, &state);
      y = 0.5 * y + g;
    }
    y += sum;
  }
  return y * t;
}
static double deep(double v, int *state, int n) {
  *state = (*state * 7 + 3) % 11;
  return n > 0 ? 0.5 * deep(v, state, n - 1) + v * *state : v * v;
}
[[grad]] double recursion(const double *x, int) {
  double y = x[0], t = x[1];
  for (int k = 0; k < 3 && y < 9; ++k) {
    int state = k + 1;
    for (int n = 0; n < 4; ++n)
      y = 0.5 * y + 0.02 * deep(scratch(y, t), &state, 2);
  }
  return y * t;
}

int main() {
  for (auto x : {nabla_test::Point{0.5, -0.78}, {1.9, 0.4}, {0.7, 1.3}}) {
    NABLA_CHECK(check_array(nodes, nodes_grad, x));
    NABLA_CHECK(check_array(blocksOfIntegers, blocksOfIntegers_grad, x));
    NABLA_CHECK(check_array(results, results_grad, x));
    NABLA_CHECK(check_array(frames, frames_grad, x));
    NABLA_CHECK(check_array(recursion, recursion_grad, x));
  }
  return nabla_test::result();
}
