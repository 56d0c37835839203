// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function marked [[grad]] is differentiated through without its body: its
// own file exports the two sweeps. Two object files, a shared library with
// default and with hidden visibility; recursion from file to file; functions of
// one name that each file has for itself.
//
// RUN: %nabla -std=c++17 -O0 -c %s -o %t.0.o
// RUN: %nabla -std=c++17 -O2 -c %s -o %t.2.o
// RUN: %nabla -std=c++17 -O0 -fPIC -c %S/Inputs/models.cpp -o %t.models.0.o
// RUN: %nabla -std=c++17 -O2 -fPIC -c %S/Inputs/models.cpp -o %t.models.2.o
// RUN: %nabla %t.0.o %t.models.0.o -o %t.static.0 && %t.static.0
// RUN: %nabla %t.2.o %t.models.2.o -o %t.static.2 && %t.static.2
// RUN: %nabla %t.2.o %t.models.0.o -o %t.mixed && %t.mixed
// RUN: %nabla -shared %t.models.0.o -o %t.0.so
// RUN: %nabla %t.0.o %t.0.so -o %t.dynamic.0 && %t.dynamic.0
// RUN: %nabla -shared %t.models.2.o -o %t.2.so
// RUN: %nabla %t.2.o %t.2.so -o %t.dynamic.2 && %t.dynamic.2
// RUN: %nabla -std=c++17 -O1 -fPIC -shared -fvisibility=hidden -fvisibility-inlines-hidden -DONLY_SHOWN %S/Inputs/models.cpp -o %t.hidden.so
// RUN: %nabla -std=c++17 -O1 -fvisibility=hidden -DONLY_SHOWN %s %t.hidden.so -o %t.hidden && %t.hidden
//
// Files that do not agree about the parameters do not link, and the linker
// names the function.
// RUN: not %nabla -std=c++17 -DDISAGREE %s %t.models.0.o -o %t.no 2>&1 | FileCheck %s
// CHECK: {{undefined (reference|symbol).*only_x__fwd_1}}

#ifdef DISAGREE
namespace models {
inline namespace v1 {
[[grad("y")]] double only_x(double x, double y);
}
} // namespace models
[[grad]] double user(double x) { return models::only_x(2.0, x); }
int main() { return 0; }

#elif defined(ONLY_SHOWN)
#include "Inputs/models.h"
#include "support/check_gradient.h"

[[grad]] double user(double x) { return shown(x) * shown(2 * x) + shared(x, 3); }
int main() {
  NABLA_CHECK(check_scalar(user, user_grad, {0.3}));
  return nabla_test::result();
}

#else
#include "Inputs/models.h"
#include "support/check_gradient.h"
#include <nabla/nabla.h>

[[grad]] double user(double t, double w, const double *v, int n) {
  double s[4], r = 0;
  for (int i = 0; i < 4; ++i)
    s[i] = v[i % n] * t;
  for (int k = 0; k < 3; ++k) {
    models::step(s, 0.1 * w, 4);
    r += models::decay(s[k], w);
  }
  models::Point p = models::turn({t, w}, r);
  double sine = 0.5 * w;
  float narrow;
  models::split(t, sine, narrow);
  return r * models::weighted(s, v, n) + p.x * models::only_x(p.y, 3.0) +
         models::decay(2.0, w) + c_model(w) * over(t) + over(w, t) +
         shared(t, 3) + sine * narrow;
}

// Half of a recursion; the other half is over there.
double models::odd(double x, int n) {
  return n <= 0 ? x * x : models::even(x * 1.1, n - 1) + x;
}

// The other file has its own of each.
namespace {
struct State {
  double a;
};
double advance(State s, int n) {
  return n ? advance({s.a * 3}, n - 1) * s.a : s.a;
}
} // namespace
static double hidden(double x, int n) {
  return n ? hidden(std::cos(x), n - 1) * x : x;
}
[[grad]] double ownNames(double x) {
  return advance({x}, 2) * hidden(x, 2) + models::own_names(x);
}

// Through a pointer that another file calls, to functions of both files.
static double local(double x) { return x * x + c_model(x); }
[[grad]] double pointers(double x) {
  return models::apply(local, x) + models::apply(c_model, x);
}

int main() {
  NABLA_CHECK(check_flat(
      [](double *p) { return user(p[0], p[1], p + 2, 4); },
      [](double *p, double *d) {
        return user_grad(p[0], p[1], p + 2, 4, d, d + 1, d + 2);
      },
      {0.7, 1.3, 0.3, 0.5, -0.2, 0.7}, nabla_test::Tolerance{1e-5}));
  NABLA_CHECK(check_scalar(pointers, pointers_grad, {0.6}));
  for (double n : {0., 1., 2., 7.}) {
    NABLA_CHECK(check_scalar(models::even, models::even_grad, {0.7, n}));
    NABLA_CHECK(check_scalar(models::odd, models::odd_grad, {0.7, n}));
  }
  NABLA_CHECK(check_scalar(ownNames, ownNames_grad, {0.6}));

  // The library's interface to a function of the other file.
  auto [value, pullback] = nabla::vjp<c_model>(0.5);
  NABLA_CHECK(check_near("vjp", value, 0.125));
  NABLA_CHECK(check_near("pulled", pullback(1.0), 0.75));
  NABLA_CHECK(check_near("again", pullback(2.0), 1.5));
  NABLA_CHECK(check_near("gradient", nabla::gradient<c_model>(0.5), 0.75));
  return nabla_test::result();
}
#endif
