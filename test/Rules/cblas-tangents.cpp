// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tangents of the rules for CBLAS, in every order, transpose, triangle and
// side: against differences of OpenBLAS, and against the adjoints, of which
// they are the transposes: <u, J v> = <J' u, v>.
//
// REQUIRES: openblas
// RUN: %clang -std=c++17 -O0 -I%include %openblas %s -o %t
// RUN: env OPENBLAS_NUM_THREADS=1 %t | FileCheck %s

#include <cmath>
#include <cstdio>
#include <nabla/rules/cblas.h>
#include <nabla/rules/tangent.h>
#include <type_traits>
#include <vector>

/// Which of the numbers an argument is, or where an array of them begins.
struct number {
  int at;
};
struct array {
  int at;
};

constexpr int N = 152;
static const int m = 3, n = 4, k = 2, lda = 6, ldb = 5, ldc = 7;
static const array A{2}, B{52}, C{102};
static const number alpha{0}, beta{1};
static int Checked = 0;

/// Numbers in [-1, 1), other ones for each Seed.
template <class T> std::vector<T> numbers(unsigned Seed) {
  std::vector<T> X(N);
  for (T &E : X) {
    Seed = Seed * 1664525u + 1013904223u;
    E = T(Seed / 2147483648.0 - 1);
  }
  return X;
}

/// What the function, its tangents, and vjp are given for each argument.
template <class T, class X> auto argument(T *, X x) { return std::tuple(x); }
template <class T> auto argument(T *p, number x) {
  return std::tuple<T>(p[x.at]);
}
template <class T> auto argument(T *p, array x) { return std::tuple(p + x.at); }
template <class T, class X> auto tangent(T *, X) { return std::tuple<>(); }
template <class T> auto tangent(T *p, number x) { return argument(p, x); }
template <class T> auto tangent(T *p, array x) { return argument(p, x); }
template <class T, class X> auto shadow(T *, X) { return std::tuple<>(); }
template <class T> auto shadow(T *p, number x) { return std::tuple(p + x.at); }
template <class T> auto shadow(T *p, array x) { return std::tuple(p + x.at); }

template <class T> T dot(const std::vector<T> &X, const std::vector<T> &Y) {
  T Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += X[I] * Y[I];
  return Sum;
}

template <class T>
void compare(const char *Name, const char *What, T Is, T ShouldBe, double Tol) {
  ++Checked;
  if (!(std::fabs(Is - ShouldBe) <= Tol * (1 + std::fabs(ShouldBe))))
    std::printf("WRONG: %s in %zu bytes, %s: should be %.9g, is %.9g\n", Name,
                sizeof(T), What, double(ShouldBe), double(Is));
}

/// ReadsAfter: vjp looks at what is there after the call.
template <auto F, class T, class... X>
void check(const char *Name, bool ReadsAfter, int Diagonal, X... x) {
  using Rule = nabla::adjoint<F>;
  const double Tol = sizeof(T) == 4 ? 2e-4 : 1e-12;
  std::vector<T> P = numbers<T>(7), V = numbers<T>(11), U = numbers<T>(13);
  if (ReadsAfter) // so that solving is harmless
    for (int I = 0; I < Diagonal; ++I)
      P[A.at + I * lda + I] += 3;
  auto Run = [&](std::vector<T> &Q) {
    if constexpr (std::is_void_v<decltype(std::apply(
                      F, std::tuple_cat(argument(Q.data(), x)...)))>)
      return std::apply(F, std::tuple_cat(argument(Q.data(), x)...)), T(0);
    else
      return std::apply(F, std::tuple_cat(argument(Q.data(), x)...));
  };
  std::vector<T> After = P;
  const T Value = Run(After);

  // The tangent; the function has run once.
  std::vector<T> Q = P, t_Q = V;
  T t_r = 0, r = Value;
  auto Push = [](auto... a) { return nabla::value_and_tangent<F>(a...); };
  auto All =
      std::tuple_cat(argument(Q.data(), x)..., tangent(t_Q.data(), x)...);
  if constexpr (std::is_void_v<decltype(std::apply(Push, All))>) {
    std::apply(Push, All);
  } else {
    auto Both = std::apply(Push, All);
    r = Both.value;
    t_r = Both.tangent;
  }
  compare(Name, "value", r, Value, 0);
  for (int I = 0; I < N; ++I)
    compare(Name, "contents", Q[I], After[I], 0);

  // The adjoint.
  std::vector<T> D = U;
  const T Seed = T(0.7);
  T *Read = ReadsAfter ? After.data() : P.data();
  auto Args = std::tuple_cat(argument(Read, x)...);
  auto Shadows = std::tuple_cat(shadow(D.data(), x)...);
  auto Vjp = [](auto... a) -> decltype(Rule::vjp(a...)) {
    return Rule::vjp(a...);
  };
  auto Seeded = std::tuple_cat(Args, std::tuple(Seed), Shadows);
  auto ByResult = std::tuple_cat(Args, std::tuple(Value, Seed), Shadows);
  if constexpr (nabla::detail::takes<decltype(Vjp), decltype(ByResult)>)
    std::apply(Vjp, ByResult);
  else if constexpr (nabla::detail::takes<decltype(Vjp), decltype(Seeded)>)
    std::apply(Vjp, Seeded);
  else
    std::apply(Vjp, std::tuple_cat(Args, Shadows));
  compare(Name, "<u, J v>", dot(U, t_Q) + Seed * t_r, dot(D, V), Tol);

  if constexpr (sizeof(T) == 8) {
    const double H = 1e-6;
    std::vector<T> Up = P, Down = P;
    for (int I = 0; I < N; ++I) {
      Up[I] += H * V[I];
      Down[I] -= H * V[I];
    }
    const T RUp = Run(Up), RDown = Run(Down);
    compare(Name, "tangent of the result", t_r, (RUp - RDown) / (2 * H), 1e-7);
    for (int I = 0; I < N; ++I)
      compare(Name, "tangent", t_Q[I], (Up[I] - Down[I]) / (2 * H), 1e-7);
  }
}

