// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrappers of malloc that return void *.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cstdlib>

using nabla_test::check_array;

static void *xmalloc(std::size_t bytes) {
  void *p = std::malloc(bytes);
  if (!p)
    std::abort();
  return p;
}
static void *xcalloc(std::size_t n, std::size_t size) {
  void *p = calloc(n, size);
  if (p == nullptr)
    std::abort();
  return p;
}
static void xfree(void *p) {
  if (p)
    std::free(p);
}

[[grad]] double wrapped(double *x, int n) {
  double *u = (double *)xmalloc(n * sizeof(double));
  double *v = (double *)xcalloc(n, sizeof(double));
  for (int i = 0; i < n; ++i) {
    u[i] = x[i] * x[i];
    v[i] += u[i] * x[0];
  }
  double s = u[0] * v[1] + v[n - 1];
  xfree(u);
  xfree(v);
  return s;
}
[[grad]] double byAVariable(double *x, int) {
  void *block = malloc(3 * sizeof(double));
  double *u = static_cast<double *>(block);
  u[0] = x[0];
  u[1] = u[0] * x[1];
  double s = static_cast<double *>(block)[1] * x[2];
  free(block);
  return s;
}
struct Pair {
  double a, b;
  int k;
};
static Pair *pairs(int n) { return (Pair *)xmalloc(n * sizeof(Pair)); }
[[grad]] double records(double *x, int n) {
  Pair *p = pairs(n);
  for (int i = 0; i < n; ++i)
    p[i] = {x[i], x[0] * i, i};
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i].a * p[n - 1 - i].b * p[i].k;
  xfree(p);
  return s;
}
[[grad]] double everyIteration(double *x, int n) {
  double s = x[0];
  for (int k = 0; k < 3; ++k) {
    float *f = (float *)xmalloc(sizeof(float) * n);
    int *order = (int *)xmalloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) {
      f[i] = 0.25f;
      order[i] = (i + k) % n;
    }
    for (int i = 0; i < n; ++i)
      s = 0.5 * s + x[order[i]] * s * f[i];
    xfree(f);
    xfree(order);
  }
  return s;
}
static double *matrix(int n, int m) {
  double *p = (double *)xcalloc(n * m, sizeof(double));
  for (int i = 0; i < n; ++i)
    p[i * m + i % m] = 1;
  return p;
}
[[grad]] double matrices(double *x, int n) {
  double *a = matrix(n, n), *b = matrix(n, n);
  for (int i = 0; i < n * n; ++i)
    a[i] += x[i % n] * (i / n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        b[i * n + j] += a[i * n + k] * a[k * n + j];
  double s = b[1] * b[n * n - 1];
  xfree(a);
  xfree(b);
  return s;
}

// As in Numerical Recipes.
static double *vectorFrom(long low, long high) {
  double *v = (double *)malloc((size_t)((high - low + 2) * sizeof(double)));
  return v - low + 1;
}
static void freeVector(double *v, long low) { free((char *)(v + low - 1)); }
[[grad]] double recipes(double *x, int n) {
  double *v = vectorFrom(1, n);
  double s = 0;
  for (int i = 1; i <= n; i++)
    v[i] = x[i - 1] * x[i - 1];
  for (int i = 1; i <= n; i++)
    s += v[i] * v[n];
  freeVector(v, 1);
  return s;
}

int main() {
  for (auto x : {nabla_test::Point{0.7, 1.3, 0.4}, {1.2, 0.5, -0.8}}) {
    NABLA_CHECK(check_array(wrapped, wrapped_grad, x));
    NABLA_CHECK(check_array(byAVariable, byAVariable_grad, x));
    NABLA_CHECK(check_array(records, records_grad, x));
    NABLA_CHECK(check_array(everyIteration, everyIteration_grad, x));
    NABLA_CHECK(check_array(matrices, matrices_grad, x));
    NABLA_CHECK(check_array(recipes, recipes_grad, x));
  }
  return nabla_test::result();
}
