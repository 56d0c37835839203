// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Going through the IR and rebuilding it. Nodes are immutable and may be
// shared: a rewrite makes new nodes for what changes, up to the root, and
// keeps the others.

#ifndef NABLA_TRANSFORM_IR_WALK_H
#define NABLA_TRANSFORM_IR_WALK_H

#include "IR/Module.h"
#include "IR/Place.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace nabla::ir {

//===--- Looking ----------------------------------------------------------===//

using ExprFn = llvm::function_ref<void(const Expr *)>;
using StmtFn = llvm::function_ref<void(const Stmt *)>;

/// The direct operands of E, in order of evaluation.
void forEachChild(const Expr *E, ExprFn Fn);

/// The expressions that S itself holds: operands and the place assigned to,
/// not those in nested blocks, nor the constants of a Switch, nor what a Remark
/// is about. The Cond of a Loop counts as S's own.
void forEachExpr(const Stmt *S, ExprFn Fn);

/// The blocks directly in S, in order of execution (of a first iteration).
void forEachBlock(const Stmt *S, llvm::function_ref<void(Block)> Fn);

/// E and everything in it, E first.
void walk(const Expr *E, ExprFn Pre);

/// The statements of B and everything nested in them, outer ones first.
void walk(Block B, StmtFn Pre);

/// Every expression, at any depth, in every statement, at any depth.
void walkExprs(Block B, ExprFn Pre);

/// The variable that S declares (the counter, of a CountedLoop), or null.
const Variable *declared(const Stmt *S);

/// The variables that S itself mentions, other than the one it declares; once
/// for each mention. Nested blocks are left out.
void forEachUse(const Stmt *S, llvm::function_ref<void(const Variable *)> Fn);

/// True if Var is mentioned in E.
bool mentions(const Expr *E, const Variable *Var);

/// E has text in it that may say something else later.
bool hasChangingText(const Expr *E);

/// Same tree: kinds, operators, types, literals as spelled, variables.
/// Locations and implicitness of casts do not count.
bool structurallyEqual(const Expr *A, const Expr *B);

//===--- Rebuilding -------------------------------------------------------===//

using ExprMap = llvm::function_ref<const Expr *(const Expr *)>;

/// E with each direct operand replaced by Fn(operand); E itself if Fn changes
/// none. Bottom-up rewriting is: f(E) = fold(mapChildren(M, E, f)).
const Expr *mapChildren(Module &M, const Expr *E, ExprMap Fn);

/// Top-down: Fn returns a replacement, which is not looked into again, or null
/// to go on into the operands.
const Expr *rewriteExpr(Module &M, const Expr *E, ExprMap Fn);

/// What to rewrite in statements; hooks left empty change nothing.
struct Rewrite {
  Module &M;

  /// As the Fn of rewriteExpr, for each expression of forEachExpr: places that
  /// are assigned to or whose address is taken come here too.
  std::function<const Expr *(const Expr *)> OnExpr = nullptr;

  /// Returns true if it has dealt with S, by appending any number of
  /// statements to Out; they are not looked into again. Returns false for S to
  /// be rebuilt from its rewritten parts. To change S *and* its parts, rewrite
  /// the parts first: rewriteParts(R, S).
  std::function<bool(const Stmt *S, llvm::SmallVectorImpl<const Stmt *> &Out)>
      OnStmt = nullptr;

  /// The variable to stand for Var, wherever it is declared or mentioned. Fn
  /// may return Var itself. OnExpr comes first.
  std::function<const Variable *(const Variable *Var)> OnVariable = nullptr;

  /// Every statement is made anew, changed or not: B is to stand once more.
  bool Anew = false;
};

const Expr *rewriteExpr(const Rewrite &R, const Expr *E);
/// S with its operands, variables and blocks rewritten; OnStmt is asked about
/// the statements in the blocks, not about S.
const Stmt *rewriteParts(const Rewrite &R, const Stmt *S);
Block rewriteBlock(const Rewrite &R, Block B);

/// S with each block of forEachBlock replaced by Fn(block), in that order; S
/// itself if it is no If and no loop. No Switch and no Scope may be left.
const Stmt *mapBlocks(Module &M, const Stmt *S,
                      llvm::function_ref<Block(Block)> Fn);

/// The body of a CountedLoop or Loop, and the loop with another body.
Block bodyOf(const Stmt *AnyLoop);
const Stmt *withBody(Module &M, const Stmt *AnyLoop, Block Body);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_WALK_H
