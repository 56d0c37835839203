// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for CBLAS of rotations, symmetric updates, and banded and packed
// matrices by themselves, adjoints and tangents, against differences of
// OpenBLAS: with each operand in turn not differentiated, its shadow and its
// tangent null.
//
// REQUIRES: openblas
// RUN: %clang -std=c++17 -O0 -I%include %openblas %s -o %t
// RUN: env OPENBLAS_NUM_THREADS=1 %t | FileCheck %s

#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <nabla/rules/cblas.h>
#include <type_traits>

using namespace nabla::blas;

// What each number is: alpha, beta, and three operands.
constexpr int N = 152;
struct numbers {
  double at[N];
};
enum operand { Alpha, Beta, A, B, C, None };
constexpr int first[] = {0, 1, 2, 52, 102, N};

static const int m = 3, n = 4, k = 2, lda = 6, ldb = 5, ldc = 7;
static order_type o;
static transpose t;
static triangle u;
static diagonal g;
static int ix, iy;
static operand inactive = None;
static int Checked = 0;

/// Numbers in [-1, 1), other ones for each Seed.
static numbers some(unsigned Seed) {
  numbers X;
  for (double &E : X.at) {
    Seed = Seed * 1664525u + 1013904223u;
    E = Seed / 2147483648.0 - 1;
  }
  return X;
}
static bool isInactive(int I) {
  return I >= first[inactive] && I < first[inactive + 1];
}
static double *shadow(double *d, operand Of) {
  return Of == inactive ? nullptr : d + first[Of];
}

static void compare(const char *Name, const char *What, int I, double Is,
                    double ShouldBe) {
  ++Checked;
  if (!(std::fabs(Is - ShouldBe) <= 1e-6 * (1 + std::fabs(ShouldBe))))
    std::printf("WRONG: %s, %s of number %d without operand %d: should be "
                "%.9g, is %.9g\n",
                Name, What, I, inactive, ShouldBe, Is);
}

using change = void (*)(double *p);
using derivative = void (*)(double *p, double *d);

/// F changes p in place; Vjp turns the adjoint d of what is there afterwards
/// into that of what was there before, and Jvp tangents the other way. They
/// look at what is there before F, or after.
static void check(const char *Name, bool After, change F, derivative Vjp,
                  derivative Jvp) {
  const numbers P = some(7), Ends = [&] {
    numbers Q = P;
    F(Q.at);
    return Q;
  }();
  numbers W = some(11), V = some(13);
  for (int I = 0; I < N; ++I)
    if (isInactive(I))
      W.at[I] = V.at[I] = 0;
  numbers D = W, T = V, Read = After ? Ends : P;
  Vjp(Read.at, D.at);
  Jvp(Read.at, T.at);
  const double H = 1e-5;
  numbers Sum = {}, Up, Down;
  for (int I = 0; I < N; ++I) {
    Up = Down = P;
    Up.at[I] += H;
    Down.at[I] -= H;
    F(Up.at);
    F(Down.at);
    double Adjoint = 0;
    for (int J = 0; J < N; ++J) {
      double Partial = (Up.at[J] - Down.at[J]) / (2 * H);
      Adjoint += W.at[J] * Partial;
      Sum.at[J] += V.at[I] * Partial;
    }
    if (!isInactive(I))
      compare(Name, "adjoint", I, D.at[I], Adjoint);
  }
  for (int J = 0; J < N; ++J)
    if (!isInactive(J))
      compare(Name, "tangent", J, T.at[J], Sum.at[J]);
}

#define A_ (p + first[A])
#define B_ (p + first[B])
#define C_ (p + first[C])
#define al p[0]
#define be p[1]
// Shadows, and tangents of what is not written to, may be null.
#define DAl shadow(d, Alpha)
#define DBe shadow(d, Beta)
#define DA shadow(d, A)
#define DB shadow(d, B)
#define DC shadow(d, C)
#define TA (d + first[A])
#define TB (d + first[B])
#define TC (d + first[C])
#define EXPAND(...) __VA_ARGS__

/// Before is done to the operands first, Afterwards to shadows and tangents.
#define CHECK_WITH(Name, After, Before, Afterwards, Args, Shadows, Tangents)   \
  check(                                                                       \
      #Name, After,                                                            \
      [](double *p) {                                                          \
        Before;                                                                \
        cblas_d##Name Args;                                                    \
      },                                                                       \
      [](double *p, double *d) {                                               \
        if (!After)                                                            \
          Before;                                                              \
        Name##_rule<double>::vjp(EXPAND Args, EXPAND Shadows);                 \
        Afterwards;                                                            \
      },                                                                       \
      [](double *p, double *d) {                                               \
        if (!After)                                                            \
          Before;                                                              \
        Name##_rule<double>::jvp(EXPAND Args, EXPAND Tangents);                \
        Afterwards;                                                            \
      })
/// Output is the only operand that is written to: it has a shadow.
#define CHECK(Output, Name, Args, Shadows, Tangents)                           \
  if (inactive != Output)                                                      \
  CHECK_WITH(Name, false, (void)0, (void)0, Args, Shadows, Tangents)
#define CHECK_SOLVER(Name, Place, Args)                                        \
  if (inactive != B)                                                           \
  CHECK_WITH(Name, true, for (int i = 0; i < n; ++i) A_[Place.at(i, i)] += 3,  \
             (void)0, Args, (DA, DB), (DA, TB))
