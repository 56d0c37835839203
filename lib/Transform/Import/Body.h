// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Body: the function whose statements are being imported, and the handful of
// functions through which the files for the constructs recurse into each other.

#ifndef NABLA_TRANSFORM_IMPORT_BODY_H
#define NABLA_TRANSFORM_IMPORT_BODY_H

#include "Import/Importer.h"
#include "Import/Type.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class CXXConstructExpr;
}

namespace nabla::import {

struct Body {
  Body(Importer &I, const clang::FunctionDecl &F) : I(I), F(F) {}

  Importer &I;
  const clang::FunctionDecl &F;
  /// Of a member function: the parameter that is its object.
  const ir::Variable *Self = nullptr;
  /// Parameters and locals.
  llvm::DenseMap<const clang::VarDecl *, const ir::Variable *> Vars;
  /// What stands already for an expression: GNU's a ?: b mentions a twice, the
  /// variable of a range-for is initialised with an element.
  llvm::DenseMap<const clang::Expr *, const ir::Expr *> Held;
  /// In a member's own initialiser, the members before it of the object that is
  /// made, which is "this" there.
  const llvm::SmallVectorImpl<const ir::Expr *> *Members = nullptr;
  /// Variables that objects of opaque classes may hold the address of: text
  /// that mentions such an object may change them.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::VarDecl *, 2>>
      Kept;
  /// Those whose address or a reference to them may be held somewhere, so that
  /// a store through a pointer or a call may change them.
  llvm::DenseSet<const clang::VarDecl *> ExposedDecls;
  llvm::DenseSet<const ir::Variable *> Exposed;
  /// The objects of the blocks around the statement at hand whose end is
  /// noticed.
  llvm::SmallVector<const clang::VarDecl *, 2> Guards;
  /// A goto or a case may jump over the statement at hand, so that what it
  /// declares must be in a scope of its own; and a goto anywhere may.
  bool MaySkip = false, HasLabels = false;
  /// The labels that stand for the cases of switches which are entered in the
  /// midst of a block, and the one behind such a switch, if a break leads
  /// there.
  llvm::DenseMap<const clang::SwitchCase *, llvm::StringRef> CaseLabels;
  llvm::StringRef BreakLabel;
  /// Names for __label__s, of which several may be called the same.
  llvm::DenseMap<const clang::LabelDecl *, llvm::StringRef> LocalLabels;

  ir::Module &module() const { return I.M; }
  template <class Node, class... Args> const Node *make(Args &&...A) {
    return I.M.make<Node>(std::forward<Args>(A)...);
  }
};

/// Statements in order of execution.
using Stmts = llvm::SmallVectorImpl<const ir::Stmt *>;
using StmtVector = llvm::SmallVector<const ir::Stmt *, 8>;

//===--- Recursion --------------------------------------------------------===//
// Each appends the side effects of its argument to Out, in C++'s order.

/// The value of E, without side effects, as it is after what was appended.
const ir::Expr *value(Body &B, const clang::Expr *E, Stmts &Out);

/// The object that the glvalue E is; a prvalue gets a temporary. Only for what
/// whyNoPlace has no objection to.
const ir::Expr *place(Body &B, const clang::Expr *E, Stmts &Out);

/// E for its side effects alone.
void effect(Body &B, const clang::Expr *E, Stmts &Out);

/// The initialiser E of an object of type T.
const ir::Expr *initialiser(Body &B, const clang::Expr *E, Stmts &Out);

/// The object that E makes by a constructor that has a substitute, or null.
const ir::Expr *
constructedBySubstitute(Body &B, const clang::CXXConstructExpr &E, Stmts &Out);

void statement(Body &B, const clang::Stmt *S, Stmts &Out);

/// Why the glvalue E can't be a place of the IR, as a clause; empty if it can.
std::string whyNoPlace(Body &B, const clang::Expr *E);

/// S in a block of its own; null is an empty one.
ir::Block block(Body &B, const clang::Stmt *S);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_BODY_H
