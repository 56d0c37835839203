// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CBLAS called with variables of the tape, by the rules of nabla/rules/cblas.h
// in plain C++, against differences of OpenBLAS: with and without the plugin.
//
// REQUIRES: openblas
// RUN: %nabla -std=c++17 -O0 %sanitize %s %openblas -o %t
// RUN: env OPENBLAS_NUM_THREADS=1 %t
// RUN: %if gxx-12 %{ %gxx -std=c++17 -O0 -Wall -Wextra -Werror -Wno-comment -I%include \
// RUN:     %s %openblas -o %t.gcc %}
// RUN: %if gxx-12 %{ env OPENBLAS_NUM_THREADS=1 %t.gcc %}

#include <cmath>
#include <cstdio>
#include <nabla/gradient_tape.h>
#include <nabla/rules/cblas.h>

using nabla::on_tape;
template <class T> using of = std::vector<nabla::variable<T>>;

static int failures = 0;

/// F gives the numbers that F of variables gives, by on_tape or by CBLAS.
template <class T, class Tape, class Plain>
static void check(const char *name, std::size_t n, double tolerance, Tape f,
                  Plain g) {
  std::vector<double> p(n);
  for (std::size_t i = 0; i < n; ++i)
    p[i] = std::sin(3.0 * double(i) + 1) + 1.5;
  of<T> x(p.begin(), p.end());
  nabla::GradientTape tape(nabla::persistent);
  tape.watch(x);
  nabla::variable<T> y = f(x);
  tape.stop();
  auto expect = [&](double is, double should_be) {
    if (std::fabs(is - should_be) <= tolerance * (1 + std::fabs(should_be)))
      return;
    std::printf("%s: should be %.9g is %.9g\n", name, should_be, is);
    ++failures;
  };
  expect(y.value(), g(p));
  auto d = tape.gradient(y, x, nabla::unconnected::zero);
  for (std::size_t i = 0; i < n; ++i) {
    const double h = 1e-5;
    std::vector<double> up = p, down = p;
    up[i] += h;
    down[i] -= h;
    expect(d[i].value(), (g(up) - g(down)) / (2 * h));
  }
}

/// The elements from `at` on.
template <class X> static X part(const X &x, int at, int n) {
  return X(x.begin() + at, x.begin() + at + n);
}
template <class X> static auto weighted(const X &x) {
  auto sum = 0 * x[0];
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::cos(double(i)) * x[i] * x[i];
  return sum;
}

static void vectors() {
  auto dot = [](auto dot_of) {
    return [=](const auto &x) { return dot_of(part(x, 0, 3), part(x, 3, 5)); };
  };
  check<double>("ddot", 8, 1e-7, dot([](auto x, auto y) {
                  return on_tape<&cblas_ddot>(3, x, 1, y, -2);
                }),
                dot([](auto x, auto y) {
                  return cblas_ddot(3, x.data(), 1, y.data(), -2);
                }));
  check<float>("sdot", 8, 1e-5, dot([](auto x, auto y) {
                 return on_tape<&cblas_sdot>(3, x, 1, y, -2);
               }),
               dot([](auto x, auto y) {
                 return cblas_ddot(3, x.data(), 1, y.data(), -2);
               }));
  // The first two numbers are alpha and what nrm2 looks at in the end.
  check<double>(
      "daxpy, dnrm2, dscal", 7, 1e-7,
      [](of<double> x) {
        of<double> y = part(x, 4, 3);
        on_tape<&cblas_daxpy>(3, x[0], part(x, 1, 3), 1, y, 1);
        on_tape<&cblas_dscal>(3, x[1], y, 1);
        return on_tape<&cblas_dnrm2>(3, y, 1) + y[2] * y[1];
      },
      [](std::vector<double> x) {
        std::vector<double> y = part(x, 4, 3);
        cblas_daxpy(3, x[0], x.data() + 1, 1, y.data(), 1);
        cblas_dscal(3, x[1], y.data(), 1);
        return cblas_dnrm2(3, y.data(), 1) + y[2] * y[1];
      });
  check<double>(
      "drot, dswap", 6, 1e-7,
      [](of<double> x) {
        of<double> a = part(x, 0, 2), b = part(x, 2, 2);
        on_tape<&cblas_drot>(2, a, 1, b, 1, x[4], x[5]);
        on_tape<&cblas_dswap>(2, a, 1, b, 1);
        return weighted(a) + 3 * weighted(b);
      },
      [](std::vector<double> x) {
        std::vector<double> a = part(x, 0, 2), b = part(x, 2, 2);
        cblas_drot(2, a.data(), 1, b.data(), 1, x[4], x[5]);
        cblas_dswap(2, a.data(), 1, b.data(), 1);
        return weighted(a) + 3 * weighted(b);
      });
}

static void matrices() {
  // A of two rows of three in rows of four, the last one short.
  check<double>(
      "dgemv", 7 + 3 + 2 + 2, 1e-7,
      [](of<double> x) {
        of<double> y = part(x, 10, 2);
        on_tape<&cblas_dgemv>(CblasRowMajor, CblasNoTrans, 2, 3, x[12],
                              part(x, 0, 7), 4, part(x, 7, 3), 1, x[13], y, 1);
        return weighted(y);
      },
      [](std::vector<double> x) {
        std::vector<double> y = part(x, 10, 2);
        cblas_dgemv(CblasRowMajor, CblasNoTrans, 2, 3, x[12], x.data(), 4,
                    x.data() + 7, 1, x[13], y.data(), 1);
        return weighted(y);
      });
  check<double>(
      "dgemm", 6 + 6 + 4, 1e-7,
      [](of<double> x) {
        of<double> C = part(x, 12, 4);
        on_tape<&cblas_dgemm>(CblasColMajor, CblasNoTrans, CblasTrans, 2, 2, 3,
                              2.0, part(x, 0, 6), 2, part(x, 6, 6), 2, 0.5, C,
                              2);
        return weighted(C);
      },
      [](std::vector<double> x) {
        std::vector<double> C = part(x, 12, 4);
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, 2, 2, 3, 2.0,
                    x.data(), 2, x.data() + 6, 2, 0.5, C.data(), 2);
        return weighted(C);
      });
  // The unknowns overwrite the right-hand side, twice.
  check<double>(
      "dtrsv", 9 + 3, 1e-6,
      [](of<double> x) {
        of<double> y = part(x, 9, 3);
        for (int i = 0; i < 2; ++i)
          on_tape<&cblas_dtrsv>(CblasRowMajor, CblasLower, CblasNoTrans,
                                CblasNonUnit, 3, part(x, 0, 9), 3, y, 1);
        return weighted(y);
      },
      [](std::vector<double> x) {
        std::vector<double> y = part(x, 9, 3);
        for (int i = 0; i < 2; ++i)
          cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, 3,
                      x.data(), 3, y.data(), 1);
        return weighted(y);
      });
}

int main() {
  vectors();
  matrices();
  // Whole arrays, a matrix of which nothing is watched, an index.
  nabla::variable<nabla::array<double>> x({1, -3, 2});
  nabla::GradientTape tape;
  tape.watch(x);
  auto y = x * 0.0;
  const std::vector<double> A{1, 2, 3, 4, 5, 6, 7, 8, 9};
  on_tape<&cblas_dgemv>(CblasRowMajor, CblasNoTrans, 3, 3, 1, A, 3, x, 1, 0, y,
                        1);
  auto d = tape.gradient(sum(y), x)->value();
  if (d[0] != 12 || d[1] != 15 || d[2] != 18)
    ++failures, std::puts("gradient of an array");
  return failures != 0;
}
