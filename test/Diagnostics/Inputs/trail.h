// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

inline double inHeader(double x) {
  double y = x * x;
  asm("");
  return y;
}
