// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees that are not inlined and move pointers of their caller, whether or
// not they write reals too; temporaries that hold pointers as arguments.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <nabla/runtime.h>

// A recursion keeps each of them from being inlined.
static void skip(const double *&p, int n) {
  if (n > 0) {
    ++p;
    skip(p, n - 1);
  }
}
static void skipBehind(const double **p, int n) {
  if (n > 0) {
    *p += 1;
    skipBehind(p, n - 1);
  }
}
static double take(const double *&p, int n) {
  return n == 0 ? 1 : *p++ * take(p, n - 1);
}
static void put(double *&to, double v, int n) {
  if (n > 0) {
    *to++ = v * n;
    put(to, v * v, n - 1);
  }
}
[[grad]] double moved(const double *x, int n) {
  const double *p = x;
  double s = 0;
  for (int i = 0; i + 1 < n; ++i) {
    s += *p * *p * (i + 1);
    skip(p, 1);
  }
  p = x;
  skipBehind(&p, 2);
  s += *p * x[0];
  p = x;
  double a = take(p, 2), b = take(p, 1);
  double out[4] = {0, 0, 0, 1};
  double *to = out;
  put(to, a, 2);
  put(to, b, 1);
  *to *= a;
  return s + out[0] * out[1] + out[2] * out[3];
}

struct Span {
  const double *at;
  int n;
  double scale;
};
struct Cursor {
  Span span;
  int done;
};
static void next(Cursor &c, int n) {
  if (n > 0) {
    ++c.span.at;
    ++c.done;
    next(c, n - 1);
  }
}
static double total(Span s) {
  return s.n == 0 ? 0
                  : s.scale * *s.at + total({s.at + 1, s.n - 1, s.scale * 2});
}
static double nested(const Cursor &c, int n) {
  return n ? nested(c, n - 1) * *c.span.at : total(c.span);
}
// Read where the caller's pointer is now, and was not when it was called.
static double top(const double *&p, int n) {
  return n ? top(p, n - 1) : *p * *p;
}
[[grad]] double readsThere(const double *x, int n) {
  const double *p = x;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += top(p, 1) * (i + 1);
    ++p;
  }
  return s;
}

[[grad]] double temporaries(const double *x, int n) {
  Cursor c = {{x, n, x[1]}, 0};
  double s = 0;
  while (c.done + 1 < n) {
    s += *c.span.at * *c.span.at;
    next(c, 1);
  }
  double own[3] = {x[0] * x[1], s, 2};
  return s + total({x, n, 0.5}) * total({own, 3, x[0]}) +
         nested({{x + 1, 2, s}, 0}, 2);
}

// Records with pointers in them as results: inlined in spite of noinline.
struct View {
  int n;
  double *at;
};
[[gnu::noinline]] static View part(View v, int from, int to) {
  return {to - from, v.at + from};
}
[[gnu::noinline]] static double weighted(View v) {
  double s = 0;
  while (v.n--)
    s += *v.at++ * (v.n + 1);
  return s;
}
[[gnu::noinline]] static void multiply(View v, double by) {
  for (int i = 0; i < v.n; ++i)
    v.at[i] *= by;
}
[[grad]] double parts(double *x, int n) {
  View all = {n, x}, a = part(all, 1, 3);
  multiply(a, x[0]);
  multiply(part(a, 0, 1), weighted(a));
  return weighted(all) * weighted(part(all, 0, 2));
}
[[gnu::noinline]] static View made(int n) { return {n, new double[n]()}; }
[[grad]] double madeBlocks(double *x, int n) {
  View a = made(n), b = made(n);
  for (int i = 0; i < n; ++i)
    a.at[i] = x[i] * (i + 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b.at[i] += a.at[j] * a.at[(i + j) % n];
  double s = b.at[0] * b.at[1] - weighted(b);
  delete[] a.at;
  delete[] b.at;
  return s;
}
struct Chained {
  View view;
  double own;
};
[[gnu::noinline]] static Chained chain(double *at, double own) {
  return {{2, at}, own * at[0]};
}
[[grad]] double inRecords(double *x, int) {
  Chained c = chain(x, x[2]), d = chain(c.view.at + 1, c.own);
  multiply(d.view, d.own);
  return weighted(c.view) * c.own;
}

int main() {
  NABLA_CHECK(check_array(parts, parts_grad, {0.3, 0.8, -0.4, 1.2}));
  NABLA_CHECK(check_array(madeBlocks, madeBlocks_grad, {0.3, 0.8, -0.4}));
  NABLA_CHECK(check_array(inRecords, inRecords_grad, {0.3, 0.8, -0.4}));
  NABLA_CHECK(check_array(moved, moved_grad, {0.3, 0.8, -0.4, 1.2}));
  NABLA_CHECK(check_array(readsThere, readsThere_grad, {0.3, 0.8, -0.4}));
  NABLA_CHECK(
      check_array(temporaries, temporaries_grad, {0.3, 0.8, -0.4, 1.2}));
  NABLA_CHECK(check_equal("arena", nabla::arena::stats().in_use, 0));
  return nabla_test::result();
}
