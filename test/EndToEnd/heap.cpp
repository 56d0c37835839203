// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of the heap: new and delete, the C library's functions, rows, lists,
// blocks that survive a loop's iterations, that belong to a branch, that are
// the caller's. Under the address sanitizer nothing leaks and nothing is used
// after it was given back.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cstdlib>

using nabla_test::check_array;

//===--- new and delete ---------------------------------------------------===//

[[grad]] double scratch(const double *x, int n) {
  double *t = new double[n];
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += t[i] * t[n - 1 - i];
  delete[] t;
  return s;
}

[[grad]] double overwritten(const double *x, int n) {
  double *t = new double[n]();
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i)
      t[i] = t[i] * x[i] + x[n - 1 - i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += t[i];
  delete[] t;
  return s;
}

[[grad]] double single(const double *x, int n) {
  double *a = new double;
  double *b = new double(x[0] * x[1]);
  double *c = new double();
  *a = x[n - 1];
  *c += *a * *b;
  *b = *b * *c;
  double s = *a * *b + *c;
  delete a;
  delete b;
  delete c;
  return s;
}

[[grad]] double listed(const double *x, int) {
  double *a = new double[4]{x[0], x[1] * x[2]};
  a[2] += a[0] * a[1];
  a[3] += a[2] * a[1];
  double s = a[3] * a[2] + a[0];
  delete[] a;
  return s;
}

struct State {
  double x, v;
  int steps = 0;
  double w[2] = {1, 0.5};
};

[[grad]] double records(const double *x, int n) {
  State *one = new State;
  State *many = new State[n];
  State *given = new State{x[0], x[1], 2, {x[2]}};
  one->x = x[0];
  one->v = x[1];
  for (int i = 0; i < n; ++i) {
    many[i].x = x[i] * one->x;
    many[i].v = i ? many[i - 1].x * given->w[0] : given->v;
    many[i].steps = i;
  }
  double s = one->v * given->x;
  for (int i = 0; i < n; ++i)
    s += many[i].x * many[i].v * many[i].w[0] + many[i].w[1] * many[i].steps;
  *one = many[n - 1];
  s += one->x * one->v;
  delete given;
  delete[] many;
  delete one;
  return s;
}

//===--- Pointers to pointers ---------------------------------------------===//

[[grad]] double rows(const double *x, int n) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i) {
    a[i] = new double[n];
    for (int j = 0; j < n; ++j)
      a[i][j] = j <= i ? x[i] * x[j] : 0.5;
  }
  double *swapped = a[0];
  a[0] = a[n - 1];
  a[n - 1] = swapped;
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      s += a[i][j] * a[j][i] * a[i][j];
  for (int i = 0; i < n; ++i)
    delete[] a[i];
  delete[] a;
  return s;
}

[[grad]] double one_block(const double *x, int n) {
  double **a = (double **)std::malloc(n * sizeof(double *));
  double *cells = (double *)std::calloc(std::size_t(n) * n, sizeof(double));
  for (int i = 0; i < n; ++i)
    a[i] = cells + i * n;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      a[i][j] = x[i] * x[j] + (i ? a[i - 1][j] : 0);
  double s = 0;
  for (int i = 0; i < n * n; ++i)
    s += cells[i] * cells[i];
  std::free(cells);
  std::free(a);
  return s;
}

struct Node {
  double value;
  Node *next;
};

[[grad]] double list(const double *x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; ++i)
    head = new Node{x[i] * x[i], head};
  double s = 1;
  for (Node *p = head; p; p = p->next)
    s = s * p->value + p->value;
  for (Node *p = head; p; p = p->next)
    p->value = p->value * s;
  double sum = 0;
  while (head) {
    Node *next = head->next;
    sum += head->value;
    delete head;
    head = next;
  }
  return sum;
}

struct Buffer {
  double *data;
  int size;
};

[[grad]] double in_record(const double *x, int n) {
  Buffer b;
  b.size = n;
  b.data = new double[b.size];
  for (int i = 0; i < b.size; ++i)
    b.data[i] = x[i] * x[i];
  Buffer same = b;
  double s = 0;
  for (int i = 1; i < same.size; ++i)
    s += same.data[i] * b.data[i - 1];
  delete[] same.data;
  return s;
}

