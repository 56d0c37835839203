// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

[[grad]] double declaredOnly(double x);
inline double call(double x, double *d) { return declaredOnly_grad(x, d); }
