// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of Simplify.

#ifndef NABLA_TRANSFORM_SIMPLIFY_PASSES_H
#define NABLA_TRANSFORM_SIMPLIFY_PASSES_H

#include "IR/Walk.h"

namespace nabla::simplify {

using StmtList = llvm::SmallVector<const ir::Stmt *, 16>;

/// double d = 0; ... d += e;  becomes  ... double d = e;
/// d = 0; ... d += e;         becomes  ... d = e;
ir::Block foldFreshZeros(ir::Module &M, ir::Block B);

/// const double a = d; use(a), where d is not used any more, becomes use(d);
/// v = e; v_saved[i] = v, where v is not used otherwise, becomes
/// v_saved[i] = e.
ir::Block forwardCopies(ir::Module &M, ir::Block B);

/// Variables that nobody reads, and what is assigned to them.
ir::Block dropDead(ir::Module &M, ir::Block B);

/// "// y = e" with no adjoint below it.
ir::Block dropIdleRemarks(ir::Module &M, ir::Block B);

/// V is mentioned in S, or anywhere inside it, other than as what it declares.
bool mentionsInside(const ir::Stmt *S, const ir::Variable *V);

} // namespace nabla::simplify

#endif // NABLA_TRANSFORM_SIMPLIFY_PASSES_H
