// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that one file defines and another one differentiates through.

#ifndef MODELS_H
#define MODELS_H

#include <cmath>

namespace models {
inline namespace v1 {
struct Point {
  double x, y;
};
[[grad]] double decay(double t, double w);
[[grad]] double weighted(const double *x, const double *w, int n);
[[grad("x")]] double only_x(double x, double y);
[[grad]] void step(double *state, double h, int n);
[[grad]] Point turn(Point p, double angle);
[[grad]] void split(const double &x, double &sine, float &narrow);
[[grad]] double even(double x, int n);
[[grad]] double odd(double x, int n); // defined by the user of all this
[[grad]] double own_names(double x);
} // namespace v1
[[grad]] double apply(double (*f)(double), double x);
} // namespace models

extern "C" [[grad]] double c_model(double x);
[[grad]] double over(double x);
[[grad]] double over(double x, double y);
[[gnu::visibility("default")]] [[grad]] double shown(double x);

// Its derivative is made in every file.
[[grad]] inline double shared(double x, int n) {
  return n == 0 ? x : std::sin(shared(x, n - 1)) + x;
}

#endif // MODELS_H
