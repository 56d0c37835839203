// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marked functions called with the variables of a tape, by their own names: in
// namespaces, overloaded, from headers, of numbers, arrays, structs and
// references; and functions with rules of the user's. Expected gradients are
// closed forms.
//
// RUN: %nabla -std=c++20 -O0 %sanitize -Wall -Wextra -Werror %s -o %t && %t

// Seen before the tape's header is.
[[grad]] inline double early(double x, double y) { return x * x * y; }

#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <nabla/gradient_tape.h>
#include <nabla/nabla.h>
#include <random>

using V = nabla::variable<double>;
using nabla::GradientTape;

static int failures = 0;
static void expect(double is, double should_be, int line) {
  if (std::fabs(is - should_be) <= 1e-12 * (1 + std::fabs(should_be)))
    return;
  std::printf("line %d: should be %.17g is %.17g\n", line, should_be, is);
  ++failures;
}
#define EXPECT(is, should_be) expect(is, should_be, __LINE__)

//===-- Numbers -----------------------------------------------------------===//

namespace model {
namespace inner {
[[grad]] double wave(double x, double k);

// A call before the definition, inside the namespace.
V twice(V x) { return 2 * wave(x, 3.0); }

double wave(double x, double k) { return std::sin(k * x); }
[[grad]] float wave(float x) { return x * x; }
[[grad]] double wave(const double &x, int n, double scale = 2) {
  return scale * n * x;
}
} // namespace inner
} // namespace model

[[grad]] static double hidden(double x) { return std::exp(x); }
extern "C" [[grad]] double c_function(double x) { return x * x; }
namespace {
[[grad("x")]] double some(double x, double k) { return k * x * x; }
} // namespace

template <class T> T generic(T x) {
  return early(x, x) + model::inner::wave(x, T(2));
}

static void numbers() {
  V x(0.5), y(3);
  GradientTape tape(nabla::persistent);
  tape.watch(x, y);
  V a = early(x, y);
  EXPECT(a.value(), 0.75);
  EXPECT(tape.gradient(a, x)->value(), 3);
  EXPECT(tape.gradient(a, y)->value(), 0.25);
  EXPECT(tape.gradient(early(x, 5), x)->value(), 5);
  EXPECT(tape.gradient(early(2.0f, y), y)->value(), 4);
  EXPECT(tape.gradient(early(x, x), x)->value(), 0.75);
  EXPECT(tape.gradient(model::inner::twice(x), x)->value(), 6 * std::cos(1.5));
  using model::inner::wave;
  EXPECT(tape.gradient(wave(x, y), y)->value(), 0.5 * std::cos(1.5));
  EXPECT(tape.gradient(wave(x, 7), x)->value(), 14);
  EXPECT(tape.gradient(wave(x, 7, 3.0), x)->value(), 21);
  EXPECT(tape.gradient(hidden(x), x)->value(), std::exp(0.5));
  EXPECT(tape.gradient(some(x, 4), x)->value(), 4);
  EXPECT(tape.gradient(c_function(x), x)->value(), 1);
  EXPECT(tape.gradient(generic(x), x)->value(), 0.75 + 2 * std::cos(1.0));
  EXPECT(generic(2.0), 8 + std::sin(4.0));

  // Composed, and not connected.
  EXPECT(tape.gradient(early(early(x, y), y) * x, x)->value(),
         5 * std::pow(0.5, 4) * 27);
  EXPECT(early(V(2), V(3)).value(), 12);
  if (early(V(2), V(3)).id() != 0)
    ++failures;

  nabla::variable<float> f(3);
  tape.watch(f);
  EXPECT(tape.gradient(wave(f), f)->value(), 6);
}

