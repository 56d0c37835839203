// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes without a name of their own, as members and as the type of globals.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

struct Body {
  double mass;
  struct {
    double x, y;
    int count;
  } pos;
  struct {
    double w[2];
    struct {
      double scale;
    } inner;
  } parts[2];
};

static const struct {
  double a, b;
} Constants = {0.5, 1.5}, Table[2] = {{1, 2}, {3, 4}};

static struct {
  double last;
  int calls;
} state;

namespace {
struct {
  double rate;
} settings = {0.3};
} // namespace

[[grad]] double members(double x, double y) {
  Body b = {x, {x * y, y, 3}, {{{x, 1}, {y}}, {{y, x}, {x * x}}}};
  auto &p = b.pos;
  p.x *= p.count;
  double s = 0;
  for (auto &part : b.parts)
    s += part.w[0] * part.w[1] * part.inner.scale;
  auto copy = b.parts[1];
  copy.inner.scale += s;
  b.parts[0] = copy;
  return b.mass * p.x + p.y * b.parts[0].inner.scale;
}

static double recursive(Body &b, int n) {
  if (n == 0)
    return b.pos.x * b.parts[1].inner.scale;
  b.parts[n % 2].inner.scale *= b.pos.x + b.pos.y;
  return recursive(b, n - 1) + b.pos.y;
}
[[grad]] double called(Body *b, int n) { return recursive(*b, n) * b->mass; }

[[grad]] double constants(double x, double y) {
  return Constants.a * x + Table[1].b * y * y + settings.rate * x * y;
}

[[grad]] double counted(double x) {
  state.calls += 1;
  return x * x;
}

int main() {
  NABLA_CHECK(check_scalar(members, members_grad, {0.7, 1.1}));
  NABLA_CHECK(check_scalar(constants, constants_grad, {0.7, 1.1}));
  NABLA_CHECK(check_scalar(counted, counted_grad, {0.7}));
  NABLA_CHECK(nabla_test::check_near("calls", state.calls > 2, 1));
  NABLA_CHECK(check_flat(
      [](double *p) {
        Body b = {
            p[0], {p[1], p[2], 0}, {{{p[3], p[4]}, {p[5]}}, {{p[6], 1}, {2}}}};
        double r = called(&b, 3);
        p[5] = b.parts[0].inner.scale;
        return r;
      },
      [](double *p, double *d) {
        Body b = {
            p[0], {p[1], p[2], 0}, {{{p[3], p[4]}, {p[5]}}, {{p[6], 1}, {2}}}};
        Body db = {
            d[0], {d[1], d[2], 0}, {{{d[3], d[4]}, {d[5]}}, {{d[6], 0}, {0}}}};
        double r = called_grad(&b, 3, &db);
        p[5] = b.parts[0].inner.scale;
        d[0] = db.mass, d[1] = db.pos.x, d[2] = db.pos.y;
        d[3] = db.parts[0].w[0], d[4] = db.parts[0].w[1];
        d[5] = db.parts[0].inner.scale, d[6] = db.parts[1].w[0];
        return r;
      },
      {0.3, 0.4, 1.2, 0.7, 0.5, 0.8, -0.4}));
  return nabla_test::result();
}
