// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the user's that generated code might have chosen, and the same name
// for several things.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double shadows(double x, double d_x, double seed, double x_saved) {
  double frame = x * d_x;
  double d_frame = frame * seed;
  double x0 = d_frame * x_saved, x_1 = x0 * x;
  x = x_1 + frame;
  return x * d_x + seed;
}

[[grad]] double loopNames(const double *i_saved, int n) {
  double i_count = 1, trip = 0, saved = 2;
  for (int i = 0; i < n; ++i) {
    double d_i_saved = i_saved[i] * saved;
    saved = d_i_saved * i_count + trip;
    trip = saved * saved * 0.1;
    i_count = i_count * 0.9 + trip;
  }
  return saved * trip;
}

namespace nabla_like {
double result(double value) { return value * value; }
} // namespace nabla_like

[[grad]] double functions(double result, double sin) {
  double value = nabla_like::result(result);
  double cos = std::sin(sin) * std::cos(value);
  return cos * value + sin;
}

[[grad]] double scopes(double x) {
  double t = x;
  {
    double t = x * x;
    {
      double t = 3 * x;
      x = t * x;
    }
    x = t * x;
  }
  if (double t = x * 0.5; t > 0.1)
    x += t;
  for (int i = 0; i < 2; ++i) {
    double t = x * 0.3;
    x = t * t + i;
  }
  return t * x;
}

namespace std_like {
int exp = 3;
[[grad]] double hidesGlobal(double x) { return exp * std::exp(x); }
} // namespace std_like

#define x_adjoint 12345
#define d_y oops(
#define result oops(
[[grad]] double macros(double y) { return y * y * x_adjoint; }
#undef x_adjoint
#undef d_y
#undef result

double f_rev(double x) { return 7 * x; }
[[grad]] double f(double x) { return f_rev(x) * x; }

// A callee that is kept as a call has parameters named as Nabla names its own.
static double powers(double frame, int seed, double d_frame) {
  if (seed <= 0)
    return d_frame * frame;
  return frame * powers(frame, seed - 1, d_frame);
}
[[grad]] double framed(double x, double y) { return powers(x, 2, y); }

// A specialization is named as it is from outside, whatever it was called where
// it stands.
namespace inner {
struct tag {};
template <class T> struct Box {
  double v;
};
template <> struct Box<tag> {
  double v, w;
};
} // namespace inner
namespace other {
[[grad]] double boxed(inner::Box<inner::tag> b,
                      const inner::Box<inner::tag> *p) {
  inner::Box<inner::tag> c = b;
  c.v *= p->w;
  return c.v * c.w;
}
} // namespace other
static void boxes() {
  inner::Box<inner::tag> b{2, 3}, p{0, 5}, db{}, dp{};
  other::boxed_grad(b, &p, &db, &dp);
  NABLA_CHECK(check_near("b.v", db.v, 3 * 5));
  NABLA_CHECK(check_near("b.w", db.w, 2 * 5));
  NABLA_CHECK(check_near("p->w", dp.w, 2 * 3));
}

// Names without a letter of ASCII.
struct Größe {
  double λ, breite;
};
static double powers(double α, int n) { // not inlined: its frame has fields
  if (n == 0)
    return α;
  double β = α * α;
  return powers(β, n - 1) * α + β;
}
[[grad]] double greek(double *θ, int n) {
  Größe δ = {1, θ[0]};
  double Σ = 0;
  for (int i = 0; i < n; ++i) {
    Σ += θ[i] * δ.λ;
    δ.λ *= Σ * δ.breite;
  }
  return powers(Σ, 2) * δ.λ;
}

int main() {
  boxes();
  NABLA_CHECK(check_array(greek, greek_grad, {1.2, 0.7, -0.4}));
  NABLA_CHECK(check_scalar(framed, framed_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(shadows, shadows_grad, {1.2, 0.7, -0.4, 0.9}));
  NABLA_CHECK(check_array(loopNames, loopNames_grad, {1.2, 0.7, -0.4}));
  NABLA_CHECK(check_scalar(functions, functions_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(scopes, scopes_grad, {1.2}));
  NABLA_CHECK(
      check_scalar(std_like::hidesGlobal, std_like::hidesGlobal_grad, {1.2}));
  NABLA_CHECK(check_scalar(macros, macros_grad, {1.2}));
  NABLA_CHECK(check_scalar(f, f_grad, {1.2}));
  return nabla_test::result();
}
