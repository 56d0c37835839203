// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "energy.h"

double secondKinetic(double m, double v);

int main() {
  double dm = 0, dv = 0, dh = 0;
  EXPECT(physics::kinetic_grad(2, 3, &dv), 18);
  EXPECT(dv, 12);
  EXPECT(secondKinetic(2, 3), 12);
  EXPECT(physics::potential_grad(2, 3, &dm, &dh), 60);
  EXPECT(dm, 30);
  EXPECT(dh, 20);
  EXPECT(physics::total_grad(1, 1, 1, &dm, &dv, &dh), 11);
  EXPECT(dm, 41);
  EXPECT(dv, 14);
  EXPECT(dh, 30);
  return failures;
}
