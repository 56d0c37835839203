// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for CBLAS by themselves, against differences of OpenBLAS: every
// function in every order, transpose, triangle and side, with strides and
// leading dimensions that leave gaps. cblas.cpp goes through the compiler.
//
// REQUIRES: openblas
// RUN: %clang -std=c++17 -O1 -I%include %openblas %s -o %t
// RUN: env OPENBLAS_NUM_THREADS=1 %t | FileCheck %s

#include <cmath>
#include <cstdio>
#include <nabla/rules/cblas.h>
#include <vector>

using namespace nabla::blas;

/// A vector of numbers in [-1, 1), other ones for each Seed.
static std::vector<double> numbers(int N, unsigned Seed) {
  std::vector<double> X(N);
  for (double &E : X) {
    Seed = Seed * 1664525u + 1013904223u;
    E = Seed / 2147483648.0 - 1;
  }
  return X;
}

static int Checked = 0;

/// F changes P in place. Vjp(before, after, shadow) must turn the adjoint of
/// what is there afterwards into that of what was there before.
template <class Fn, class Adjoint>
static void check(const char *Name, Fn F, Adjoint Vjp) {
  constexpr int N = 152;
  std::vector<double> P = numbers(N, 7), W = numbers(N, 11), After = P, D = W;
  F(After.data());
  Vjp(P.data(), After.data(), D.data());
  for (int I = 0; I < N; ++I) {
    const double H = 1e-5;
    std::vector<double> A = P, B = P;
    A[I] += H;
    B[I] -= H;
    F(A.data());
    F(B.data());
    double Sum = 0;
    for (int J = 0; J < N; ++J)
      Sum += W[J] * (A[J] - B[J]) / (2 * H);
    ++Checked;
    if (!(std::fabs(D[I] - Sum) <= 1e-6 * (1 + std::fabs(Sum))))
      std::printf("WRONG: %s, number %d: should be %.9g, is %.9g\n", Name, I,
                  Sum, D[I]);
  }
}

// What each number is: alpha, beta, and three operands.
#define A_ (p + 2)
#define B_ (p + 52)
#define C_ (p + 102)
#define DA (d + 2)
#define DB (d + 52)
#define DC (d + 102)

#define CHECK(Name, Call, Vjp)                                                 \
  check(                                                                       \
      #Name, [=](double *p) { Call; },                                         \
      [=](double *p, double *q, double *d) {                                   \
        (void)q;                                                               \
        Name##_rule<double>::vjp Vjp;                                          \
      })
/// The operands are looked at as they are afterwards; the diagonal of A is made
/// so large that solving is harmless.
#define CHECK_SOLVER(Name, Size, Call, Vjp)                                    \
  check(                                                                       \
      #Name,                                                                   \
      [=](double *p) {                                                         \
        for (int i = 0; i < (Size); ++i)                                       \
          A_[at(o, lda, i, i)] += 3;                                           \
        Call;                                                                  \
      },                                                                       \
      [=](double *before, double *p, double *d) {                              \
        (void)before;                                                          \
        Name##_rule<double>::vjp Vjp;                                          \
      })

static const int m = 3, n = 4, k = 2, lda = 6, ldb = 5, ldc = 7;

static void vectors(int ix, int iy) {
  CHECK(dot, p[1] = cblas_ddot(n, B_, ix, C_, iy),
        (n, B_, ix, C_, iy, d[1], DB, DC);
        d[1] = 0);
  CHECK(axpy, cblas_daxpy(n, p[0], B_, ix, C_, iy),
        (n, p[0], B_, ix, C_, iy, d, DB, DC));
  CHECK(scal, cblas_dscal(n, p[0], B_, ix), (n, p[0], B_, ix, d, DB));
  CHECK(nrm2, p[1] = cblas_dnrm2(n, B_, ix), (n, B_, ix, q[1], d[1], DB);
        d[1] = 0);
  CHECK(asum, p[1] = cblas_dasum(n, B_, ix), (n, B_, ix, d[1], DB); d[1] = 0);
  CHECK(copy, cblas_dcopy(n, B_, ix, C_, iy), (n, B_, ix, C_, iy, DB, DC));
  CHECK(swap, cblas_dswap(n, B_, ix, C_, iy), (n, B_, ix, C_, iy, DB, DC));
}

static void matrixAndVectors(order_type o, transpose t, int ix, int iy) {
  CHECK(
      gemv, cblas_dgemv(o, t, m, n, p[0], A_, lda, B_, ix, p[1], C_, iy),
      (o, t, m, n, p[0], A_, lda, B_, ix, p[1], C_, iy, d, DA, DB, d + 1, DC));
  CHECK(ger, cblas_dger(o, m, n, p[0], B_, ix, C_, iy, A_, lda),
        (o, m, n, p[0], B_, ix, C_, iy, A_, lda, d, DB, DC, DA));
  for (auto u : {CblasUpper, CblasLower}) {
    CHECK(symv, cblas_dsymv(o, u, n, p[0], A_, lda, B_, ix, p[1], C_, iy),
          (o, u, n, p[0], A_, lda, B_, ix, p[1], C_, iy, d, DA, DB, d + 1, DC));
    for (auto g : {CblasNonUnit, CblasUnit}) {
      CHECK(trmv, cblas_dtrmv(o, u, t, g, n, A_, lda, B_, ix),
            (o, u, t, g, n, A_, lda, B_, ix, DA, DB));
      CHECK_SOLVER(trsv, n, cblas_dtrsv(o, u, t, g, n, A_, lda, B_, ix),
                   (o, u, t, g, n, A_, lda, B_, ix, DA, DB));
    }
  }
}

static void matrices(order_type o, transpose t, side_type s, triangle u) {
  for (auto tb : {CblasNoTrans, t == CblasNoTrans ? CblasTrans : t})
    CHECK(gemm,
          cblas_dgemm(o, t, tb, m, n, k, p[0], A_, lda, B_, ldb, p[1], C_, ldc),
          (o, t, tb, m, n, k, p[0], A_, lda, B_, ldb, p[1], C_, ldc, d, DA, DB,
           d + 1, DC));
  CHECK(symm, cblas_dsymm(o, s, u, m, n, p[0], A_, lda, B_, ldb, p[1], C_, ldc),
        (o, s, u, m, n, p[0], A_, lda, B_, ldb, p[1], C_, ldc, d, DA, DB, d + 1,
         DC));
  CHECK(syrk, cblas_dsyrk(o, u, t, n, k, p[0], A_, lda, p[1], C_, ldc),
        (o, u, t, n, k, p[0], A_, lda, p[1], C_, ldc, d, DA, d + 1, DC));
  for (auto g : {CblasNonUnit, CblasUnit}) {
    CHECK(trmm, cblas_dtrmm(o, s, u, t, g, m, n, p[0], A_, lda, B_, ldb),
          (o, s, u, t, g, m, n, p[0], A_, lda, B_, ldb, d, DA, DB));
    CHECK_SOLVER(trsm, s == CblasLeft ? m : n,
                 cblas_dtrsm(o, s, u, t, g, m, n, p[0], A_, lda, B_, ldb),
                 (o, s, u, t, g, m, n, p[0], A_, lda, B_, ldb, d, DA, DB));
  }
}

#include "Inputs/every_cblas_case.h"

// CHECK-NOT: WRONG
// CHECK: {{[1-9][0-9]+}} numbers checked
