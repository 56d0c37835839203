// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api_energy.h"

// Another function of this name than the other file has.
static double hidden(double x) { return x * x * x; }

double slopeInOtherFile(double x) {
  return slopeOfWell(x) + slopeIn(x) + nabla::gradient<hidden>(x);
}
