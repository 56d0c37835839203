// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A namespace and a class in it of one name.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <vector>

namespace quat {
struct quat {
  double w, x;
};
struct pair {
  quat a, b;
};
enum class axis { x, y };
inline quat mul(quat a, quat b) { return {a.w * b.w, a.x + b.x}; }
static double deep(const pair *p, int n) {
  return n ? deep(p, n - 1) * p->a.w : p->b.x;
}
static double along(const quat &q, axis a) { return a == axis::x ? q.x : q.w; }
static double Scale = 2;
static quat Unit = {1, 0};

[[grad]] double power(quat q, double y) {
  quat r = q;
  pair p = {r, mul(q, r)};
  pair *z = &p;
  quat rows[2] = {r, q};
  for (int i = 0; i < 3; ++i) {
    r = mul(r, q);
    p.a.w *= y;
    quat t = r;
    p.b = t;
    rows[i % 2] = mul(rows[0], t);
  }
  Unit = r;
  Scale *= Unit.w;
  double s = r.w * z->b.x + deep(&p, 2) + along(rows[1], axis(y > 9)) * Scale;
  Scale = 2;
  return s;
}
} // namespace quat

namespace app {
namespace inner {
struct inner {
  double v;
};
struct outer {
  inner *first;
  int n;
};
inline namespace v2 {
inline double sum(const outer &o) {
  double s = 0;
  for (int i = 0; i < o.n; ++i)
    s = s * 0.5 + o.first[i].v * o.first[0].v;
  return o.n > 3 ? sum({o.first, o.n - 1}) : s;
}
} // namespace v2
} // namespace inner

[[grad]] double all(const double *x, int n) {
  inner::inner *a = new inner::inner[n];
  for (int i = 0; i < n; ++i)
    a[i].v = x[i] * x[0];
  inner::outer o = {a, n};
  ::quat::pair p = {{x[0], x[1]}, {x[1], x[0]}};
  double s = inner::sum(o) + p.a.w * p.b.w;
  delete[] a;
  return s;
}
} // namespace app

int main() {
  auto Value = [](const double *x) { return quat::power({x[0], x[1]}, x[2]); };
  auto Gradient = [](const double *x, double *d) {
    quat::quat d_q = {d[0], d[1]};
    double s = quat::power_grad({x[0], x[1]}, x[2], &d_q, &d[2]);
    d[0] = d_q.w;
    d[1] = d_q.x;
    return s;
  };
  NABLA_CHECK(check_flat(Value, Gradient, {0.7, 1.3, 0.9}));
  NABLA_CHECK(check_array(app::all, app::all_grad, {0.7, 1.3, 0.9, -0.4}));
  return nabla_test::result();
}
