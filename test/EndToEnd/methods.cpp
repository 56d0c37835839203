// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Member functions of plain structs as helpers: const and not, operators,
// through pointers, on temporaries, recursive, calling each other; static ones
// of class templates.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nabla/runtime.h>
#include <random>

namespace geo {

struct Vec {
  double x, y;
  double dot(const Vec &o) const { return x * o.x + y * o.y; }
  double norm() const { return std::sqrt(dot(*this)); }
  Vec operator+(const Vec &o) const { return {x + o.x, y + o.y}; }
  Vec operator*(double f) const { return {x * f, y * f}; }
  Vec operator-() const { return {-x, -y}; }
  Vec &operator+=(const Vec &o) {
    x += o.x;
    this->y += o.y;
    return *this;
  }
  double &at(int i) { return i ? y : x; }
  double operator()(double t) const { return x * t + y; }
  void scale(double f) {
    x *= f;
    y *= f;
  }
  double spiral(double a, int n) const;
  void relax(double f, int n) {
    if (n == 0)
      return;
    scale(f);
    x += y * f;
    relax(f * 0.5, n - 1);
  }
  static Vec unit(double a) { return {std::cos(a), std::sin(a)}; }
};
Vec operator*(double f, const Vec &v) { return v * f; }
Vec operator-(const Vec &a, const Vec &b) { return a + -b; }

// Not inlined.
double Vec::spiral(double a, int n) const {
  if (n == 0)
    return norm() * a;
  Vec next = {x * std::cos(a) - y, y * a + x};
  return next.spiral(a * 0.9, n - 1) + dot(next);
}

struct Body {
  Vec pos, vel;
  double mass;
  double energy() const { return 0.5 * mass * vel.dot(vel) + mass * pos.y; }
  void step(double h) {
    vel += -pos * (h / mass);
    pos += vel * h;
  }
};

} // namespace geo

[[grad]] double vectors(double x, double y) {
  geo::Vec a = {x, y}, b = a * y + geo::Vec{1, x};
  a += b;
  a.at(1) = a.at(0) * y;
  (a + b).scale(2); // of a temporary: nothing
  b.scale(a.norm());
  const geo::Vec *p = &b;
  return p->dot(a) + (2.0 * a - b).norm() + a(x) + geo::Vec::unit(x).dot(b);
}

[[grad]] double orbit(double x, double v, int n) {
  geo::Body b = {{x, 0.5}, {0, v}, 1.5};
  for (int i = 0; i < n; ++i)
    b.step(0.1);
  return b.energy() + b.pos.norm();
}

[[grad]] double recursive(double x, double y, int n) {
  geo::Vec v = {x, y};
  double s = v.spiral(y, n);
  v.relax(s * 0.1, n);
  return v.dot(v) + s;
}

[[grad]] double arrays(const geo::Vec *v, int n) {
  double s = 0;
  geo::Vec sum{1, 0.5};
  for (int i = 0; i < n; ++i) {
    s += v[i].norm() * (v + i)->dot(sum);
    sum += v[i] * s;
  }
  return s + sum.norm();
}

// A random number generator holds no real: it may be handed to a callee.
static double walk(double x, int n, std::mt19937 &g) {
  if (n == 0)
    return x;
  double u = std::uniform_real_distribution<double>(0, 1)(g);
  return walk(x * u, n - 1, g) + u * x * x;
}
[[grad]] double drawn(double x, int n) {
  std::mt19937 g(5);
  double r = 0;
  for (int i = 0; i < n; ++i)
    r += walk(x, 2, g) * x;
  return r;
}

// Static member functions of instances and specializations of class templates,
// called as they are and differentiated.
namespace geo {
struct euclid;
namespace tags {
struct cubic;
}
template <class Tag, int N = 2> struct Power {
  static double of(double x, int n) { return n ? of(x, n - 1) * x : N; }
  struct Half {
    template <class T> static T of(T x, int n) {
      return n ? of(x / N, n - 1) : x;
    }
  };
};
template <> struct Power<tags::cubic> {
  static double of(double x, int n) { return n ? of(x * x * x, n - 1) : x; }
};
} // namespace geo
[[grad]] double ofTemplates(double x, double y, int n) {
  double fixed = geo::Power<geo::tags::cubic>::of(0.9, n) +
                 geo::Power<geo::euclid, 3>::of(1.5, n) +
                 geo::Power<geo::euclid>::Half::of(3.0, n);
  return fixed * x + geo::Power<geo::tags::cubic>::of(y, n) +
         geo::Power<geo::euclid, 3>::of(x, n) *
             geo::Power<geo::euclid>::of(y, n) +
         geo::Power<geo::euclid>::Half::of(x * y, n);
}

// A copy too large to be inlined, of what has no derivative.
namespace geo {
struct Box {
  double low[3], high[3], weight;
};
struct Scene {
  double x;
  int k;
  double v[2], p[3];
  Box inner;
};
} // namespace geo
[[grad]] double copied(double x, int n) {
  geo::Scene scenes[2] = {}, same[2];
  scenes[1].inner.high[2] = n;
  std::memcpy(&same, &scenes, sizeof scenes);
  return std::sin(same[1].inner.high[2]) * x * x;
}

int main() {
  for (double n : {0., 2.}) {
    NABLA_CHECK(check_scalar(ofTemplates, ofTemplates_grad, {0.7, 1.1, n}));
    NABLA_CHECK(check_scalar(copied, copied_grad, {0.7, n}));
  }
  NABLA_CHECK(check_scalar(vectors, vectors_grad, {0.7, 1.2}));
  NABLA_CHECK(check_scalar(orbit, orbit_grad, {0.7, 0.4, 5}));
  for (double n : {0., 1., 3.})
    NABLA_CHECK(check_scalar(recursive, recursive_grad, {0.7, 0.4, n}));
  NABLA_CHECK(check_flat(
      [](double *p) { return arrays(reinterpret_cast<geo::Vec *>(p), 2); },
      [](double *p, double *d) {
        return arrays_grad(reinterpret_cast<geo::Vec *>(p), 2,
                           reinterpret_cast<geo::Vec *>(d));
      },
      {0.3, 0.4, 1.2, 0.7}));
  NABLA_CHECK(check_scalar(drawn, drawn_grad, {0.7, 3}));
  NABLA_CHECK(check_equal("arena", nabla::arena::stats().in_use, 0));
  return nabla_test::result();
}
