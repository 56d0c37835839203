// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks tangents: against differences of the function, and against adjoints,
// of which they are the transposes.

#ifndef NABLA_TEST_RULES_INPUTS_CHECK_TANGENT_H
#define NABLA_TEST_RULES_INPUTS_CHECK_TANGENT_H

#include "../../EndToEnd/support/check_gradient.h"
#include <cmath>
#include <functional>
#include <nabla/rules/tangent.h>
#include <vector>

using numbers = std::vector<double>;

/// F changes numbers in place, Push changes them and their tangents, Pull turns
/// their adjoints, beginning with the numbers as they were.
static nabla_test::Finding
check(const char *Name, numbers P, std::function<void(double *)> F,
      std::function<void(double *, double *)> Push,
      std::function<void(double *, double *)> Pull = nullptr) {
  nabla_test::Finding All;
  auto Note = [&](const nabla_test::Finding &One) {
    All.Lines.insert(All.Lines.end(), One.Lines.begin(), One.Lines.end());
  };
  const std::string What = Name;
  const size_t N = P.size();
  numbers V(N), U(N), After = P, Q = P, Up = P, Down = P;
  const double H = 1e-6;
  for (size_t I = 0; I < N; ++I) {
    V[I] = std::sin(3.0 * I + 1);
    U[I] = std::cos(5.0 * I + 2);
    Up[I] += H * V[I];
    Down[I] -= H * V[I];
  }
  numbers T = V, D = U, R = P;
  F(After.data());
  F(Up.data());
  F(Down.data());
  Push(Q.data(), T.data());
  double Forward = 0, Reverse = 0;
  for (size_t I = 0; I < N; ++I) {
    Note(nabla_test::check_equal(What + ", value", Q[I], After[I]));
    Note(nabla_test::check_near(What + ", tangent", T[I],
                                (Up[I] - Down[I]) / (2 * H), 1e-8));
    Forward += U[I] * T[I];
  }
  if (!Pull)
    return All;
  Pull(R.data(), D.data());
  for (size_t I = 0; I < N; ++I)
    Reverse += D[I] * V[I];
  Note(nabla_test::check_near(What + ", <u, J v>", Forward, Reverse, 1e-14));
  return All;
}

/// A call whose value goes to p[0], and its tangent to t[0].
#define PUSH(Call)                                                             \
  [](double *p, double *t) {                                                   \
    auto y = Call;                                                             \
    p[0] = y.value;                                                            \
    t[0] = y.tangent;                                                          \
  }

using nabla::value_and_tangent;
namespace names = nabla::names;

#endif // NABLA_TEST_RULES_INPUTS_CHECK_TANGENT_H
