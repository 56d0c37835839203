// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs over CBLAS, differentiated through nabla/rules/cblas.h, against
// differences of OpenBLAS.
//
// REQUIRES: openblas
// RUN: %nabla -std=c++17 -O1 %s %openblas -o %t
// RUN: env OPENBLAS_NUM_THREADS=1 %t

#include "../EndToEnd/support/check_gradient.h"
#include <nabla/rules/cblas.h>

// Three layers of a network with one weight matrix: the state is overwritten
// by each, and its gradient goes through all.
[[grad]] double network(const double *W, double *x) {
  double y[3], loss = 0;
  for (int layer = 0; layer < 3; ++layer) {
    cblas_dgemv(CblasRowMajor, CblasNoTrans, 3, 3, 1.0, W, 3, x, 1, 0.0, y, 1);
    for (int i = 0; i < 3; ++i)
      x[i] = std::tanh(y[i]);
    loss += cblas_ddot(3, x, 1, y, 1);
  }
  cblas_dscal(3, 2.0, x, 1);
  return loss + cblas_dnrm2(3, x, 1) + cblas_dasum(3, x, 1);
}

// Coefficients that are differentiated, and a product that is updated in place.
[[grad]] double products(const double *A, double *C, double alpha,
                         double beta) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, 2, 2, 2, alpha, A, 2,
                C, 2, beta, C + 4, 2);
    cblas_dswap(4, C, 1, C + 4, 1);
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, 2, 2, beta, A, 2,
                alpha, C, 2);
    s += C[0] * C[1] + C[5];
  }
  return s;
}

// Of the inputs only x is differentiated; A need not be kept for itself.
[[grad("x")]] double energy(const double *A, const double *x) {
  double y[3], z[3];
  cblas_dsymv(CblasRowMajor, CblasUpper, 3, 1.0, A, 3, x, 1, 0.0, y, 1);
  cblas_dcopy(3, y, 1, z, 1);
  cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, 3, A, 3, z,
              1);
  return cblas_ddot(3, x, 1, y, 1) + std::exp(cblas_ddot(3, z, 1, z, 1));
}

// The solution of a triangular system, with many right-hand sides.
[[grad]] double solution(double *L, double *B) {
  cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit,
              3, 2, 1.0, L, 3, B, 2);
  cblas_dtrmm(CblasRowMajor, CblasRight, CblasUpper, CblasTrans, CblasUnit, 3,
              2, 1.0, L, 3, B, 2);
  cblas_dger(CblasRowMajor, 3, 2, 0.5, L, 1, L + 3, 1, B, 2);
  double s = 0;
  for (int i = 0; i < 6; ++i)
    s += std::sin(B[i] * (i + 1));
  return s;
}

// A vector is turned onto another, and what they make updates a matrix.
[[grad]] double rotations(double *x, double *y, double *C, double alpha) {
  double r = x[0], z = y[0], c, s;
  cblas_drotg(&r, &z, &c, &s);
  for (int i = 0; i < 2; ++i) {
    cblas_drot(3, x, 1, y, 1, c, s);
    double P[5] = {-1, alpha, y[1], x[2], C[0]};
    cblas_drotm(3, y, 1, x, 1, P);
    cblas_dsyr(CblasRowMajor, CblasUpper, 3, alpha, x, 1, C, 3);
    cblas_dsyr2(CblasRowMajor, CblasUpper, 3, r, x, 1, y, 1, C, 3);
    cblas_dsyr2k(CblasRowMajor, CblasUpper, CblasTrans, 3, 1, alpha, y, 3, x, 3,
                 z, C, 3);
    c *= C[1];
  }
  return cblas_ddot(9, C, 1, C, 1) * 1e-4 + cblas_ddot(3, x, 1, y, 1) * r;
}

// Matrices of which only a band or a triangle is stored, overwritten vectors.
[[grad]] double banded(double *A, double *x, double *y, double alpha,
                       double beta) {
  for (int i = 0; i < 2; ++i) {
    cblas_dgbmv(CblasRowMajor, CblasTrans, 3, 3, 1, 1, alpha, A, 3, x, 1, beta,
                y, 1);
    cblas_dsbmv(CblasColMajor, CblasLower, 3, 1, beta, A, 2, y, 1, alpha, x, 1);
    cblas_dtbmv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasUnit, 3, 1, A, 2,
                x, 1);
    cblas_dtbsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, 3, 1, A, 3,
                y, 1);
    A[0] *= y[2];
  }
  return cblas_ddot(3, x, 1, y, 1) + std::sin(y[1]);
}
[[grad]] double packed(double *A, double *x, double *y, double alpha) {
  for (int i = 0; i < 2; ++i) {
    cblas_dspmv(CblasRowMajor, CblasLower, 3, alpha, A, x, 1, y[2], y, 1);
    cblas_dspr(CblasRowMajor, CblasLower, 3, 0.01, y, 1, A);
    cblas_dtpmv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, 3, A, x,
                1);
    cblas_dspr2(CblasRowMajor, CblasLower, 3, x[1] * 0.01, x, 1, y, 1, A);
    cblas_dtpsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, 3, A, y,
                1);
  }
  return cblas_ddot(3, x, 1, y, 1) + std::sin(A[4]);
}