//===--- Where blocks are made and given back -----------------------------===//

[[grad]] double in_branch(const double *x, int n) {
  double s = x[0];
  if (x[1] > 0) {
    double *t = new double[n];
    for (int i = 0; i < n; ++i)
      t[i] = x[i] * s;
    for (int i = 0; i < n; ++i)
      s += t[i] * t[i];
    delete[] t;
  } else {
    double *t = new double(s * s);
    s = *t;
    delete t;
  }
  return s;
}

[[grad]] double only_if_large(const double *x, int n) {
  double small[8];
  double *t = n <= 2 ? small : new double[n];
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  double s = 0;
  for (int i = 1; i < n; ++i)
    s += t[i] * t[i - 1];
  if (t != small)
    delete[] t;
  return s;
}

[[grad]] double each_iteration(const double *x, int n) {
  double s = x[0];
  for (int k = 0; k < 4; ++k) {
    double *t = static_cast<double *>(std::malloc(n * sizeof(double)));
    for (int i = 0; i < n; ++i)
      t[i] = x[i] * s;
    double u = 0;
    for (int i = 0; i < n; ++i)
      u += t[i] * t[i];
    s = s * 0.5 + u;
    std::free(t);
  }
  return s;
}

[[grad]] double rows_each_iteration(const double *x, int n) {
  double s = x[0];
  for (int k = 0; k < 3; ++k) {
    double **a = new double *[n];
    for (int i = 0; i < n; ++i) {
      a[i] = new double[i + 1];
      for (int j = 0; j <= i; ++j)
        a[i][j] = x[i] * x[j] * s;
    }
    double u = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j)
        u += a[i][j] * a[i][j];
      delete[] a[i];
    }
    delete[] a;
    s = 0.5 * s + 0.1 * u;
  }
  return s;
}

[[grad]] double nested_iterations(const double *x, int n) {
  double s = x[0];
  for (int k = 0; k < 3; ++k) {
    double *outer = new double[n];
    for (int i = 0; i < n; ++i)
      outer[i] = x[i] * s;
    double u = 0;
    for (int i = 0; i < n; ++i) {
      double *inner = new double[i + 1];
      for (int j = 0; j <= i; ++j)
        inner[j] = outer[j] * x[i];
      for (int j = 0; j <= i; ++j)
        u += inner[j] * inner[i - j];
      delete[] inner;
    }
    s = 0.5 * s + 0.1 * u;
    delete[] outer;
  }
  return s;
}