// The names still mean what the user wrote.
static double apply(double (*f)(double, double), double x) { return f(x, 2); }
static void names() {
  auto p = early;
  auto q = &early;
  double (&r)(double, double) = early;
  std::function<double(double, double)> s = early;
  static_assert(std::is_same<decltype(early), double(double, double)>::value);
  static_assert(
      std::is_same<decltype(&early), double (*)(double, double)>::value);
  EXPECT(p(2, 1) + q(2, 1) + r(2, 1) + s(2, 1) + apply(early, 2), 24);
  EXPECT(early(2, 1) + early(2.0f, true), 8);
  if (q != &early)
    ++failures;
  EXPECT(std::get<1>(nabla::gradient<early>(3.0, 1.0)), 9);
  EXPECT(nabla::gradient<hidden>(1.0), std::exp(1.0));
}

//===-- Arrays ------------------------------------------------------------===//

[[grad]] double dot(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * y[i] * y[i];
  return s;
}
[[grad]] double corner(const double (&m)[2][2]) {
  return m[0][0] * m[1][1] - m[0][1] * m[1][0];
}

static void arrays() {
  std::vector<V> x{1, 2, 3};
  std::array<V, 3> y{{4, 5, 6}};
  V z[3] = {1, 1, 2};
  nabla::variable<nabla::array<double>> w({1, 2, 3});
  nabla::parameter<nabla::array<double>> p({1, 2, 3});
  GradientTape tape(nabla::persistent);
  tape.watch(x, y, w);
  for (V &v : z)
    tape.watch(v);
  V a = dot(x, y, 3);
  EXPECT(a.value(), 16 + 50 + 108);
  EXPECT((*tape.gradient(a, x)[1]).value(), 25);
  EXPECT((*tape.gradient(a, y)[2]).value(), 36);
  EXPECT(tape.gradient(dot(z, std::vector<double>{1, 2, 3}, 3), z[1])->value(),
         4);
  V b = dot(w, p, 3) * 2;
  EXPECT(tape.gradient(b, w)->value().data()[2], 18);
  EXPECT(tape.gradient(b, p)->value().data()[2], 36);
  EXPECT(tape.gradient(dot(nabla::span(x.data() + 1, 2), y, 2), x[2])->value(),
         25);
  EXPECT(tape.gradient(dot(x, x, 3), x[1])->value(), 12);

  std::array<std::array<V, 2>, 2> m{{{{V(1), V(2)}}, {{V(3), V(4)}}}};
  tape.watch(m);
  V c = corner(m);
  EXPECT(c.value(), -2);
  EXPECT(tape.gradient(c, m[1][0])->value(), -2);
  V n[2][2] = {{m[0][0], 1}, {2, m[1][1]}};
  EXPECT(tape.gradient(corner(n), m[1][1])->value(), 1);
}

//===-- Structs -----------------------------------------------------------===//

template <class T> struct Point {
  T x, y;
  int power;
};
struct Plain {
  double a;
  float b;
};
struct Four { // a std::array stands in for a member that is an array
  double m[4];
};
template <class T> struct Rows {
  T row[3];
  T scale;
};
[[grad]] double sum_of(const Rows<double> &r) {
  return r.scale * (r.row[0] * r.row[0] + r.row[1] * r.row[1]);
}
[[grad]] double area(const Point<double> &p) {
  double s = 1;
  for (int i = 0; i < p.power; ++i)
    s *= p.x;
  return s * p.y;
}
[[grad]] double area(Plain p) { return p.a * p.b; }
[[grad]] double area(const Four &s) { return s.m[0]; }
[[grad]] double path(const Point<double> *p, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; ++i)
    s += p[i].x * p[i + 1].y;
  return s;
}
[[grad]] Point<double> turned(const Point<double> &p, double angle) {
  return {p.x * std::cos(angle) - p.y * std::sin(angle),
          p.x * std::sin(angle) + p.y * std::cos(angle), p.power};
}
[[grad]] Plain pair(double x) { return {x * x, float(3 * x)}; }

