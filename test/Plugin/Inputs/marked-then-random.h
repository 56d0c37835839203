// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once
#include <vector>
[[grad]] inline double inHeader(double x, const std::vector<int> &v) {
  double s = 0;
  for (int i : v)
    s += x * i;
  return s;
}
#include <random>
