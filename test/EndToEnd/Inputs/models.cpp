// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models.h"

namespace models {
inline namespace v1 {

static double chain(double x, int n) {
  return n == 0 ? x : std::sin(chain(x * 1.1, n - 1));
}

double decay(double t, double w) { return t * std::exp(-w * t) + chain(t, 3); }

double weighted(const double *x, const double *w, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * w[i];
  return s;
}

double only_x(double x, double y) { return x * x * y; }

void step(double *state, double h, int n) {
  for (int i = 0; i < n; ++i)
    state[i] += h * std::cos(state[i]) * state[(i + 1) % n];
}

Point turn(Point p, double a) {
  return {p.x * std::cos(a) - p.y * std::sin(a), p.x * std::sin(a) + p.y};
}

void split(const double &x, double &sine, float &narrow) {
  sine = std::sin(x) * sine;
  narrow = static_cast<float>(x * x);
}

#ifndef ONLY_SHOWN
double even(double x, int n) {
  return n <= 0 ? x : std::sin(odd(x, n - 1)) * x;
}
#endif

namespace {
struct State {
  double a;
};
double advance(State s, int n) {
  return n ? advance({s.a * s.a}, n - 1) : s.a;
}
} // namespace
static double hidden(double x, int n) {
  return n ? hidden(std::sin(x), n - 1) + x : x;
}
double own_names(double x) { return advance({x}, 2) + hidden(x, 3); }

} // namespace v1

double apply(double (*f)(double), double x) { return f(x) * x; }

} // namespace models

double c_model(double x) { return x * x * x; }
double over(double x) { return x * x + shared(x, 2); }
double over(double x, double y) { return x * y * y; }
double shown(double x) { return std::exp(x); }
