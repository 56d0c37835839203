// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry: how functions without visible or differentiable source are
// differentiated. Includes the rules that Nabla brings along; rules/rule.h says
// how to write others.

#ifndef NABLA_RULES_H
#define NABLA_RULES_H

#include "nabla/rules/adjoint.h"
#include "nabla/rules/bodies.h"
#include "nabla/rules/cmath.h"
#include "nabla/rules/complex.h"
#include "nabla/rules/elliptic.h"
#include "nabla/rules/gamma.h"
#include "nabla/rules/legendre.h"
#include "nabla/rules/ordering.h"
#include "nabla/rules/outputs.h"
#include "nabla/rules/rule.h"

#endif // NABLA_RULES_H
