// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks in loops with calls that are not inlined, with breaks, early returns,
// and blocks that live for a few iterations.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
using nabla_test::check_array;
static void work(double *z, double *out, const double *x, int n, int depth) {
  if (depth > 0) return work(z, out, x, n, depth - 1);
  for (int i = 0; i < n; ++i) z[i] = x[i] * x[i] * out[0];
  out[0] = out[0] * 0.5 + z[0] * z[n - 1];
}
[[grad]] double both_heap(const double *x, int n) {
  double out = x[0], s = 0;
  for (int k = 0; k < 3; ++k) {
    double *z = new double[n];
    work(z, &out, x, n, 1);
    s += z[0] * z[1] * out;
    delete[] z;
  }
  return s;
}
static void fill(double *z, const double *x, int n, int depth, double s) {
  if (depth > 0) return fill(z, x, n, depth - 1, s);
  for (int i = 0; i < n; ++i) z[i] = x[i] * x[i] * s;
}
[[grad]] double only_scratch(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < 3; ++k) {
    double *z = new double[n];
    fill(z, x, n, 1, s);
    s += z[0] * z[1];
    delete[] z;
  }
  return s;
}
// scratch not needed in reverse, but called
[[grad]] double unneeded(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < 3; ++k) {
    double *z = new double[n], *w = new double[n];
    fill(z, x, n, 1, s);
    fill(w, x, n, 1, 2 * s);
    s += z[0] * z[1] + w[0];
    delete[] z;
    delete[] w;
  }
  return s;
}
// printing reads the block
[[grad]] double printed(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < 2; ++k) {
    double *z = new double[n];
    for (int i = 0; i < n; ++i) z[i] = x[i] * s;
    s += z[0] * z[1];
    delete[] z;
  }
  return s;
}
// while with heap and break
[[grad]] double breaks(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < 10; ++k) {
    double *z = new double[n];
    for (int i = 0; i < n; ++i) z[i] = x[i] * s;
    s += z[0] * z[1];
    bool enough = s > 2;
    delete[] z;
    if (enough) break;
  }
  return s;
}
[[grad]] double early(const double *x, int n) {
  double *z = new double[n];
  for (int i = 0; i < n; ++i) z[i] = x[i] * x[i];
  if (z[0] > 0.3) { double r = z[0] * z[1]; delete[] z; return r; }
  double s = z[1] * z[2];
  delete[] z;
  return s;
}
// two-level lifetime: pointer declared outside, freed in next iteration
[[grad]] double ring(const double *x, int n) {
  double *p[2] = {nullptr, nullptr};
  double s = 0;
  for (int k = 0; k < 5; ++k) {
    delete p[k % 2];
    p[k % 2] = new double(x[k % n] * (k ? *p[(k + 1) % 2] : 1.0));
    s += *p[k % 2] * x[0];
  }
  delete p[0]; delete p[1];
  return s;
}
int main() {
  nabla_test::Point P = {0.7, 1.1, 0.4, 0.9};
  NABLA_CHECK(check_array(both_heap, both_heap_grad, P));
  NABLA_CHECK(check_array(only_scratch, only_scratch_grad, P));
  NABLA_CHECK(check_array(unneeded, unneeded_grad, P));
  NABLA_CHECK(check_array(printed, printed_grad, P));
  NABLA_CHECK(check_array(breaks, breaks_grad, P));
  NABLA_CHECK(check_array(early, early_grad, P));
  NABLA_CHECK(check_array(early, early_grad, {0.1, 1.1, 0.4, 0.9}));
  NABLA_CHECK(check_array(ring, ring_grad, P));
  return nabla_test::result();
}
