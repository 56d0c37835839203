// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// [[trainable]] variables and members: nabla::implicit_gradient. Expected
// gradients are closed forms, or central differences of the same function.
//
// RUN: %at-levels-sanitized %nabla -std=c++20 -Wall -Wextra -Werror %s -o %t
// RUN: %nabla -std=c++17 -fsyntax-only -Wall -Wextra -Werror %s

#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <nabla/nabla.h>
#include <stdexcept>
#include <thread>
#include <vector>

static int failures = 0;
static void expect(double is, double should_be, int line,
                   double within = 1e-12) {
  if (std::fabs(is - should_be) <= within * (1 + std::fabs(should_be)))
    return;
  std::printf("line %d: should be %.17g is %.17g\n", line, should_be, is);
  ++failures;
}
#define EXPECT(is, should_be) expect(is, should_be, __LINE__)

/// Every delivered gradient against differences.
template <class G, class Loss>
static void against_differences(const G &gradients, Loss loss, int line) {
  for (const nabla::trainable_gradient &g : gradients)
    for (std::size_t i = 0; i < g.size(); ++i) {
      double &x = g.values()[i], was = x, h = 1e-4;
      auto at = [&](double v) {
        x = v;
        double y = loss();
        x = was;
        return y;
      };
      double d = (8 * (at(was + h) - at(was - h)) -
                  (at(was + 2 * h) - at(was - 2 * h))) /
                 (12 * h);
      expect(g.gradient()[i], d, line, 1e-9);
    }
}

//===-- Globals -----------------------------------------------------------===//

[[trainable]] extern double later;
[[trainable]] double weights[3] = {0.5, -1, 2};
[[trainable]] static double bias = 0.25;
double untrained = 3;
namespace net {
[[trainable]] double table[2][3] = {{1, 2, 3}, {4, 5, 6}};
namespace {
[[trainable]] float rate = 0.5f;
}
struct Holder {
  [[trainable]] static double state;
};
double Holder::state = 1.5;
} // namespace net
[[trainable]] thread_local double own = 2;
[[trainable]] double never_read = 1;
double later = 0.125;

double linear(const double *x, int n) {
  double s = bias * untrained;
  for (int i = 0; i < n; ++i)
    s += weights[i] * x[i];
  return s * s;
}

static void globals() {
  std::vector<double> x{1, 2, 3};
  double s = 0.75 + 0.5 - 2 + 6;
  auto [value, g] = nabla::implicit_value_and_gradient<linear>(x, 3);
  EXPECT(value, s * s);
  EXPECT(double(g.size()), 2);
  EXPECT(double(g[0].name() == "weights" && g[1].name() == "bias"), 1);
  EXPECT(g.of(weights)[2], 2 * s * 3);
  EXPECT(g.of(bias), 2 * s * 3);
  EXPECT(double(g[0].size()), 3);
  EXPECT(double(g[0].is<double>() && !g[0].is<float>()), 1);
  EXPECT(double(g[0].values() == weights), 1);
  against_differences(g, [&] { return linear(x.data(), 3); }, __LINE__);
  // Nothing stays behind.
  EXPECT(nabla::implicit_gradient<linear>(x, 3).of(bias), 2 * s * 3);
  // The ordinary gradient knows nothing of them.
  EXPECT(nabla::gradient<linear>(x, 3)[1], 2 * s * -1);
  // Trained.
  double before = value;
  for (int i = 0; i < 200; ++i)
    for (const auto &t : nabla::implicit_gradient<linear>(x, 3))
      t.descend(0.01);
  EXPECT(double(linear(x.data(), 3) < 1e-6 * before), 1);
}

// Every kind of place, order of definition, float, zero for what is read and
// does not matter.
double kinds(double x, int k) {
  double unused = weights[0];
  (void)unused;
  double r = net::table[1][k] * x + net::Holder::state * own + later;
  return r * net::rate;
}
static void order() {
  auto g = nabla::implicit_gradient<kinds>(2.0, 1);
  EXPECT(double(g.size()), 6);
  const char *names[] = {"weights",   "net::table",
                         "net::rate", "net::Holder::state",
                         "own",       "later"};
  for (int i = 0; i < 6; ++i)
    if (g[std::size_t(i)].name() != names[i]) {
      std::printf("%s is %s\n", names[i], g[std::size_t(i)].name().c_str());
      ++failures;
    }
  EXPECT(g.of(weights)[0], 0);
  EXPECT(g.of(net::table)[1][1], 1);
  EXPECT(g.of(net::table)[0][1], 0);
  EXPECT(g.of(net::rate), 10 + 3 + 0.125);
  EXPECT(g.of(net::Holder::state), 1);
  EXPECT(g.of(own), 0.75);
  EXPECT(g.of(later), 0.5);
  g[2].descend(1); // float
  EXPECT(net::rate, 0.5f - 13.125f);
  net::rate = 0.5f;
}

