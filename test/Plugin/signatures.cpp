// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of f_grad and f_vjp for every kind of parameter. Nothing is defined
// here, so nothing is differentiated.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics

template <class, class> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
#define SIGNATURE(f, ...) static_assert(same<decltype(f), __VA_ARGS__>)

[[grad]] double scalars(double, const double, float, long double, int, bool, char);
SIGNATURE(scalars_grad, double(double, double, float, long double, int, bool, char, double *, double *, float *, long double *));
SIGNATURE(scalars_vjp, double(double, double, float, long double, int, bool, char, double, double *, double *, float *, long double *));

[[grad]] double pointers(double *, const double *, const double *const, double **, const double *const *, const float *__restrict);
SIGNATURE(pointers_grad, double(double *, const double *, const double *, double **, const double *const *, const float *__restrict, double *, double *, double *, double **, double **, float *));

[[grad]] double references(double &, const double &, double *&, const double (&)[3], double (&)[2][2]);
SIGNATURE(references_grad, double(double &, const double &, double *&, const double (&)[3], double (&)[2][2], double *, double *, double **, double (*)[3], double (*)[2][2]));

[[grad]] double arrays(double x[], const double y[4], double m[][3], const double n[2][3]);
SIGNATURE(arrays_grad, double(double *, const double *, double (*)[3], const double (*)[3], double *, double *, double (*)[3], double (*)[3]));

typedef const double Constant;
typedef Constant *Input;
using Row = const double[3];
[[grad]] double aliases(Constant, Input, const Row &, Row);
SIGNATURE(aliases_grad, double(double, const double *, const double (&)[3], const double *, double *, double *, double (*)[3], double *));

struct Point { double x; int n; };
struct Node { Node *next; Point at[2]; };
struct Derived : Point { int more; };
struct Empty {};
struct Count { int n; Count *next; double (*callback)(double); };
union Bits { double d; long n; };
template <class T> struct Vec { T *begin; int size; };
enum Enum { one };
[[grad]] double records(Point, const Point &, const Node *, Derived, Empty, Count *, Bits, const Vec<double> &, Vec<int>, Enum, Vec<Vec<float>>);
SIGNATURE(records_grad, double(Point, const Point &, const Node *, Derived, Empty, Count *, Bits, const Vec<double> &, Vec<int>, Enum, Vec<Vec<float>>,
                               Point *, Point *, Node *, Derived *, Bits *, Vec<double> *, Vec<Vec<float>> *));

[[grad]] double callbacks(double (*)(double), double (&)(double), void *, double Point::*, decltype(nullptr), double x);
SIGNATURE(callbacks_grad, double(double (*)(double), double (&)(double), void *, double Point::*, decltype(nullptr), double, double *));

// Results: the seed is of the type of the result; void has none.
[[grad]] void nothing(double *x);
SIGNATURE(nothing_grad, void(double *, double *));
SIGNATURE(nothing_vjp, void(double *, double *));
[[grad]] const float constant(float x);
SIGNATURE(constant_grad, const float(float, float *));
SIGNATURE(constant_vjp, const float(float, float, float *));
[[grad]] Point record(double x);
SIGNATURE(record_grad, Point(double, double *));
SIGNATURE(record_vjp, Point(double, Point, double *));
[[grad]] int status(const double *a, double *x);
SIGNATURE(status_grad, int(const double *, double *, double *, double *));
SIGNATURE(status_vjp, int(const double *, double *, int, double *, double *));

// Default arguments cannot stay, since shadows follow.
[[grad]] double defaults(double x, double y = 2);
SIGNATURE(defaults_grad, double(double, double, double *, double *));
template <class... Args>
auto callable(int, Args... args) -> decltype(defaults_grad(args...), true);
template <class... Args> int callable(long, Args...);
SIGNATURE(callable(0, 1.), int);

[[grad("y")]] double chosen(double x, double y, double z);
SIGNATURE(chosen_grad, double(double, double, double, double *));
SIGNATURE(chosen_vjp, double(double, double, double, double, double *));

[[grad]] double silent(double x) noexcept;
SIGNATURE(silent_grad, double(double, double *) noexcept);
extern "C" [[grad]] double cFunction(double x);
SIGNATURE(cFunction_grad, double(double, double *));
