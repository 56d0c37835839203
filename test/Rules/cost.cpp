// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At -O2 the adjoint of a call costs what the formula costs that one would have
// written: no instruction more.
//
// RUN: %nabla -std=c++17 -O2 -S %s -o %t.s
// RUN: %python %S/Inputs/same_instructions.py %t.s

#include <cmath>

#define PAIR(Name, Value, Adjoint)                                             \
  extern "C" [[grad]] double Name(double x) { return Value; }                  \
  extern "C" double Name##_hand(double x, double *d_x) {                       \
    double r = Value;                                                          \
    *d_x += Adjoint;                                                           \
    return r;                                                                  \
  }

PAIR(exponential, std::exp(x), r)
PAIR(sine, std::sin(x), std::cos(x))
PAIR(root, std::sqrt(x), 0.5 / r)
PAIR(logarithm, std::log(x), 1 / x)
PAIR(square, std::pow(x, 2), 2 * x)
PAIR(cube, std::pow(x, 3), 3 * x * x)
PAIR(fourth, std::pow(x, 4), 4 * (x * x * x))
PAIR(seventh, std::pow(x, 7.0), 7 * std::pow(x, 6))
PAIR(power, std::pow(x, 2.5), 2.5 * std::pow(x, 1.5))
PAIR(inverse, std::pow(x, -1), -(r * r))
PAIR(tangent, std::tan(x), 1 + r * r)
PAIR(saturation, std::tanh(x), (1 - r) * (1 + r))
