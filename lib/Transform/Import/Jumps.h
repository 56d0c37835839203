// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jumps: gotos and cases that enter a block from outside, which the IR's
// nested blocks can't express.

#ifndef NABLA_TRANSFORM_IMPORT_JUMPS_H
#define NABLA_TRANSFORM_IMPORT_JUMPS_H

#include "Import/Objection.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace nabla::import {

/// Objections to the jumps in Body.
std::vector<Objection> objectionsToJumps(const clang::Stmt &Body);

/// Body has a label that a goto may lead to.
bool hasLabels(const clang::Stmt &Body);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_JUMPS_H
