// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of Normalize, in the order in which they run. Each takes a body
// and returns one.

#ifndef NABLA_TRANSFORM_NORMALIZE_PASSES_H
#define NABLA_TRANSFORM_NORMALIZE_PASSES_H

#include "IR/Build.h"
#include "IR/Module.h"
#include "IR/Walk.h"

namespace nabla::normalize {

using StmtList = llvm::SmallVector<const ir::Stmt *, 16>;

/// Scopes dissolve into their surroundings: variables are told apart by
/// identity, not by name.
ir::Block dissolveScopes(ir::Module &M, ir::Block B);

/// (c ? x : y) = e;   becomes   if (c) { x = e; } else { y = e; }: what is
/// assigned to is one place after this.
ir::Block branchChoices(ir::Module &M, ir::Block B);

/// switch (n) { case 1: A; break; default: B }   becomes
/// if (n == 1) { A } else { B }. Where an arm falls through, or leaves in its
/// midst, gotos are left. Scopes have been dissolved.
ir::Block lowerSwitches(ir::Module &M, ir::Block B);

/// Gotos become loops and branches, or at worst a loop over numbered blocks.
/// No label is left. There are no switches and no scopes.
ir::Block structureGotos(ir::Module &M, ir::Block B);

/// for (i = a; i < b; i += c) becomes a CountedLoop where it is one.
ir::Block recognizeCountedLoops(ir::Module &M, ir::Block B);

/// if (c) { A; continue; } B;   becomes   if (c) { A } else { B }, and so on
/// for every kind of exit. The value returned ends up in one variable.
ir::Block structureExits(ir::Module &M, const ir::Function &F, ir::Block B);

/// double (*f)(double) = square; y = f(x);   becomes   y = square(x);
ir::Block resolveTargets(ir::Module &M, ir::Block B);
/// C, a call through a pointer, as a call of the function that its pointer is
/// the address of; null where that is not said.
const ir::Call *directCall(ir::Module &M, const ir::Call *C);

/// y = f(x) becomes f's own (normalized) body. A recursive or a large function
/// stays a call.
ir::Block inlineCalls(ir::Module &M, ir::Block B);

/// q = f(p) becomes f(p, q) where q leads to reals: f sets it.
ir::Block setResults(ir::Module &M, ir::Block B);

/// x *= e becomes x = x * e; a parameter that is assigned to is copied first.
ir::Block simplifyAssignments(ir::Module &M, const ir::Function &F,
                              ir::Block B);

/// void *p = malloc(n); C *q = (C *)p;   becomes   a block of so many C.
ir::Block typeBlocks(ir::Module &M, ir::Block B);

/// void *p = &c; C *q = (C *)p;   becomes   C *p = &c; C *q = p;
ir::Block typeVoidPointers(ir::Module &M, ir::Block B);

/// double &r = a[i];   becomes   a[i] wherever r stood, where i keeps its
/// value; a pointer otherwise.
ir::Block resolveReferences(ir::Module &M, ir::Block B);

/// a = b for records becomes a.x = b.x, a.y = b.y; a local record of which only
/// fields are used becomes one variable for each.
ir::Block takeRecordsApart(ir::Module &M, ir::Block B);

/// double t; for (...) { t = e; use(t); }   becomes
/// for (...) { double t; t = e; use(t); }
ir::Block sinkDeclarations(ir::Module &M, ir::Block B);

/// if (c) { double a[3] = {x}; ... p = a; }   becomes
/// double a[3]; if (c) { a[0] = x; ... p = a; }: what pointers lead to, and
/// every array and record, belongs to a loop's body or to the function.
ir::Block hoistFromBranches(ir::Module &M, ir::Block B);

/// The state of a time loop, if it is a small array, becomes one of each
/// iteration's own: for (...) { z = y; B(z); y = z; }. Loops keep no Return.
ir::Block separateCarriedArrays(ir::Module &M, ir::Block B);

/// t = e; t = t * t;   becomes   t = e; t_1 = t * t;
ir::Block splitDeclarations(ir::Module &M, ir::Block B);

/// A statement that stands in two places, a loop's step behind "continue" and
/// at the end, say, becomes two.
ir::Block separateStatements(ir::Module &M, ir::Block B);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_PASSES_H
