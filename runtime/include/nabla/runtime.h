// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generated code needs, and nothing else.

#ifndef NABLA_RUNTIME_H
#define NABLA_RUNTIME_H

#include "nabla/arena.h"
#include "nabla/blocks.h"
#include "nabla/calls.h"
#include "nabla/shadow.h"
#include "nabla/stack.h"

#endif // NABLA_RUNTIME_H
