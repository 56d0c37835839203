// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the library API is asked for wrongly, as the headers see it: each use is
// one error.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %S/Inputs/one_error_each.py %t nabla/nabla.h %clang_plugin -std=c++17 | FileCheck %s

//--- a.cpp
#include <nabla/nabla.h>
struct S {
  double f(double x);
};
auto a = nabla::gradient<&S::f>(1.0);
// CHECK: error: {{.*}}nabla: only a function can be differentiated (or +[](double x) {...}): no member function, object or pointer to a variable

//--- b.cpp
#include <nabla/nabla.h>
int f(double x) { return int(x); }
auto a = nabla::gradient<f>(1.0);
// CHECK: error: {{.*}}nabla: only a function that returns a real has a gradient; use nabla::vjp, which takes a seed

//--- c.cpp
#include <nabla/nabla.h>
double f(double x);
auto a = nabla::gradient<f, 1>(1.0);
// CHECK: error: {{.*}}nabla: the function has no parameter with this index or name; indices count from 0

//--- d.cpp
#include <nabla/nabla.h>
double f(double x, double y);
auto a = nabla::gradient<f, 1, 1>(1.0, 2.0);
// CHECK: error: {{.*}}nabla: a parameter is chosen twice; name it once

//--- e.cpp
#include <nabla/nabla.h>
double f(int n, const int *p);
auto a = nabla::gradient<f>(1, nullptr);
// CHECK: error: {{.*}}nabla: the function has no parameter that holds anything to differentiate

//--- f.cpp
#include <nabla/nabla.h>
double f(double x, int n);
auto a = nabla::gradient<f, 1>(1.0, 2);
// CHECK: error: {{.*}}nabla: a parameter chosen by its index holds nothing to differentiate; leave it out

//--- g.cpp
#include <nabla/nabla.h>
double f(double **p);
auto a = nabla::gradient<f>(nullptr);
// CHECK: error: {{.*}}nabla: no shadow can be made for a pointer to pointers; mark the function {{\[\[grad\]\]}} and call its _grad or _vjp, or choose other parameters by their indices

//--- h.cpp
#include <nabla/nabla.h>
double f(double x, double y = 1);
auto a = nabla::gradient<f>(1.0);
// CHECK: error: {{.*}}nabla: give as many arguments as the function has parameters

//--- i.cpp
#include <nabla/nabla.h>
double f(const double *x);
double x;
auto a = nabla::gradient<f>(&x);
// CHECK: error: {{.*}}nabla: a pointer does not tell how many elements there are to differentiate; give an array, a container, or nabla::span(pointer, length)

//--- j.cpp
#include <nabla/nabla.h>
double f(const double *x);
auto a = nabla::gradient<f>(std::vector<float>(3));
// CHECK: error: {{.*}}nabla: an argument holds elements of another type than the parameter points to

//--- k.cpp
#include <nabla/nabla.h>
double f(double *x, double *y) { return *x * *y; }
std::vector<double> x(1);
auto a = nabla::vjp<f>(x, x).pullback(1.0, x);
// CHECK: error: {{.*}}nabla: give as many adjoints of outputs as there are differentiated parameters that the function may write to

//--- kk.cpp
#include <nabla/nabla.h>
double &f(double &x) { return x; }
double x;
auto a = nabla::gradient<f>(x);
// CHECK: error: {{.*}}nabla: the function returns a reference or a pointer, whose shadow is not known; return a value

//--- l.cpp
#include <nabla/nabla.h>
struct P {
  double a;
};
double f(P p) { return p.a; }
bool a = bool(nabla::check_gradient<f>(P{1}));
// CHECK: error: {{.*}}nabla: check_gradient checks reals, arrays and containers of reals; choose such parameters by their indices

//--- m.cpp
#include <nabla/nabla.h>
double f(double x, double y) { return x * y; }
auto a = nabla::gradient<f, nabla::index_of<f>("z")>(1.0, 2.0);
// CHECK: error: {{.*}}nabla: the function has no parameter with this index or name; indices count from 0

//--- n.cpp
#include <nabla/nabla.h>
[[trainable]] double w[2];
double f(const double *x) { return x[0] * w[0]; }
auto a = nabla::implicit_gradient<f>(1.0, 2.0);
// CHECK: error: {{.*}}nabla: give as many arguments as the function has parameters

//--- o.cpp
#include <nabla/nabla.h>
struct Model {
  [[trainable]] double w;
};
double f(const Model &m) { return m.w * m.w; }
auto a = nabla::implicit_gradient<f>(Model{1});
// CHECK: error: {{.*}}nabla: an argument with trainable members is a temporary, which nobody can train; give a variable

//--- p.cpp
#include <nabla/nabla.h>
struct Model {
  [[trainable]] double w;
};
double f(const Model &m) { return m.w * m.w; }
const Model model{1};
auto a = nabla::implicit_gradient<f>(model);
// CHECK: error: {{.*}}nabla: an argument with trainable members is const, which nobody can train; give a variable

//--- q.cpp
#include <nabla/nabla.h>
[[trainable]] double w;
void f(double *x) { x[0] *= w; }
double x[1];
auto a = nabla::implicit_gradient<f>(x);
// CHECK: error: {{.*}}nabla: only a function that returns a real has a gradient; use nabla::vjp, which takes a seed
