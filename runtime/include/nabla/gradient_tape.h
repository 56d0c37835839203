// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dynamic tape: nabla::GradientTape records what is computed with
// nabla::variable and gives gradients of it. Needs no plugin: C++17 and this
// header are enough. docs/tape.md describes it.

#ifndef NABLA_GRADIENT_TAPE_H
#define NABLA_GRADIENT_TAPE_H

#include "nabla/tape/call.h"
#include "nabla/tape/complex.h"
#include "nabla/tape/custom_gradient.h"
#include "nabla/tape/functional.h"
#include "nabla/tape/functions.h"
#include "nabla/tape/gather.h"
#include "nabla/tape/jacobian.h"
#include "nabla/tape/limits.h"
#include "nabla/tape/tape.h"

#endif // NABLA_GRADIENT_TAPE_H