static void structs() {
  Point<V> p{2, 5, 3};
  GradientTape tape(nabla::persistent);
  tape.watch(p);
  V a = area(p);
  EXPECT(a.value(), 40);
  EXPECT(tape.gradient(a, p.x)->value(), 60);
  EXPECT(tape.gradient(a, p.y)->value(), 8);
  V b = area(std::make_tuple(p.x, nabla::variable<float>(p.y)));
  EXPECT(tape.gradient(b, p.y)->value(), 2);
  EXPECT(area(Four{{7, 1, 1, 1}}) + area(Plain{2, 3}), 13);
  Rows<V> rows{{p.x, 1, 2}, p.y};
  EXPECT(tape.gradient(sum_of(rows), p.x)->value(), 20);
  EXPECT(tape.gradient(sum_of(rows), p.y)->value(), 5);
  tape.watch(rows);
  const Rows<V> by_rows =
      tape.gradient(sum_of(rows), rows, nabla::unconnected::zero);
  EXPECT(by_rows.row[1].value(), 10);
  EXPECT(by_rows.scale.value(), 5);
  std::tuple<std::array<V, 4>> four{{p.y * 3, 1, 1, 1}};
  EXPECT(tape.gradient(area(four), p.y)->value(), 3);
  EXPECT(area(Point<double>{2, 3, 1}), 6);

  std::vector<Point<V>> all{p, p, Point<V>{1, 10, 0}};
  EXPECT(tape.gradient(path(all, 3), p.x)->value(), 15);

  V angle(0.5);
  tape.watch(angle);
  Point<V> t = turned(p, angle);
  if (t.power != 3)
    ++failures;
  EXPECT(tape.gradient(t.x * 2 + t.y, angle)->value(),
         2 * (-2 * std::sin(0.5) - 5 * std::cos(0.5)) + 2 * std::cos(0.5) -
             5 * std::sin(0.5));
  EXPECT(tape.gradient(t.x, p.y)->value(), -std::sin(0.5));
  std::tuple<V, nabla::variable<float>> q = pair(p.x);
  EXPECT(tape.gradient(std::get<0>(q) + 10 * std::get<1>(q), p.x)->value(), 34);
}

//===-- Complex numbers ---------------------------------------------------===//

[[grad]] std::complex<double> stretched(const std::complex<double> &z,
                                        double by) {
  return z * by;
}
[[grad]] void stretch(std::complex<double> *z, int n, double by) {
  for (int i = 0; i < n; ++i)
    z[i] *= by;
}

static void complex_numbers() {
  std::complex<V> z(1.0, 2.0);
  V by(3);
  GradientTape tape(nabla::persistent);
  tape.watch(z, by);
  std::complex<V> w = stretched(z, by);
  std::vector<std::complex<V>> x{z, z};
  stretch(x, 2, by);
  tape.stop();
  for (const std::complex<V> &s : {w, x[1]}) {
    EXPECT(s.real().value(), 3);
    EXPECT(s.imag().value(), 6);
    EXPECT(tape.gradient(s.real(), by)->value(), 1);
    EXPECT(tape.gradient(s.imag(), by)->value(), 2);
    EXPECT(tape.gradient(s.real(), z)[0]->value(), 3);
    EXPECT(tape.gradient(s.real(), z)[1]->value(), 0);
    EXPECT(tape.gradient(s.imag(), z)[0]->value(), 0);
    EXPECT(tape.gradient(s.imag(), z)[1]->value(), 3);
  }
}

//===-- What is written ---------------------------------------------------===//

static int runs = 0;
/// h[i] <- tanh(w * h[i] + x)
[[grad]] void step(double *h, int n, double w, double x) {
  ++runs;
  for (int i = 0; i < n; ++i)
    h[i] = std::tanh(w * h[i] + x);
}
[[grad]] double both(double x, double &y, double *out) {
  out[0] = x * y;
  out[1] = 2 * x;
  y = y * y;
  return x + y;
}
[[grad("x")]] double drawn(double x, std::mt19937 &random) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += x * double(random() % 100);
  return s;
}
[[grad("x", "out")]] void drawn_into(double x, std::mt19937 &random,
                                     double *out) {
  *out = x * x * double(random() % 100);
}

