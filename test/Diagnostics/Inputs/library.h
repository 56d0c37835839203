// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma GCC system_header
namespace library {
inline double part(double x) {
  asm("");
  asm("");
  return x;
}
inline double whole(double x) { return part(2 * x); }

inline double other(double x) {
  asm("");
  return x;
}
} // namespace library
