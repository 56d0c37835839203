// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for member functions, and for functions that take and return classes;
// the functions exist only as an object file.
//
// RUN: %clang -std=c++17 -O2 -DLIBRARY -c %s -o %t.library.o
// RUN: %nabla -std=c++17 -O0 %sanitize %s %t.library.o \
// RUN:   -o %t && %t
// RUN: %nabla -std=c++17 -O2 %s %t.library.o -o %t && %t

#include <cmath>

namespace my {
struct Pair {
  double x, y;
};
Pair turned(const Pair &p, double angle);

struct Bend {
  double rise, start;
  double at(double t) const;
  void steepen(double by);
};

struct Stack { // its parts are an array and a record
  double parts[3];
  Pair top;
};
Stack pushed(const Stack &s, double x);

/// Private: nothing is known of its fields.
class Table {
public:
  explicit Table(double scale) : scale(scale) {}
  double operator()(double t) const;
  template <class T> T slope(T t) const;

private:
  double scale;
};
} // namespace my

#ifdef LIBRARY

my::Pair my::turned(const Pair &p, double angle) {
  double c = std::cos(angle), s = std::sin(angle);
  return {c * p.x - s * p.y, s * p.x + c * p.y};
}
double my::Bend::at(double t) const { return rise * t * t + start; }
void my::Bend::steepen(double by) { rise *= by; }
my::Stack my::pushed(const Stack &s, double x) {
  return {{x, s.parts[0], s.parts[1] * s.parts[2]}, {s.top.y, x * x}};
}
double my::Table::operator()(double t) const { return scale * t * t * t; }
template <> double my::Table::slope(double t) const {
  return 3 * scale * t * t;
}

#else

#include "../EndToEnd/support/check_gradient.h"
#include <nabla/rules.h>

// By the result.
template <> struct nabla::adjoint<&my::turned> {
  static void vjp(const my::Pair &, double angle, const my::Pair &r,
                  const my::Pair &seed, my::Pair &d_p, double &d_angle) {
    double c = std::cos(angle), s = std::sin(angle);
    d_p.x += c * seed.x + s * seed.y;
    d_p.y += c * seed.y - s * seed.x;
    d_angle += seed.y * r.x - seed.x * r.y;
  }
  static constexpr bool pure = true;
};

// The object comes first.
template <> struct nabla::adjoint<&my::Bend::at> {
  static void vjp(const my::Bend &b, double t, double seed, my::Bend &d_b,
                  double &d_t) {
    d_b.rise += seed * t * t;
    d_b.start += seed;
    d_t += seed * 2 * b.rise * t;
  }
  static constexpr bool pure = true;
};
template <> struct nabla::adjoint<&my::Bend::steepen> {
  static void vjp(const my::Bend &b, double by, my::Bend &d_b, double &d_by) {
    d_by += d_b.rise * b.rise;
    d_b.rise *= by;
  }
};

template <> struct nabla::adjoint<&my::pushed> {
  static void vjp(const my::Stack &s, double x, const my::Stack &r,
                  const my::Stack &seed, my::Stack &d_s, double &d_x) {
    d_x += seed.parts[0] + 2 * r.parts[0] * seed.top.y;
    d_s.parts[0] += seed.parts[1];
    d_s.parts[1] += seed.parts[2] * s.parts[2];
    d_s.parts[2] += seed.parts[2] * s.parts[1];
    d_s.top.y += seed.top.x;
    (void)x;
  }
};

// A class that hides its members has no shadow.
template <> struct nabla::adjoint<&my::Table::operator()> {
  static void vjp(const my::Table &f, double t, double seed, double &d_t) {
    d_t += seed * f.slope(t);
  }
  static constexpr bool pure = true;
};

[[grad]] double spin(my::Pair p, double angle) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    p = my::turned(p, angle * p.x);
    s += p.x * p.y * (i + 1);
  }
  my::Pair q[2] = {my::turned({p.y, s}, 0.3), p};
  for (int i = 0; i < 2; ++i)
    s += my::turned(q[i], q[1 - i].x).y;
  return s;
}

[[grad]] double bend(my::Bend b, const my::Bend *more, double t) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += b.at(t) * more->at(s);
    b.steepen(t + i);
    t += more[1].at(b.start);
  }
  return s + b.at(1);
}

[[grad]] double pile(const double *x, int n) {
  my::Stack s = {{x[0], 1, x[1]}, {0, x[2]}};
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    s = my::pushed(s, x[i] * s.top.x + x[i]);
    sum += s.parts[2] * s.top.y;
  }
  return sum;
}

[[grad("t")]] double tabulated(const my::Table &f, double t) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    t = f(t) + 0.1 * i, s += f(t * t);
  return s;
}

int main() {
  NABLA_CHECK(check_flat([](double *p) { return spin({p[0], p[1]}, p[2]); },
                         [](double *p, double *d) {
                           return spin_grad({p[0], p[1]}, p[2],
                                            reinterpret_cast<my::Pair *>(d),
                                            d + 2);
                         },
                         {0.7, -0.4, 0.9}));
  NABLA_CHECK(check_flat(
      [](double *p) {
        return bend({p[0], p[1]}, reinterpret_cast<my::Bend *>(p + 2), p[6]);
      },
      [](double *p, double *d) {
        return bend_grad({p[0], p[1]}, reinterpret_cast<my::Bend *>(p + 2),
                         p[6], reinterpret_cast<my::Bend *>(d),
                         reinterpret_cast<my::Bend *>(d + 2), d + 6);
      },
      {0.3, 0.4, 0.2, -0.6, 0.1, 0.3, 0.8}));
  NABLA_CHECK(check_array(pile, pile_grad, {0.7, -0.4, 0.9, 1.2}));
  my::Table f(0.6);
  NABLA_CHECK(check_flat(
      [&](double *p) { return tabulated(f, p[0]); },
      [&](double *p, double *d) { return tabulated_grad(f, p[0], d); }, {1.1}));
  return nabla_test::result();
}

#endif
