// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects: what statements may change, and how values that were computed before
// them are kept. This is how operands stay what they were when C++ evaluates
// them, though the side effects of the same expression became statements.

#ifndef NABLA_TRANSFORM_IMPORT_EFFECTS_H
#define NABLA_TRANSFORM_IMPORT_EFFECTS_H

#include "Import/Body.h"

namespace nabla::import {

/// Declares a local and initialises it with Init (null: not at all).
const ir::Variable *letLocal(Body &B, llvm::StringRef Name, const ir::Type *T,
                             const ir::Expr *Init, ir::SourceLoc L, Stmts &Out);

/// A mention of V.
const ir::Expr *ref(Body &B, const ir::Variable *V, ir::SourceLoc L);

/// 'this': the address of the object, in a member function.
const ir::Expr *thisPointer(Body &B, clang::SourceLocation At);

/// Value, computed now into a local.
const ir::Expr *hold(Body &B, const ir::Expr *Value, Stmts &Out);

/// Value is a local that one of the statements Since declares, and no more.
bool isFresh(const ir::Expr *Value, llvm::ArrayRef<const ir::Stmt *> Since);

/// The statements S may change what V evaluates to.
bool disturbs(Body &B, llvm::ArrayRef<const ir::Stmt *> S, const ir::Expr *V);

/// Value if S does not disturb it, otherwise held in a local, declared in Out
/// (which is to be executed before S).
const ir::Expr *keepValue(Body &B, const ir::Expr *Value,
                          llvm::ArrayRef<const ir::Stmt *> S, Stmts &Out);

/// The same object after S: pointers and subscripts on the way to it are held.
const ir::Expr *keepPlace(Body &B, const ir::Expr *Place,
                          llvm::ArrayRef<const ir::Stmt *> S, Stmts &Out);

/// An operand to be evaluated: as a value or as the object that it is.
struct Operand {
  const clang::Expr *E;
  bool AsPlace = false;
};

/// Evaluates the operands in the order given, each completed before the next.
llvm::SmallVector<const ir::Expr *, 4>
inOrder(Body &B, llvm::ArrayRef<Operand> Operands, Stmts &Out);

/// As inOrder, the operands of the call E: of an assignment operator's, the
/// right one comes first.
llvm::SmallVector<const ir::Expr *, 4>
inOrderOfCall(Body &B, const clang::Expr &E, llvm::ArrayRef<Operand> Operands,
              Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_EFFECTS_H