#define CHECK_ROTM(Flag)                                                       \
  CHECK_WITH(rotm, false, *A_ = Flag, d[2] = 0, (n, B_, ix, C_, iy, A_),       \
             (DB, DC, DA), (TB, TC, DA))

static void rotations() {
  CHECK_WITH(rot, false, (void)0, (void)0, (n, B_, ix, C_, iy, al, be),
             (DB, DC, DAl, DBe), (TB, TC, d[0], d[1]));
  CHECK_ROTM(-2);
  CHECK_ROTM(-1);
  CHECK_ROTM(0);
  CHECK_ROTM(1);
  // The larger one first, and the smaller one.
  CHECK_WITH(rotg, true, (void)0, (void)0, (A_, B_, C_, C_ + 1),
             (DA, DB, DC, DC ? DC + 1 : nullptr), (TA, TB, TC, TC + 1));
  CHECK_WITH(rotg, true, (void)0, (void)0, (B_, A_, C_ + 1, C_),
             (DB, DA, DC ? DC + 1 : nullptr, DC), (TB, TA, TC + 1, TC));
}

static void general() {
  CHECK(C, gbmv, (o, t, m, n, 1, 2, al, A_, lda, B_, ix, be, C_, iy),
        (DAl, DA, DB, DBe, DC), (d[0], DA, DB, d[1], TC));
}

static void symmetric() {
  CHECK(A, syr, (o, u, n, al, B_, ix, A_, lda), (DAl, DB, DA), (d[0], DB, TA));
  CHECK(A, syr2, (o, u, n, al, B_, ix, C_, iy, A_, lda), (DAl, DB, DC, DA),
        (d[0], DB, DC, TA));
  CHECK(A, spr, (o, u, n, al, B_, ix, A_), (DAl, DB, DA), (d[0], DB, TA));
  CHECK(A, spr2, (o, u, n, al, B_, ix, C_, iy, A_), (DAl, DB, DC, DA),
        (d[0], DB, DC, TA));
  CHECK(C, sbmv, (o, u, n, k, al, A_, lda, B_, ix, be, C_, iy),
        (DAl, DA, DB, DBe, DC), (d[0], DA, DB, d[1], TC));
  CHECK(C, spmv, (o, u, n, al, A_, B_, ix, be, C_, iy), (DAl, DA, DB, DBe, DC),
        (d[0], DA, DB, d[1], TC));
}

static void triangular() {
  CHECK(B, tbmv, (o, u, t, g, n, k, A_, lda, B_, ix), (DA, DB), (DA, TB));
  CHECK(B, tpmv, (o, u, t, g, n, A_, B_, ix), (DA, DB), (DA, TB));
  CHECK_SOLVER(tbsv, band(o, u, n, k, lda),
               (o, u, t, g, n, k, A_, lda, B_, ix));
  CHECK_SOLVER(tpsv, packed(o, u, n), (o, u, t, g, n, A_, B_, ix));
}

static void matrices() {
  CHECK(C, syr2k, (o, u, t, n, k, al, A_, lda, B_, ldb, be, C_, ldc),
        (DAl, DA, DB, DBe, DC), (d[0], DA, DB, d[1], TC));
}

// In float the same templates: that they compile is enough.
#define FLOAT(Name)                                                            \
  template struct nabla::blas::Name##_rule<float>;                             \
  static_assert(std::is_base_of_v<nabla::blas::Name##_rule<float>,             \
                                  nabla::adjoint<&cblas_s##Name>> &&           \
                std::is_base_of_v<nabla::blas::Name##_rule<double>,            \
                                  nabla::adjoint<&cblas_d##Name>>)
FLOAT(rot);
FLOAT(rotm);
FLOAT(rotg);
FLOAT(syr);
FLOAT(syr2);
FLOAT(gbmv);
FLOAT(sbmv);
FLOAT(tbmv);
FLOAT(tbsv);
FLOAT(spmv);
FLOAT(spr);
FLOAT(spr2);
FLOAT(tpmv);
FLOAT(tpsv);
FLOAT(syr2k);

/// OpenBLAS has the last one, other libraries do not. For reals they are the
/// first two, which is looked at once.
static const transpose transposes[] = {CblasNoTrans, CblasTrans, CblasConjTrans,
                                       CblasConjNoTrans};
static bool isLeftOut(transpose T) {
  return (T == CblasConjTrans || T == CblasConjNoTrans) &&
         (inactive != None || ix != 1 || iy != 1);
}

int main() {
  for (operand Each : {None, Alpha, Beta, A, B, C}) {
    inactive = Each;
    for (int X : {1, -2})
      for (int Y : {1, -1, 3}) {
        ix = X, iy = Y;
        rotations();
        for (order_type O : {CblasRowMajor, CblasColMajor}) {
          o = O;
          for (transpose T : transposes)
            if (t = T; !isLeftOut(T))
              general();
          for (triangle U : {CblasUpper, CblasLower}) {
            u = U;
            symmetric();
            for (transpose T : transposes) {
              t = T;
              if (isLeftOut(T))
                continue;
              if (Y == 1)
                matrices();
              for (diagonal G : {CblasNonUnit, CblasUnit})
                if (g = G; Y == 1)
                  triangular();
            }
          }
        }
      }
  }
  std::printf("%d numbers checked\n", Checked);
}

// CHECK-NOT: WRONG
// CHECK: {{[1-9][0-9]+}} numbers checked