/// The block of one iteration is read in the next.
[[grad]] double handed_on(const double *x, int n) {
  double *last = new double[n];
  for (int i = 0; i < n; ++i)
    last[i] = x[i];
  for (int k = 0; k < 4; ++k) {
    double *next = new double[n];
    for (int i = 0; i < n; ++i)
      next[i] = last[i] * last[n - 1 - i] + 0.5 * x[i];
    delete[] last;
    last = next;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += last[i];
  delete[] last;
  return s;
}

[[grad]] double until_small(const double *x, int n) {
  double s = 4;
  while (s > 0.01) {
    double *t = new double[n];
    for (int i = 0; i < n; ++i)
      t[i] = s * x[i];
    double u = 0;
    for (int i = 0; i < n; ++i)
      u += t[i] * x[i];
    delete[] t;
    s = 0.2 * u;
  }
  return s * x[0];
}

//===--- realloc ----------------------------------------------------------===//

[[grad]] double grown(const double *x, int n) {
  int room = 1, used = 0;
  double *v = (double *)std::malloc(sizeof(double));
  for (int i = 0; i < n; ++i) {
    if (used == room) {
      room *= 2;
      v = (double *)std::realloc(v, room * sizeof(double));
    }
    v[used++] = x[i] * x[i];
    if (used > 1)
      v[used - 1] *= v[used - 2];
  }
  double s = 0;
  for (int i = 0; i < used; ++i)
    s += v[i];
  std::free(v);
  return s;
}

[[grad]] double from_nothing(const double *x, int n) {
  double *v = nullptr;
  for (int i = 0; i < n; ++i) {
    v = static_cast<double *>(std::realloc(v, (i + 1) * sizeof(double)));
    v[i] = i ? v[i - 1] * x[i] : x[i];
  }
  v = static_cast<double *>(std::realloc(v, 2 * sizeof(double)));
  double s = v[0] * v[1];
  std::free(v);
  return s;
}

//===--- The caller's -----------------------------------------------------===//

/// Consumes its argument, as in the primal.
[[grad]] double consumes(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s *= x[i];
  delete[] x;
  return s;
}

static void testConsumes() {
  double *x = new double[3]{2, 3, 5}, d[3] = {};
  double v = consumes_grad(x, 3, d);
  NABLA_CHECK(nabla_test::check_near("value", v, 30));
  NABLA_CHECK(nabla_test::check_near("d_x[0]", d[0], 15));
  NABLA_CHECK(nabla_test::check_near("d_x[1]", d[1], 10));
  NABLA_CHECK(nabla_test::check_near("d_x[2]", d[2], 6));
}

/// Throws between allocation and release only where there is nothing to leak.
struct Bad {};
[[grad]] double throws(const double *x, int n) {
  double *t = new double[n];
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  double s = t[0] * t[n - 1];
  delete[] t;
  if (s > 100)
    throw Bad();
  return s * x[0];
}

static void testThrows() {
  double x[2] = {10, 10}, d[2] = {7, 8};
  bool Caught = false;
  try {
    throws_grad(x, 2, d);
  } catch (const Bad &) {
    Caught = true;
  }
  NABLA_CHECK(nabla_test::check_true("throws", Caught));
  NABLA_CHECK(nabla_test::check_near("d_x[0]", d[0], 7));
}

//===--- Helpers ----------------------------------------------------------===//

static double *filled(const double *x, int n) {
  double *t = new double[n];
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  return t;
}
static void dispose(double *t) { delete[] t; }

[[grad]] double by_helpers(const double *x, int n) {
  double *t = filled(x, n);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += t[i] * t[n - 1 - i] * x[i];
  dispose(t);
  return s;
}

/// Not inlined: it calls itself. Each call has blocks of its own.
static double halves(const double *x, int n) {
  if (n == 1)
    return x[0] * x[0];
  double *t = new double[n];
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[n - 1 - i];
  double s = halves(t, n / 2) + t[0] * halves(t + n / 2, n - n / 2);
  delete[] t;
  return s;
}
[[grad]] double recursive(const double *x, int n) {
  return halves(x, n) * x[0];
}

int main() {
  nabla_test::Point P = {0.7, 1.1, 0.4, 0.9};
  NABLA_CHECK(check_array(scratch, scratch_grad, P));
  NABLA_CHECK(check_array(overwritten, overwritten_grad, P));
  NABLA_CHECK(check_array(single, single_grad, P));
  NABLA_CHECK(check_array(listed, listed_grad, P));
  NABLA_CHECK(check_array(records, records_grad, P));
  NABLA_CHECK(check_array(rows, rows_grad, P));
  NABLA_CHECK(check_array(one_block, one_block_grad, P));
  NABLA_CHECK(check_array(list, list_grad, P));
  NABLA_CHECK(check_array(in_record, in_record_grad, P));
  NABLA_CHECK(check_array(in_branch, in_branch_grad, P));
  NABLA_CHECK(check_array(in_branch, in_branch_grad, {0.7, -1.1, 0.4}));
  NABLA_CHECK(check_array(only_if_large, only_if_large_grad, P));
  NABLA_CHECK(check_array(only_if_large, only_if_large_grad, {0.7, 1.1}));
  NABLA_CHECK(check_array(each_iteration, each_iteration_grad, P));
  NABLA_CHECK(check_array(rows_each_iteration, rows_each_iteration_grad, P));
  NABLA_CHECK(check_array(nested_iterations, nested_iterations_grad, P));
  NABLA_CHECK(check_array(handed_on, handed_on_grad, P));
  NABLA_CHECK(check_array(until_small, until_small_grad, P));
  NABLA_CHECK(check_array(grown, grown_grad, P));
  NABLA_CHECK(check_array(from_nothing, from_nothing_grad, P));
  NABLA_CHECK(check_array(by_helpers, by_helpers_grad, P));
  NABLA_CHECK(check_array(recursive, recursive_grad, P));
  testConsumes();
  testThrows();
  return nabla_test::result();
}