//===-- Complex numbers, as two reals each --------------------------------===//

[[trainable]] std::complex<double> turn = {1, 2}, turns[2][2];
struct Phase {
  std::complex<double> z;
  double k;
};
[[trainable]] Phase phase = {{3, 4}, 5};
struct Filter {
  [[trainable]] std::complex<double> taps[2];
  double gain;
};
Filter filters[2];

double rotate(double x, int n) {
  std::complex<double> w = turn * turn * x + turns[1][n] * phase.z;
  return w.real() + 3 * w.imag() + phase.k * filters[n].taps[1].real() +
         filters[n].taps[0].imag() * filters[n].gain;
}
static void complexNumbers() {
  turns[1][1] = {2, 3};
  filters[1] = {{{1, 2}, {3, 4}}, 9};
  auto g = nabla::implicit_gradient<rotate>(2.0, 1);
  against_differences(g, [] { return rotate(2, 1); }, __LINE__);
  EXPECT(double(g.size()), 6);
  EXPECT(double(g[1].size()), 8);
  EXPECT(g.of(turn).real(), 2 * 2 * (1 + 3 * 2)); // 2 x (re + 3 im)
  EXPECT(g.of(turns)[1][1].imag(), -4 + 3 * 3);
  EXPECT(g.of(phase.z).real(), 2 + 3 * 3);
  EXPECT(g.of(filters[1].taps)[0].imag(), 9);
  EXPECT(g.of(filters[0].taps)[0].imag(), 0);
}

//===-- Callees, loops, recursion, writes ---------------------------------===//

[[gnu::noinline]] static double neuron(const double *x, int n) {
  double s = bias;
  for (int i = 0; i < n; ++i)
    s += std::tanh(weights[i % 3] * x[i]);
  return std::exp(-s * s);
}
static double deep(double x, int n) {
  if (n == 0)
    return x * bias;
  double y = std::sin(x * weights[n % 3]);
  return deep(y, n - 1) + y * weights[0];
}
double deepLoss(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += neuron(x + i, n - i) * deep(x[i], i);
  while (s > 0.1)
    s *= weights[0];
  return s;
}
// What is trained may also be written: the gradient is by what it held first.
double written(double x) {
  bias = bias * bias + x;
  double r = bias * x;
  bias = 0.25;
  return r;
}
// Through pointers and references to them.
static double through(const double *w, const double &b, double x) {
  return w[0] * x + w[1] * x * x + b;
}
double pointed(double x) {
  const double *w = weights + 1;
  double r = through(w, bias, x);
  double *p = x > 0 ? &bias : &later;
  return r * *p;
}
static void calls() {
  std::vector<double> x{0.3, -0.2, 0.7, 0.9};
  weights[0] = 0.5, weights[1] = -1, weights[2] = 2, bias = 0.25;
  against_differences(
      nabla::implicit_gradient<deepLoss>(x, 4),
      [&] { return deepLoss(x.data(), 4); }, __LINE__);
  EXPECT(nabla::implicit_gradient<written>(3.0).of(bias), 2 * 0.25 * 3);
  auto g = nabla::implicit_gradient<pointed>(2.0);
  double r = -2 + 8 + 0.25;
  EXPECT(g.of(weights)[0], 0);
  EXPECT(g.of(weights)[1], 2 * 0.25);
  EXPECT(g.of(weights)[2], 4 * 0.25);
  EXPECT(g.of(bias), 0.25 + r);
  EXPECT(g.of(later), 0);
}

//===-- Members -----------------------------------------------------------===//

struct Layer {
  [[trainable]] double w[2];
  double scale;
  [[trainable]] double b;
  int uses;
};
struct Net {
  Layer layers[2];
  double factor;
  [[trainable]] long double shift;
};
Net net_of_all = {{{{1, 2}, 3, 0.5, 0}, {{-1, 0.5}, 2, 0.1, 0}}, 2, 0.75L};
struct Plain {
  double a, b[2];
  int n;
};
[[trainable]] Plain whole = {1, {2, 3}, 4};

static double apply(const Layer &l, double x) {
  return l.scale * std::tanh(l.w[0] * x + l.w[1] * x * x + l.b);
}
double ofGlobalMembers(double x) {
  double y = x;
  for (int i = 0; i < 2; ++i)
    y = apply(net_of_all.layers[i], y);
  return net_of_all.factor * y + double(net_of_all.shift) * x +
         whole.a * whole.b[1] * whole.n;
}
double ofArgument(const Net &n, double x) {
  return n.factor * apply(n.layers[1], apply(n.layers[0], x));
}
double ofPointer(const Layer *layers, int n, double x, Layer last) {
  for (int i = 0; i < n; ++i)
    x = apply(layers[i], x);
  return apply(last, x) + bias;
}