[[grad]] float in_float(const float *x, const float *y) {
  float z[3];
  cblas_scopy(3, y, 1, z, 1);
  cblas_saxpy(3, 2.0f, x, 1, z, 1);
  return cblas_sdot(3, z, 1, z, 1) * x[cblas_isamax(3, x, 1)];
}

static const double matrix[9] = {2.3, -0.2, 0.5, 0.1, 1.4, -0.7, 0.2, 0.9, 3.1};

int main() {
  using nabla_test::Point;
  NABLA_CHECK(check_flat(
      [](double *p) { return network(p, p + 9); },
      [](double *p, double *d) { return network_grad(p, p + 9, d, d + 9); },
      {0.3, -0.2, 0.5, 1.1, 0.4, -0.7, 0.2, 0.9, 0.1, 0.8, -0.6, 0.4}));
  NABLA_CHECK(check_flat(
      [](double *p) { return products(p + 2, p + 6, p[0], p[1]); },
      [](double *p, double *d) {
        return products_grad(p + 2, p + 6, p[0], p[1], d + 2, d + 6, d, d + 1);
      },
      {0.7, 0.6, 0.3, -0.2, 0.5, 1.1, 0.4, -0.7, 0.2, 0.9, 0.1, 0.8, -0.6,
       0.4}));
  NABLA_CHECK(
      check_flat([](double *x) { return energy(matrix, x); },
                 [](double *x, double *d) { return energy_grad(matrix, x, d); },
                 {0.3, -0.2, 0.5}));
  NABLA_CHECK(check_flat(
      [](double *p) { return solution(p, p + 9); },
      [](double *p, double *d) { return solution_grad(p, p + 9, d, d + 9); },
      {2.3, -0.2, 0.5, 0.1, 1.4, -0.7, 0.2, 0.9, 3.1, 0.8, -0.6, 0.4, 0.3, -0.5,
       0.7}));
  NABLA_CHECK(
      check_flat([](double *p) { return rotations(p + 1, p + 4, p + 7, p[0]); },
                 [](double *p, double *d) {
                   return rotations_grad(p + 1, p + 4, p + 7, p[0], d + 1,
                                         d + 4, d + 7, d);
                 },
                 {0.7, 0.6, 0.3, -0.2, 0.5, 1.1, 0.4, 0.9, 0.1, 0.8, -0.6, 0.4,
                  -0.7, 0.2, 0.3, 0.5}));
  NABLA_CHECK(check_flat(
      [](double *p) { return banded(p + 2, p + 11, p + 14, p[0], p[1]); },
      [](double *p, double *d) {
        return banded_grad(p + 2, p + 11, p + 14, p[0], p[1], d + 2, d + 11,
                           d + 14, d, d + 1);
      },
      {0.7, 0.6, 1.3, -0.2, 0.5, 1.1, 0.4, -0.7, 1.2, 0.9, 0.1, 0.8, -0.6, 0.4,
       0.3, 0.5, -0.9}));
  NABLA_CHECK(check_flat(
      [](double *p) { return packed(p + 1, p + 7, p + 10, p[0]); },
      [](double *p, double *d) {
        return packed_grad(p + 1, p + 7, p + 10, p[0], d + 1, d + 7, d + 10, d);
      },
      {0.7, 2.6, 0.3, 2.2, 0.5, -0.1, 2.4, 0.7, 0.2, 0.9, -0.8, 0.6, 0.4}));
  const float x[] = {0.5f, -2, 1}, y[] = {1, 2, 3};
  float d_x[3] = {}, d_y[3] = {}, z[3];
  in_float_grad(x, y, d_x, d_y);
  for (int i = 0; i < 3; ++i)
    z[i] = y[i] + 2 * x[i];
  for (int i = 0; i < 3; ++i) {
    NABLA_CHECK(check_near("d_y", d_y[i], 2 * z[i] * x[1], 1e-6L));
    double own = i == 1 ? z[0] * z[0] + z[1] * z[1] + z[2] * z[2] : 0;
    NABLA_CHECK(check_near("d_x", d_x[i], 4 * z[i] * x[1] + own, 1e-6L));
  }
  return nabla_test::result();
}