static void written() {
  V w(0.3), x(0.1);
  std::vector<V> h{0.5, -0.25};
  const std::vector<V> start = h;
  GradientTape tape(nabla::persistent);
  tape.watch(w, x, h);
  std::vector<V> state = h;
  runs = 0;
  for (int t = 0; t < 3; ++t)
    step(state, 2, w, x);
  V loss = state[0] * state[0] + 3 * state[1];
  double dw = tape.gradient(loss, w)->value();
  double dh = tape.gradient(loss, h[1])->value();
  if (runs != 3)
    ++failures, std::printf("ran %d times\n", runs);

  // The same without the compiled function.
  double s[2], slope_w[2] = {0, 0}, slope_h[2] = {1, 1};
  for (int i = 0; i < 2; ++i) {
    s[i] = start[i].value();
    for (int t = 0; t < 3; ++t) {
      double v = std::tanh(0.3 * s[i] + 0.1), d = 1 - v * v;
      slope_w[i] = d * (s[i] + 0.3 * slope_w[i]);
      slope_h[i] = d * 0.3 * slope_h[i];
      s[i] = v;
    }
    EXPECT(state[i].value(), s[i]);
  }
  EXPECT(dw, 2 * s[0] * slope_w[0] + 3 * slope_w[1]);
  EXPECT(dh, 3 * slope_h[1]);

  V y(3), old = y;
  tape.watch(y);
  old = y;
  V out[2];
  V r = both(x, y, out);
  EXPECT(y.value(), 9);
  V z = r + out[0] + out[1] * y;
  EXPECT(z.value(), 0.1 + 9 + 0.3 + 0.2 * 9);
  EXPECT(tape.gradient(z, x)->value(), 1 + 3 + 2 * 9);
  EXPECT(tape.gradient(z, old)->value(), 6 + 0.1 + 0.2 * 6);

  // A whole array, in place.
  nabla::variable<nabla::array<double>> a({0.5, -0.25});
  tape.watch(a);
  auto b = a;
  step(b, 2, w, x);
  double v = std::tanh(0.3 * -0.25 + 0.1);
  EXPECT(tape.gradient(sum(b), a)->value().data()[1], 0.3 * (1 - v * v));

  // Nothing is watched: nothing is recorded.
  std::vector<V> c{0.5};
  step(c, 1, 0.3, 0.1);
  EXPECT(c[0].value(), std::tanh(0.25));
  if (c[0].id())
    ++failures;

  // A function is run once, whatever it does besides.
  std::mt19937 random(1), same(1);
  V d = drawn(x, random);
  double expected = 0;
  for (int i = 0; i < 3; ++i)
    expected += double(same() % 100);
  EXPECT(tape.gradient(d, x)->value(), expected);
  std::vector<V> e(1);
  drawn_into(x, random, e);
  EXPECT(tape.gradient(e[0], x)->value(), 0.2 * double(same() % 100));
  EXPECT(double(random()), double(same()));
}

//===-- Errors ------------------------------------------------------------===//

[[grad]] void copy_twice(const double *from, double *to, int n) {
  for (int i = 0; i < n; ++i)
    to[i] = 2 * from[i];
}
template <class F> static std::string message_of(F f) {
  try {
    f();
  } catch (const nabla::tape_error &e) {
    return e.what();
  }
  return "no error";
}
static void expect_text(const std::string &text, const char *part, int line) {
  if (text.find(part) == std::string::npos) {
    std::printf("line %d: '%s' is not in '%s'\n", line, part, text.c_str());
    ++failures;
  }
}

static void errors() {
  std::vector<V> h{1, 2};
  expect_text(message_of([&] { copy_twice(h, h, 2); }),
              "'copy_twice' is given the same variables twice", __LINE__);
}

