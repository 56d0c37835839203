// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for CBLAS, levels 1 to 3, in float and double. Include it next to
// <cblas.h>; nothing else is to be done. The adjoints are CBLAS calls
// themselves, so they cost what the primal costs, once for each differentiated
// operand; so are the tangents (tangent.h). It is also the model of a library's
// set of rules: the mathematics once, in templates, and one line for each
// function.
//
// Both rows and columns as major order, all transposes, strides and leading
// dimensions are covered, and banded and packed matrices. As in BLAS, a beta of
// 0 means that the output is not read, and only the named triangle of a
// symmetric or triangular matrix is looked at: its shadow is that of the
// triangle.
//
// The formulas: M. Giles, An extended collection of matrix derivative results
// for forward and reverse mode algorithmic differentiation (2008). They are in
// cblas/level1.h to level3.h, banded.h and packed.h.

#ifndef NABLA_RULES_CBLAS_H
#define NABLA_RULES_CBLAS_H

#pragma GCC system_header

#include "nabla/rules/cblas/banded.h"
#include "nabla/rules/cblas/level1.h"
#include "nabla/rules/cblas/level2.h"
#include "nabla/rules/cblas/level3.h"
#include "nabla/rules/cblas/packed.h"

namespace nabla {

#define NABLA_BLAS_RULE(f)                                                     \
  template <> struct adjoint<&cblas_s##f> : blas::f##_rule<float> {};          \
  template <> struct adjoint<&cblas_d##f> : blas::f##_rule<double> {};
NABLA_BLAS_RULE(dot)
NABLA_BLAS_RULE(axpy)
NABLA_BLAS_RULE(scal)
NABLA_BLAS_RULE(nrm2)
NABLA_BLAS_RULE(asum)
NABLA_BLAS_RULE(copy)
NABLA_BLAS_RULE(swap)
NABLA_BLAS_RULE(rot)
NABLA_BLAS_RULE(rotm)
NABLA_BLAS_RULE(rotg)
NABLA_BLAS_RULE(gemv)
NABLA_BLAS_RULE(ger)
NABLA_BLAS_RULE(syr)
NABLA_BLAS_RULE(syr2)
NABLA_BLAS_RULE(symv)
NABLA_BLAS_RULE(trmv)
NABLA_BLAS_RULE(trsv)
NABLA_BLAS_RULE(gbmv)
NABLA_BLAS_RULE(sbmv)
NABLA_BLAS_RULE(tbmv)
NABLA_BLAS_RULE(tbsv)
NABLA_BLAS_RULE(spmv)
NABLA_BLAS_RULE(spr)
NABLA_BLAS_RULE(spr2)
NABLA_BLAS_RULE(tpmv)
NABLA_BLAS_RULE(tpsv)
NABLA_BLAS_RULE(gemm)
NABLA_BLAS_RULE(symm)
NABLA_BLAS_RULE(syrk)
NABLA_BLAS_RULE(syr2k)
NABLA_BLAS_RULE(trmm)
NABLA_BLAS_RULE(trsm)
#undef NABLA_BLAS_RULE

template <> inline constexpr bool inactive<&cblas_isamax> = true;
template <> inline constexpr bool inactive<&cblas_idamax> = true;

} // namespace nabla

#endif // NABLA_RULES_CBLAS_H
