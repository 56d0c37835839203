// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "energy.h"

namespace physics {
[[grad("h")]] double potential(double m, double h) { return m * h; }
} // namespace physics

double mine_grad(double x, double *d);
[[grad]] double mine(double x);