static void members() {
  auto g = nabla::implicit_gradient<ofGlobalMembers>(0.3);
  EXPECT(double(g.size()), 7);
  const char *names[] = {"net_of_all.layers[0].w",
                         "net_of_all.layers[0].b",
                         "net_of_all.layers[1].w",
                         "net_of_all.layers[1].b",
                         "net_of_all.shift",
                         "whole.a",
                         "whole.b"};
  for (std::size_t i = 0; i < 7; ++i)
    if (g[i].name() != names[i]) {
      std::printf("%s is %s\n", names[i], g[i].name().c_str());
      ++failures;
    }
  EXPECT(double(g.of(net_of_all.shift)), 0.3);
  EXPECT(g.of(whole.a), 12);
  EXPECT(g.of(whole.b)[1], 4);
  std::vector<nabla::trainable_gradient> doubles;
  for (const auto &t : g)
    if (t.is<double>())
      doubles.push_back(t);
  against_differences(doubles, [] { return ofGlobalMembers(0.3); }, __LINE__);

  Net n = net_of_all;
  auto of_n = nabla::implicit_gradient<ofArgument>(n, 0.3);
  EXPECT(double(of_n.size()), 5);
  EXPECT(double(of_n[0].name() == "argument 0.layers[0].w"), 1);
  EXPECT(double(of_n[0].values() == n.layers[0].w), 1);
  EXPECT(double(of_n.of(n.shift)), 0);
  doubles.assign(of_n.begin(), of_n.end() - 1);
  against_differences(doubles, [&] { return ofArgument(n, 0.3); }, __LINE__);

  std::vector<Layer> layers(n.layers, n.layers + 2);
  Layer last = n.layers[0];
  auto of_p = nabla::implicit_gradient<ofPointer>(layers, 2, 0.3, last);
  EXPECT(double(of_p.size()), 7);
  EXPECT(double(of_p[0].name() == "bias"), 1);
  EXPECT(double(of_p[3].name() == "argument 0[1].w"), 1);
  against_differences(
      of_p, [&] { return ofPointer(layers.data(), 2, 0.3, last); }, __LINE__);
  // The same object twice: the gradient is by both.
  Layer one[1] = {last};
  auto both = nabla::implicit_gradient<ofPointer>(one, 1, 0.3, one[0]);
  EXPECT(double(both.size()), 3);
  against_differences(
      both, [&] { return ofPointer(one, 1, 0.3, one[0]); }, __LINE__);
}

//===-- Templates, lambdas, threads, exceptions ---------------------------===//

template <int N> struct Poly {
  [[trainable]] double c[N];
};
Poly<3> poly = {{1, 2, 3}};
template <class T> T horner(T x) {
  return (poly.c[2] * x + poly.c[1]) * x + poly.c[0];
}
double throws(double x) {
  double y = bias * x;
  if (y > 0)
    throw std::runtime_error("positive");
  return y;
}

static void more() {
  EXPECT(nabla::implicit_gradient<&horner<double>>(2.0).of(poly.c)[2], 4);
#if __cplusplus >= 202002L
  EXPECT(nabla::implicit_gradient<+[](double x) { return bias * x; }>(5.0).of(
             bias),
         5);
#endif
  bool thrown = false;
  try {
    nabla::implicit_gradient<throws>(1.0);
  } catch (const std::runtime_error &) {
    thrown = true;
  }
  EXPECT(double(thrown), 1);
  EXPECT(nabla::implicit_gradient<throws>(-1.0).of(bias), -1);
  std::vector<std::thread> threads;
  double sums[4] = {};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&sums, t] {
      for (int i = 0; i < 50; ++i)
        sums[t] +=
            nabla::implicit_gradient<horner<double>>(double(t)).of(poly.c)[1];
    });
  for (auto &t : threads)
    t.join();
  EXPECT(sums[3], 150);
  // Misuse.
  thrown = false;
  try {
    nabla::implicit_gradient<throws>(-1.0).of(weights);
  } catch (const std::invalid_argument &) {
    thrown = true;
  }
  EXPECT(double(thrown), 1);
  thrown = false;
  try {
    nabla::implicit_gradient<linear>(weights, 3);
  } catch (const std::invalid_argument &) {
    thrown = true;
  }
  EXPECT(double(thrown), 1);
}

int main() {
  globals();
  order();
  complexNumbers();
  calls();
  members();
  more();
  return failures != 0;
}
