// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function and its gradient in a header that two files include.

#ifndef API_ENERGY_H
#define API_ENERGY_H

#include <cmath>
#include <nabla/nabla.h>

inline double well(double x, double depth) { return depth * std::exp(-x * x); }
inline double slopeOfWell(double x) {
  auto [dx, ddepth] = nabla::gradient<well>(x, 2.0);
  return dx + ddepth;
}
template <class T> double slopeIn(T x) {
  return nabla::gradient<well, 0>(x, T(3));
}

double slopeInOtherFile(double x);
double marked(double x, const double *y, int n);

#endif
