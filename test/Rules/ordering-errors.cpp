// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What std::sort and its kin cannot be differentiated with, and lambdas that
// cannot be copied. In what carries no derivative all but the latter may stand.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

struct Row {
  double *at;
  double key;
};
static bool byKey(const Row &a, const Row &b) { return a.key < b.key; }
static bool behind(const double *a, const double *b) { return *a < *b; }
static int compareText(const void *a, const void *b) {
  return std::strcmp(*static_cast<char *const *>(a),
                     *static_cast<char *const *>(b));
}
struct Named {
  std::string name;
};
static bool byName(const Named &a, const Named &b) { return a.name < b.name; }

[[grad]] double rows(double *x, int n) {
  Row r[8];
  for (int i = 0; i < n; ++i)
    r[i] = {x + i, x[i] * x[i]};
  std::sort(r, r + n, byKey); // expected-error {{this statement may change 'r', which carries a derivative, and cannot be differentiated: 'std::sort' moves pointers, or classes in which there are some or that are not modelled; sort indices}}
  return *r[0].at;
}
[[grad]] double pointers(double *x, int n) {
  double *p[8];
  for (int i = 0; i < n; ++i)
    p[i] = x + i;
  std::nth_element(p, p + 1, p + n, behind); // expected-error {{this statement may change 'p', which carries a derivative, and cannot be differentiated: 'std::nth_element' moves pointers}}
  return *p[0] * *p[1];
}
[[grad]] double container(const double *x, int n) {
  std::vector<double> v(x, x + n); // expected-error {{'v' of type 'std::vector<double>' carries a derivative, and this type is not supported yet}}
  std::sort(v.begin(), v.end()); // expected-error {{this statement may change 'v', which carries a derivative, and cannot be differentiated}}
  return v[0]; // expected-error {{cannot differentiate this expression}}
}

// They only have to be carried along.
static Named people[3];
[[grad("x")]] double carried(double x, char **names, double *const *columns,
                             int n) {
  const double *c[8];
  for (int i = 0; i < n; ++i)
    c[i] = columns[i];
  std::sort(c, c + n, behind);
  std::qsort(names, n, sizeof(char *), compareText);
  std::sort(people, people + 3, byName);
  return x * *c[0] * std::strlen(names[0]);
}

struct Nearer {
  const double *to;
  bool operator()(double a, double b) const {
    return std::fabs(a - *to) < std::fabs(b - *to);
  }
};
[[grad]] double anew(double *x, int n) {
  double s = 0;
  Nearer before = {&s};
  for (int i = 0; i < n; ++i) {
    std::sort(x, x + n, before);
    std::sort(x, x + n, Nearer{&s}); // expected-error {{cannot differentiate through pointers to 't', which this loop declares anew in every iteration; declare it before the loop}}
    s += x[0] * x[n - 1];
  }
  return s;
}

[[grad]] double lambdas(double *x, int n) {
  int count = 0;
  auto less = [](double a, double b) { return a < b; }; // expected-error {{a lambda cannot be differentiated; make it a function at namespace scope}}
  std::sort(x, x + n, less);
  std::sort(x, x + n, [&](double a, double b) { // expected-error {{a lambda that is more than 'return' and an expression of typed parameters cannot be differentiated; make it a function, or a struct with an operator (), at namespace scope}}
    ++count;
    return a < b;
  });
  std::sort(x, x + n, [](auto a, auto b) { return a < b; }); // expected-error {{a lambda that is more than 'return'}}
  std::sort(x, x + n, [&](double a, double b) { return count++ > 0 && a < b; }); // expected-error {{a lambda that changes something, or may, cannot be differentiated; make it}}
  std::sort(x, x + n, [k = 2.0](double a, double b) { return k * a < b; }); // expected-error {{a lambda that captures 'this', or the value of an expression, cannot be differentiated; make it}}
  return x[0];
}
struct Scale {
  double by;
  double smallest(double *x, int n) const {
    std::sort(x, x + n, [this](double a, double b) { return by * a < b; }); // expected-error {{a lambda that captures 'this'}}
    return x[0];
  }
};
[[grad]] double member(double *x, int n) {
  Scale s = {2};
  return s.smallest(x, n); // expected-note {{while differentiating this call of 'Scale::smallest'}}
}

//===--- Rules of a user's that go by their frame alone -------------------===//

#include <nabla/rules.h>

namespace my {
double root(double p, double *steps);
}
template <> struct nabla::adjoint<&my::root> {
  struct frame {
    double slope;
  };
  static double forward(double p, double *steps, frame &f);
  // expected-error@+1 {{'reverse' does not match 'my::root'; declare it as 'static void reverse(double p, const double *steps, const frame &f, double seed, double &d_p, double *d_steps)'}}
  static void reverse(const frame &f, double seed, double &d_p);
};
[[grad]] double rooted(double p) {
  double steps = 0;
  return my::root(p, &steps);
}