//===-- Second derivatives ------------------------------------------------===//

[[grad]] double squares(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}
[[grad]] void add_squares(const double *x, int n, double *y) {
  for (int i = 0; i < n; ++i)
    y[i] += x[i] * x[i];
}
struct Powers {
  double square, cube;
};
[[grad]] Powers powers(double x) { return {x * x, x * x * x}; }
[[grad]] double of_struct(const Powers &p) { return p.square * p.cube; }
// The way out: a compiled slope, which has a gradient itself.
[[grad]] double slope_of_squares(double x) {
  double d[2] = {0, 0}, at[2] = {x, 2 * x};
  squares_grad(at, 2, d);
  return d[0] * x;
}

/// That the second derivative of f, which is compiled, is an error in every way
/// there is to ask for it: no number, and not none either.
template <class F> static void no_second(const char *name, int line, F f) {
  const std::string text = "the second derivative of '" + std::string(name);
  auto refuses = [&](auto ask) {
    expect_text(message_of(ask), text.c_str(), line);
  };
  using nabla::unconnected::zero;
  V x(2), d;
  {
    GradientTape outer(nabla::persistent);
    outer.watch(x);
    {
      GradientTape inner;
      inner.watch(x);
      d = *inner.gradient(f(sin(x)) * x, x);
    }
    refuses([&] { outer.gradient(d, x); });
    refuses([&] { outer.gradient(d * x, x, zero); });
    refuses([&] { outer.jacobian(d, x); });
    V first = nabla::stop_gradient(d) * x;
    expect(outer.gradient(first, x)->value(), d.value(), line);
  }
  {
    GradientTape tape(nabla::persistent);
    tape.watch(x);
    V y = f(x);
    d = *tape.gradient(y, x);
    tape.stop();
    refuses([&] { tape.gradient(d, x); });
    expect(tape.gradient(y, x)->value(), d.value(), line);
  }
  refuses([&] {
    nabla::gradients_function(
        [&](V z) { return std::get<0>(nabla::gradients_function(f)(z)); })(2.0);
  });
  refuses([&] {
    nabla::gradients_function([&](V z) {
      auto [value, pullback] = nabla::make_vjp(f)(z);
      return std::get<0>(pullback());
    })(2.0);
  });
  refuses([&] {
    const nabla::parameter<double> w(2);
    nabla::implicit_gradient([&] {
      return nabla::implicit_gradient([&] { return f(w.read()); })()[0]
          .template as<double>();
    })();
  });
}

static void second_derivatives() {
  using Vector = std::vector<V>;
  no_second("early", __LINE__, [](V x) { return early(x, 3.0); });
  no_second("squares", __LINE__,
            [](V x) { return squares(Vector{x, 2 * x}, 2); });
  no_second("squares", __LINE__,
            [](V x) { return squares(nabla::as_array(Vector{x, 2 * x}), 2); });
  no_second("add_squares", __LINE__, [](V x) {
    Vector from{x, 2 * x}, to{x, V(1)};
    add_squares(from, 2, to);
    return to[0] + to[1];
  });
  no_second("powers", __LINE__, [](V x) { return V(std::get<1>(powers(x))); });
  no_second("of_struct", __LINE__,
            [](V x) { return of_struct(std::make_tuple(x, 2 * x)); });
  no_second("early", __LINE__, [](V x) {
    return nabla::on_tape<static_cast<double (*)(double, double)>(early)>(x,
                                                                          3.0);
  });

  V x(3);
  GradientTape tape;
  tape.watch(x);
  EXPECT(tape.gradient(slope_of_squares(x), x)->value(), 12); // of 2 x * x
}

//===-- Rules -------------------------------------------------------------===//

// Those of the user's come before Nabla's, compiled and on the tape. What is
// chosen by them is none of what the functions above call.
namespace my {
int step(double x) { return int(10 * x); }
double stairs(double x, int n) { return std::floor(x * n) / n; }
double probe(double x) { return x; }
} // namespace my
NABLA_RULE(straight_through, (x), spellings(std::round), partials(1),
           samples(0.5))
