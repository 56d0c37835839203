// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reals behind pointers to void in records, which calls are handed: what cannot
// be followed is an error, at the line, and never left out.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

struct Callback {
  double (*f)(double, void *);
  void *data;
};
static double line(double t, void *data) {
  double *p = (double *)data;
  return p[0] * t + p[1];
}
[[grad]] double own_record(const double *x) {
  double p[2] = {x[0], x[1]};
  Callback c = {line, p}; // expected-error {{cannot follow a derivative through a pointer that is converted to another type}}
  return c.f(x[2], c.data); // expected-error {{this argument carries a derivative, and a function that is called through a pointer cannot pass it on by this type; use the type of what it points to}}
}

[[gnu::noinline]] static double evaluate(const Callback *c, double t) {
  return c->f(t, c->data); // expected-error {{this argument carries a derivative, and a function that is called through a pointer cannot pass it on by this type}}
}
[[grad]] double record_of_callee(const double *x) {
  double p[2] = {x[0], x[1]};
  Callback c = {line, p};    // expected-error {{cannot follow a derivative through a pointer that is converted to another type}}
  return evaluate(&c, x[2]); // expected-note {{while differentiating this call of 'evaluate'}}
}

struct ConstCallback {
  double (*f)(double, const void *);
  const void *data;
};
static double constLine(double t, const void *data) {
  const double *p = (const double *)data;
  return p[0] * t + p[1];
}
[[grad]] double const_data(const double *x) {
  double p[2] = {x[0], x[1]};
  ConstCallback c = {constLine, p}; // expected-error {{cannot follow a derivative through a pointer that is converted to another type}}
  return c.f(x[2], c.data); // expected-error {{this argument carries a derivative, and a function that is called through a pointer cannot pass it on by this type}}
}

// The reals are behind what is behind the pointer.
struct Inner {
  const double *p;
};
static double inner(double t, void *data) {
  return t * ((Inner *)data)->p[1];
}
[[grad]] double further_behind(const double *x) {
  Inner in = {x};
  Callback c = {inner, &in}; // expected-error {{cannot follow a derivative through a pointer that is converted to another type}}
  return c.f(x[2], c.data); // expected-error {{this argument carries a derivative, and a function that is called through a pointer cannot pass it on by this type}}
}

// They are written there.
struct Sink {
  void (*f)(double, void *);
  void *data;
};
static void add(double v, void *data) { *(double *)data += v * v; }
[[grad]] double written(const double *x) {
  double sum = 0;
  Sink s = {add, &sum}; // expected-error {{cannot follow a derivative through a pointer that is converted to another type}}
  s.f(x[0], s.data); // expected-error {{this argument carries a derivative, and a function that is called through a pointer cannot pass it on by this type}}
  return sum;
}

// There are none: no error.
static double times(double t, void *data) { return t * *(int *)data; }
[[grad]] double without_reals(const double *x) {
  int n = 3;
  Callback c = {times, &n};
  return c.f(x[0] * x[1], c.data) * evaluate(&c, x[2]);
}
[[grad]] double from_outside(const double *x, double (*f)(double, void *),
                             void *data) {
  return f(x[0] * x[1], data);
}
