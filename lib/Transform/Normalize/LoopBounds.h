// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoopBounds: what steps and conditions say about a counter.

#ifndef NABLA_TRANSFORM_NORMALIZE_LOOPBOUNDS_H
#define NABLA_TRANSFORM_NORMALIZE_LOOPBOUNDS_H

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

namespace nabla::normalize {

/// S is I = I + c, I += c, I = I - c or I -= c with a literal c: c, or -c.
std::optional<int64_t> stepOf(const ir::Stmt *S, const ir::Variable *I);

/// E + C, as E - 1 for -1.
const ir::Expr *plus(ir::Build &B, const ir::Expr *E, int64_t C);

/// A condition "I + Offset Relation End".
struct Bound {
  ir::BinaryOp Relation;
  const ir::Expr *End;
  bool Widened; ///< I stands under a conversion to a type of other sign.
  int64_t Offset;
};

std::optional<Bound> boundOf(const ir::Expr *Cond, const ir::Variable *I);

/// The variables that Cond compares with something: I of boundOf.
llvm::SmallVector<const ir::Variable *, 2> countersIn(const ir::Expr *Cond);

/// Bd as it holds for steps of Step from Begin, without Offset; none if it is
/// not sure that the counter runs up to the bound and stops there. Leaves: the
/// loop may be left before it runs into what would be undefined.
std::optional<Bound> fitted(ir::Build &B, Bound Bd, int64_t Step,
                            const ir::Expr *Begin, bool Leaves);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_LOOPBOUNDS_H
