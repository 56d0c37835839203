// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::complex: two fields, bodies for what is arithmetic on them, and rules
// for what is not. <complex> is not needed here: C is std::complex wherever the
// user's program has one.
//
// The shadow of a complex number holds the partials with respect to its real
// and its imaginary part. For w = f(z) with f holomorphic it is
//
//   d_z += d_w * conj(f'(z))
//
// A part of d_w that is zero contributes zero, whatever f' is.

#ifndef NABLA_RULES_COMPLEX_H
#define NABLA_RULES_COMPLEX_H

#pragma GCC system_header

#include "nabla/rules/complex/arithmetic.h"
#include "nabla/rules/complex/functions.h"

#endif // NABLA_RULES_COMPLEX_H
