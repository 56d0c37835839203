// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants outside the function: tables, constexpr, static locals,
// enumerators, variables that f only reads.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

static const double Weights[4] = {0.5, -1.5, 2.0, 0.25};
constexpr double Half = 0.5;
const int Count = 4;
const double Table[2][3] = {{1, 2, 3}, {-1, 0.5, 4}};
const int Order[4] = {2, 0, 3, 1};
double Setting = 1.5;
float NarrowSetting = 0.75f;
#define SCALE 3.0

namespace physics {
constexpr double g = 9.81;
namespace {
const double Drag[2] = {0.1, 0.2};
}
} // namespace physics

// A callee that is not inlined keeps numbers of a namespace in its frame.
namespace tables {
const int Next[3] = {2, 0, 1};
double Weight = 0.75;
double chain(double x, int at, int depth) {
  if (depth == 0)
    return x * Weight;
  int next = Next[at];
  double y = chain(x * (next + 1), next, depth - 1);
  return y * x + Weight * std::sin(y * Next[next]);
}
} // namespace tables
[[grad]] double inNamespace(double x) { return tables::chain(x, 1, 3); }

[[grad]] double ofTables(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < Count; ++i)
    s += Weights[i] * x[Order[i]] * x[i] + Table[i % 2][i % 3] * x[i];
  return s * n;
}

[[grad]] double constants(double x) {
  static const double Local[2] = {1.25, -2};
  static constexpr int Shift = 2;
  const double third = 1.0 / 3.0;
  return Half * x * x + Local[1] * x + Shift * third * x + SCALE * x +
         physics::g * x * physics::Drag[1];
}

[[grad]] double settings(double x) {
  return Setting * x * x + NarrowSetting * x;
}

// The name of a parameter hides the global's.
[[grad]] double hidden(double Setting) { return Setting * ::Setting * Setting; }

int main() {
  NABLA_CHECK(check_array(ofTables, ofTables_grad, {1.1, -0.7, 0.4, 0.9}));
  NABLA_CHECK(check_scalar(constants, constants_grad, {1.3}));
  NABLA_CHECK(check_scalar(settings, settings_grad, {1.3}));
  Setting = -2;
  NABLA_CHECK(check_scalar(settings, settings_grad, {1.3}));
  NABLA_CHECK(check_scalar(hidden, hidden_grad, {1.3}));
  NABLA_CHECK(check_scalar(inNamespace, inNamespace_grad, {0.4}));
  return nabla_test::result();
}
