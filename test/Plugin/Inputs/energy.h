// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef NABLA_TEST_PLUGIN_ENERGY_H
#define NABLA_TEST_PLUGIN_ENERGY_H

#include "expect.h"

namespace physics {

[[grad("v")]] inline double kinetic(double m, double v) { return m * v * v; }
[[grad]] double potential(double m, double h);
[[grad]] static double total(double m, double v, double h) {
  return kinetic(m, v) + 10 * m * h;
}

} // namespace physics

#endif // NABLA_TEST_PLUGIN_ENERGY_H