NABLA_RULE(signed_abs, (x), spellings(std::abs), partials((x < 0 ? -1 : 1)),
           samples(0.5))
NABLA_RULE(tilted, (x, y, z), spellings(std::hypot), partials(5, 6, 7),
           samples({1, 2, 3}))
NABLA_RULE(whole_power, (x, n), spellings(std::pow), partials(8),
           samples({2, 3}))
NABLA_RULE(steep, (x), cmath(cosh), partials(3 * x), samples(0.5))
NABLA_INACTIVE(frozen, (x), cmath(cbrt))
NABLA_INACTIVE(step, (x), spellings(my::step))
NABLA_INACTIVE(stairs, (x, n), spellings(my::stairs))
NABLA_RULE(probe, (x), spellings(my::probe), partials(cosh(x)), samples(0.5))

[[grad]] double ruled(double x) {
  return std::round(4 * x) * x + 2 * std::abs(x - 0.5) + std::cbrt(x) * x;
}
template <class T> T ruledOnTape(T x) {
  return round(4 * x) * x + 2 * abs(x - 0.5) + cbrt(x) * x;
}
[[grad]] float ruled(float x) { return std::round(4 * x) + std::abs(x - 0.5f); }
[[grad]] double chosen(double x) {
  return std::hypot(x, 2.0, x) + std::pow(x, 2) + std::pow(x, 2.5);
}

static double d(V (*f)(V), double at) {
  V x(at);
  GradientTape tape;
  tape.watch(x);
  return tape.gradient(f(x), x)->value();
}
static double second(V (*f)(V), double at) {
  V x(at);
  GradientTape outer, inner;
  outer.watch(x), inner.watch(x);
  return outer.gradient(*inner.gradient(f(x), x), x)->value();
}

static void users_rules() {
  const double closed = 4 * 0.5 + 2 + 2 + std::cbrt(0.5);
  double d_x = 0;
  ruled_grad(0.5, &d_x);
  EXPECT(d_x, closed);
  EXPECT(d(ruledOnTape, 0.5), closed);
  float d_f = 0;
  ruled_grad(0.5f, &d_f);
  EXPECT(d_f, 5);
  EXPECT(d([](V x) { return V(fabs(x - 0.5)); }, 0.5), 0); // another function
  d_x = 0;
  chosen_grad(0.5, &d_x);
  const double power = 2.5 * std::pow(0.5, 1.5);
  EXPECT(d_x, 12 + 8 + power);
  EXPECT(d([](V x) { return V(hypot(x, 2.0, x)); }, 0.5), 12);
  EXPECT(d([](V x) { return V(hypot(x, 2.0)); }, 1.5), 0.6);
  EXPECT(d([](V x) { return V(pow(x, 2)); }, 0.5), 8);
  EXPECT(d([](V x) { return V(pow(x, 2.5)); }, 0.5), power);
  EXPECT(d([](V x) { return V(step(x) * x * stairs(x, 4)); }, 0.5), 2.5);
  EXPECT(d([](V x) { return nabla::call<nabla::names::cosh>(x); }, 2), 6);
  // Where the tape differentiates a partial, too.
  EXPECT(second([](V x) { return V(sinh(x)); }, 2), 6);
  EXPECT(second([](V x) { return V(probe(x)); }, 2), 6);
  nabla::variable<nabla::array<double>> a(nabla::array<double>({1.0, 2.0}));
  GradientTape tape;
  tape.watch(a);
  EXPECT(tape.gradient(sum(cosh(a)), a)->value()[1], 6);
}

int main() {
  nabla::set_tape_warning_handler([](const char *) {}); // of gradients inside
  numbers();
  names();
  arrays();
  structs();
  complex_numbers();
  written();
  errors();
  second_derivatives();
  users_rules();
  return failures != 0;
}