// In float two run, one that yields a number and one that writes an array; the
// others are the same templates: that they compile is enough.
#define FLOAT(Name)                                                            \
  template struct nabla::blas::Name##_rule<float>;                             \
  static_assert(std::is_base_of_v<nabla::blas::Name##_rule<float>,             \
                                  nabla::adjoint<&cblas_s##Name>>)
FLOAT(dot);
FLOAT(axpy);
FLOAT(scal);
FLOAT(nrm2);
FLOAT(asum);
FLOAT(copy);
FLOAT(swap);
FLOAT(gemv);
FLOAT(ger);
FLOAT(symv);
FLOAT(trmv);
FLOAT(trsv);
FLOAT(gemm);
FLOAT(symm);
FLOAT(syrk);
FLOAT(trmm);
FLOAT(trsm);

#define CHECK(Name, ...)                                                       \
  check<&cblas_d##Name, double>(#Name, false, 0, __VA_ARGS__);
#define CHECK_SOLVER(Name, Size, ...)                                          \
  check<&cblas_d##Name, double>(#Name, true, Size, __VA_ARGS__);
#define CHECK_FLOAT(Name, ...)                                                 \
  check<&cblas_s##Name, float>(#Name, false, 0, __VA_ARGS__);

static void vectors(int ix, int iy) {
  CHECK(dot, n, B, ix, C, iy)
  CHECK_FLOAT(dot, n, B, ix, C, iy)
  CHECK(axpy, n, alpha, B, ix, C, iy)
  CHECK(scal, n, alpha, B, ix)
  CHECK(nrm2, n, B, ix)
  CHECK(asum, n, B, ix)
  CHECK(copy, n, B, ix, C, iy)
  CHECK(swap, n, B, ix, C, iy)
}

static void matrixAndVectors(CBLAS_ORDER o, CBLAS_TRANSPOSE t, int ix, int iy) {
  CHECK(gemv, o, t, m, n, alpha, A, lda, B, ix, beta, C, iy)
  CHECK_FLOAT(gemv, o, t, m, n, alpha, A, lda, B, ix, beta, C, iy)
  CHECK(ger, o, m, n, alpha, B, ix, C, iy, A, lda)
  for (auto u : {CblasUpper, CblasLower}) {
    CHECK(symv, o, u, n, alpha, A, lda, B, ix, beta, C, iy)
    for (auto g : {CblasNonUnit, CblasUnit}) {
      CHECK(trmv, o, u, t, g, n, A, lda, B, ix)
      CHECK_SOLVER(trsv, n, o, u, t, g, n, A, lda, B, ix)
    }
  }
}

static void matrices(CBLAS_ORDER o, CBLAS_TRANSPOSE t, CBLAS_SIDE s,
                     CBLAS_UPLO u) {
  for (auto tb : {CblasNoTrans, CblasTrans}) {
    CHECK(gemm, o, t, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)
  }
  CHECK(symm, o, s, u, m, n, alpha, A, lda, B, ldb, beta, C, ldc)
  CHECK(syrk, o, u, t, n, k, alpha, A, lda, beta, C, ldc)
  for (auto g : {CblasNonUnit, CblasUnit}) {
    CHECK(trmm, o, s, u, t, g, m, n, alpha, A, lda, B, ldb)
    CHECK_SOLVER(trsm, s == CblasLeft ? m : n, o, s, u, t, g, m, n, alpha, A,
                 lda, B, ldb)
  }
}

#include "Inputs/every_cblas_case.h"

// CHECK-NOT: WRONG
// CHECK: {{[1-9][0-9]+}} numbers checked
