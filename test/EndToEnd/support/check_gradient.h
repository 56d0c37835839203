// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradient checks for end-to-end tests. Every check compares what f_grad says
// with something that Nabla had no part in: differences of f, differences of
// the same function written in long double, or a closed form in the test.
//
//   NABLA_CHECK(check_scalar(f, f_grad, {1.2, 3.4}));     scalars, any number
//   NABLA_CHECK(check_array(f, f_grad, {1, 2, 3}));       f(pointer, count)
//   NABLA_CHECK(check_flat(value, gradient, {1, 2, 3}));  anything, by lambdas
//   NABLA_CHECK(check_near("d_x", d_x, std::cos(x)));     closed form
//   return nabla_test::result();                          from main
//
// What is checked is the whole contract on shadows, which start at numbers
// other than zero: with w the shadow on entry and x' the contents of the cell
// on exit, the shadow on exit is the derivative of
//   f + sum_j w_j x'_j
// with respect to the contents on entry. For what f does not write that is
// "accumulates"; for what it writes it is "adjoint of the final contents in,
// of the initial contents out". The value of f and what f leaves in memory
// must be the same from f and from f_grad.

#ifndef NABLA_TEST_ENDTOEND_SUPPORT_CHECK_GRADIENT_H
#define NABLA_TEST_ENDTOEND_SUPPORT_CHECK_GRADIENT_H

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <nabla/detail/differences.h>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace nabla_test {

using Point = std::vector<double>;

/// What a check found wrong, one line each; empty if all is well.
struct Finding {
  std::vector<std::string> Lines;
};

inline int &failures() {
  static int Count = 0;
  return Count;
}

/// Exit status for main: 0 if every NABLA_CHECK held.
inline int result() { return failures() == 0 ? 0 : 1; }

inline void report(const char *Check, const char *File, int Line,
                   const Finding &F) {
  if (F.Lines.empty())
    return;
  ++failures();
  std::fprintf(stderr, "%s:%d: %s\n", File, Line, Check);
  for (const std::string &L : F.Lines)
    std::fprintf(stderr, "  %s\n", L.c_str());
}

#define NABLA_CHECK(...)                                                       \
  do {                                                                         \
    using namespace nabla_test;                                                \
    nabla_test::report(#__VA_ARGS__, __FILE__, __LINE__, __VA_ARGS__);         \
  } while (false)

//===-- Single numbers ----------------------------------------------------===//

inline std::string text(const char *Format, long double Value) {
  char Buffer[64];
  std::snprintf(Buffer, sizeof Buffer, Format, Value);
  return Buffer;
}

inline std::string pointText(const Point &X) {
  std::string S = "at (";
  for (std::size_t I = 0; I < X.size(); ++I)
    S += (I ? ", " : "") + text("%.17Lg", X[I]);
  return S + ")";
}

/// NaN is near nothing.
inline bool isNear(long double Is, long double ShouldBe,
                   long double Tolerance) {
  return std::fabs(Is - ShouldBe) <= Tolerance;
}

/// Is within Relative of ShouldBe (absolutely, for numbers below 1).
inline Finding check_near(const std::string &What, long double Is,
                          long double ShouldBe, long double Relative = 1e-12L) {
  long double Scale = std::fmax(1.0L, std::fabs(ShouldBe));
  if (isNear(Is, ShouldBe, Relative * Scale))
    return {};
  return {{What + ": should be " + text("%.17Lg", ShouldBe) + " is " +
           text("%.17Lg", Is)}};
}

/// For what must be exact: integers, zeros, bit patterns.
inline Finding check_equal(const std::string &What, long double Is,
                           long double ShouldBe) {
  return check_near(What, Is, ShouldBe, 0);
}

inline Finding check_true(const std::string &What, bool Holds) {
  if (Holds)
    return {};
  return {{What + ": should be true is false"}};
}

//===-- Differences -------------------------------------------------------===//

/// The derivative of F at 0 by Ridders' method.
using nabla::detail::differences;

/// Shadows on entry: different for every cell, exact in float.
inline double shadowOnEntry(std::size_t Cell) {
  return 0.5 + 0.25 * static_cast<double>(Cell % 5);
}

/// f + sum_j w_j x'_j, with cell I moved by H.
template <class R, class ValueFn>
R objective(ValueFn Value, const Point &X, std::size_t I, R H) {
  std::vector<R> Cells(X.begin(), X.end());
  Cells[I] += H;
  R L = Value(Cells.data());
  for (std::size_t J = 0; J < Cells.size(); ++J)
    L += static_cast<R>(shadowOnEntry(J)) * Cells[J];
  return L;
}

//===-- The general check -------------------------------------------------===//

struct Tolerance {
  double Gradient = 1e-8; ///< Relative; absolute for components below 1.
  double Value = 1e-14;   ///< Between f and f_grad.
  double Step = 0.02;     ///< First step of the differences.
};

template <class ValueFn, class GradientFn, class ReferenceFn>
Finding checkCells(ValueFn Value, GradientFn Gradient, ReferenceFn Reference,
                   const Point &X, Tolerance Tol) {
  using R = std::decay_t<decltype(Reference(nullptr))>;
  Finding Found;
  std::string Where = pointText(X);
  auto expect = [&](const std::string &What, long double Is,
                    long double ShouldBe, long double Relative) {
    for (std::string &L : check_near(What, Is, ShouldBe, Relative).Lines)
      Found.Lines.push_back(Where + ", " + L);
  };

  Point After = X, AfterGrad = X, Shadow(X.size());
  for (std::size_t I = 0; I < X.size(); ++I)
    Shadow[I] = shadowOnEntry(I);
  double V = Value(After.data());
  double VGrad = Gradient(AfterGrad.data(), Shadow.data());
  expect("value from f_grad", VGrad, V, Tol.Value);
  for (std::size_t I = 0; I < X.size(); ++I) {
    std::string Cell = "[" + std::to_string(I) + "]";
    expect("contents " + Cell + " left by f_grad", AfterGrad[I], After[I],
           Tol.Value);
    R Error;
    R Slope =
        differences<R>([&](R H) { return objective<R>(Reference, X, I, H); },
                       static_cast<R>(Tol.Step), &Error);
    expect("component " + Cell, Shadow[I], Slope, Tol.Gradient);
  }
  return Found;
}

/// Any function, seen as one of an array of doubles:
///   Value:    double (double *x)             calls f
///   Gradient: double (double *x, double *d)  calls f_grad; d are the shadows
/// against differences of Value, or of Reference, the same function over
/// long double *, which allows a tolerance of 1e-11.
template <class ValueFn, class GradientFn>
Finding check_flat(ValueFn Value, GradientFn Gradient, const Point &X,
                   Tolerance Tol = {}) {
  return checkCells(
      Value, Gradient, [=](double *P) { return Value(P); }, X, Tol);
}
template <class ValueFn, class GradientFn, class ReferenceFn,
          class = decltype(std::declval<ReferenceFn>()(
              static_cast<long double *>(nullptr)))>
Finding check_flat(ValueFn Value, GradientFn Gradient, const Point &X,
                   ReferenceFn Reference, Tolerance Tol = {1e-11}) {
  auto Wide = [=](long double *P) -> long double { return Reference(P); };
  return checkCells(Value, Gradient, Wide, X, Tol);
}

//===-- Functions of scalars ----------------------------------------------===//

template <class T>
inline constexpr bool IsReal = std::is_floating_point_v<std::decay_t<T>>;

/// Shadows of real scalars, in storage of the parameter's own type.
template <class... Params> struct ScalarShadows {
  std::tuple<std::decay_t<Params>...> Storage;

  template <std::size_t I> auto pointer() {
    using T = std::tuple_element_t<I, std::tuple<std::decay_t<Params>...>>;
    if constexpr (IsReal<T>)
      return std::tuple<T *>(&std::get<I>(Storage));
    else
      return std::tuple<>();
  }
  template <std::size_t... I> auto pointers(std::index_sequence<I...>) {
    return std::tuple_cat(pointer<I>()...);
  }
};

/// Calls f_grad with the cells X as arguments and the shadows D, which are
/// copied in and out; integer parameters have a cell but no shadow.
template <class Res, class... Params, class Grad, std::size_t... I>
double callGrad(Res (*)(Params...), Grad F, double *X, double *D,
                std::index_sequence<I...> Is) {
  std::tuple<std::decay_t<Params>...> Args(
      static_cast<std::decay_t<Params>>(X[I])...);
  ScalarShadows<Params...> Shadows{
      {static_cast<std::decay_t<Params>>(D[I])...}};
  double V = std::apply(
      [&](auto *...Pointers) { return F(std::get<I>(Args)..., Pointers...); },
      Shadows.pointers(Is));
  ((X[I] = static_cast<double>(std::get<I>(Args))), ...);
  ((IsReal<Params>
        ? void(D[I] = static_cast<double>(std::get<I>(Shadows.Storage)))
        : void()),
   ...);
  return V;
}

template <class Res, class... Params, std::size_t... I>
double callValue(Res (*F)(Params...), double *X, std::index_sequence<I...>) {
  std::tuple<std::decay_t<Params>...> Args(
      static_cast<std::decay_t<Params>>(X[I])...);
  double V = F(std::get<I>(Args)...);
  ((X[I] = static_cast<double>(std::get<I>(Args))), ...);
  return V;
}

/// f of scalars (by value or by reference, integers among them), one number a
/// parameter in X. Differences are taken of f itself, so f is in double.
template <class Res, class... Params, class Grad>
Finding check_scalar(Res (*F)(Params...), Grad FGrad, const Point &X,
                     Tolerance Tol = {}) {
  auto Is = std::index_sequence_for<Params...>();
  if (X.size() != sizeof...(Params))
    return {{"the test gives " + std::to_string(X.size()) + " numbers for " +
             std::to_string(sizeof...(Params)) + " parameters"}};
  constexpr bool Real[] = {IsReal<Params>...};
  // Integers keep their cell out of the differences.
  auto Value = [=](double *P) {
    double Cells[sizeof...(Params)];
    for (std::size_t I = 0; I < sizeof...(Params); ++I)
      Cells[I] = Real[I] ? P[I] : X[I];
    double V = callValue(F, Cells, Is);
    for (std::size_t I = 0; I < sizeof...(Params); ++I)
      P[I] = Real[I] ? Cells[I] : P[I];
    return V;
  };
  auto Gradient = [=](double *P, double *D) {
    return callGrad(F, FGrad, P, D, Is);
  };
  return check_flat(Value, Gradient, X, Tol);
}

//===-- Functions of an array ---------------------------------------------===//

/// double f(const double *, N) or double f(double *, N), N an integer type:
/// the count is X.size(). What f writes is checked too.
template <class Pointer, class Count>
Finding check_array(double (*F)(Pointer, Count),
                    double (*FGrad)(Pointer, Count, double *), const Point &X,
                    Tolerance Tol = {}) {
  Count N = static_cast<Count>(X.size());
  auto Value = [=](double *P) { return F(P, N); };
  auto Gradient = [=](double *P, double *D) { return FGrad(P, N, D); };
  return check_flat(Value, Gradient, X, Tol);
}

/// double f(const double *) or double f(double *).
template <class Pointer>
Finding check_array(double (*F)(Pointer), double (*FGrad)(Pointer, double *),
                    const Point &X, Tolerance Tol = {}) {
  return check_flat(F, FGrad, X, Tol);
}

} // namespace nabla_test

#endif // NABLA_TEST_ENDTOEND_SUPPORT_CHECK_GRADIENT_H
