// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RulePartial: the body of a rule's partial_N as an expression of the IR.

#ifndef NABLA_TRANSFORM_IMPORT_RULEPARTIAL_H
#define NABLA_TRANSFORM_IMPORT_RULEPARTIAL_H

#include "IR/Module.h"
#include "Support/Diagnostics.h"

namespace clang {
class ASTContext;
class CXXMethodDecl;
} // namespace clang

namespace nabla::import {

/// What Partial, the partial in operand number Param, returns, over R's
/// operands; null where that is 0, and where it can not be read, which is
/// reported. Every rule is in M already, though some still without partials.
const ir::Expr *importPartial(const clang::CXXMethodDecl &Partial,
                              const ir::Rule &R, unsigned Param,
                              clang::ASTContext &Ctx, ir::Module &M,
                              Diagnostics &Diags);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_RULEPARTIAL_H
