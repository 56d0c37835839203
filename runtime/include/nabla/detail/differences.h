// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives by differences: Ridders' method (C. J. F. Ridders, "Accurate
// computation of F'(x) and F'(x)F''(x)", Advances in Engineering Software 4
// (1982) 75-76): central differences with shrinking steps, extrapolated to
// step 0.

#ifndef NABLA_DETAIL_DIFFERENCES_H
#define NABLA_DETAIL_DIFFERENCES_H

#include <cmath>

namespace nabla {
namespace detail {

/// The derivative of F at 0. Of all estimates the one with the smallest error
/// is returned, and that error in *error; infinite where F is not finite.
template <class R, class Fn> R differences(Fn f, R step, R *error) {
  constexpr int rows = 10;
  R table[rows][rows];
  R best = 0;
  *error = HUGE_VAL;
  for (int i = 0; i < rows; ++i, step /= 2) {
    table[i][0] = (f(step) - f(-step)) / (2 * step);
    R factor = 4;
    for (int j = 1; j <= i; ++j, factor *= 4) {
      table[i][j] =
          (factor * table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1);
      R e = std::fmax(std::fabs(table[i][j] - table[i][j - 1]),
                      std::fabs(table[i][j] - table[i - 1][j - 1]));
      if (e < *error) {
        *error = e;
        best = table[i][j];
      }
    }
  }
  return best;
}

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_DIFFERENCES_H
