// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small arrays that a loop carries from iteration to iteration.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

static void swing(const double *y, const double *p, double *dy) {
  dy[0] = y[1] * p[0];
  dy[1] = -p[1] * std::sin(y[0]) - p[2] * y[1] * y[1];
}

static void step(double *y, const double *p, double h) {
  double k1[2], k2[2], t[2];
  swing(y, p, k1);
  for (int i = 0; i < 2; ++i)
    t[i] = y[i] + h * k1[i];
  swing(t, p, k2);
  for (int i = 0; i < 2; ++i)
    y[i] += 0.5 * h * (k1[i] + k2[i]);
}

[[grad]] double pendulum(const double *p, int) {
  double y[2] = {p[3], 0.1};
  for (int s = 0; s < 40; ++s)
    step(y, p, 0.05);
  return y[0] * y[1];
}

// Read afterwards, and left in the middle, before and after a change.
[[grad]] double until(const double *p, int n) {
  double y[3] = {p[0], p[1], p[2]}, last = 0;
  for (int s = 0; s < 30; ++s) {
    last = y[0] * y[1];
    if (last > 3.0)
      break;
    y[0] += 0.1 * y[1] * y[2];
    y[1] += 0.1 * y[0] * p[n - 1];
    if (y[1] > 2.2)
      break;
    y[2] *= 1.01 * y[1];
  }
  return y[0] * y[2] + last * y[1];
}

// The number of steps comes with the steps, and so does their length.
[[grad]] double adaptive(const double *p, int n) {
  double y[2] = {1.0, p[0]}, t = 0, h = 0.1;
  while (t < 2.0) {
    double error = p[1] * y[0] * y[0] - y[1] * y[1];
    double factor = error > 0.2 ? 0.6 : 1.2;
    y[0] += h * y[1] * p[n - 1];
    y[1] -= h * y[0] * y[0] * p[1];
    t += h;
    h *= factor;
    if (h > 0.3 || h < 0.02)
      h = 0.05;
  }
  return y[0] + y[1] * y[0];
}

// A matrix, in a loop in a loop; the order of updates matters.
[[grad]] double rotation(const double *w, int) {
  double R[2][2] = {{1, 0}, {0, 1}}, sum = 0;
  for (int year = 0; year < 3; ++year) {
    for (int s = 0; s < 20; ++s)
      for (int j = 0; j < 2; ++j) {
        double a = R[0][j], b = R[1][j];
        R[0][j] += 0.05 * (w[0] * b - w[1] * a * b);
        R[1][j] -= 0.05 * (w[2] * R[0][j] * R[0][1 - j]);
      }
    sum += R[0][0] * R[1][1] - R[0][1] * R[1][0] * w[3];
  }
  return sum;
}

// Two states; each reads the other, and a pointer chooses between them.
[[grad]] double chosen(const double *p, int n) {
  double a[2] = {p[0], p[1]}, b[2] = {p[2], 0.5};
  for (int s = 0; s < 20; ++s) {
    double *from = s % 3 ? a : b, *to = s % 3 ? b : a;
    to[0] += 0.1 * from[1] * to[1] * p[n - 1];
    to[1] += 0.1 * from[0] * to[0] - 0.2 * from[0] * from[1];
  }
  return a[0] * b[1] + a[1] * b[0];
}

// A pointer that is older than the loop.
[[grad]] double olderPointer(const double *p, int n) {
  double y[2] = {p[0], p[1]}, *second = y + 1;
  for (int s = 0; s < 20; ++s) {
    double a = y[0] * y[1] * p[2];
    y[0] += 0.1 * a;
    *second -= 0.1 * a * y[0] * p[n - 1];
  }
  return y[0] * *second;
}

// A pointer that leads into the state of the last iteration.
[[grad]] double laterPointer(const double *p, int n) {
  double y[2] = {p[0], p[1]}, *last = y;
  for (int s = 0; s < 20; ++s) {
    double a = y[0] * y[1] * p[2];
    y[0] += 0.1 * a;
    y[1] -= 0.1 * a * y[0] * p[n - 1];
    last = a > 0.2 ? y : y + 1;
  }
  return *last * y[0];
}

int main() {
  NABLA_CHECK(check_array(pendulum, pendulum_grad, {1.1, 2.0, 0.1, 0.7}));
  NABLA_CHECK(check_array(until, until_grad, {0.8, 1.1, 0.9, 0.7}));
  NABLA_CHECK(check_array(until, until_grad, {1.9, 1.1, 0.9, 0.1}));
  NABLA_CHECK(check_array(adaptive, adaptive_grad, {0.6, 0.9, 0.8}));
  NABLA_CHECK(check_array(rotation, rotation_grad, {0.9, 0.4, 1.1, 0.7}));
  NABLA_CHECK(check_array(chosen, chosen_grad, {0.9, 0.4, 1.1, 0.7}));
  NABLA_CHECK(
      check_array(olderPointer, olderPointer_grad, {0.9, 0.4, 1.1, 0.7}));
  NABLA_CHECK(
      check_array(laterPointer, laterPointer_grad, {0.9, 0.4, 1.1, 0.7}));
  return nabla_test::result();
}
