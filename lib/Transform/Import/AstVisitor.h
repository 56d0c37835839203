// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AstVisitor: a walk over Clang's AST. Clang's RecursiveASTVisitor is a
// template that takes ten seconds to compile for each class that uses it, and
// its DynamicRecursiveASTVisitor is not in Clang 19; this one is compiled once.
// Kinds of nodes that somebody visits are listed in AstVisitor.def.

#ifndef NABLA_TRANSFORM_IMPORT_ASTVISITOR_H
#define NABLA_TRANSFORM_IMPORT_ASTVISITOR_H

#include "clang/AST/ASTFwd.h"
#include "clang/AST/Type.h"

namespace nabla::import {

/// Visits nodes in the order of RecursiveASTVisitor, a node before its
/// children; for a node, VisitX of its most general class comes first. A VisitX
/// that returns false ends the walk.
class AstVisitor {
public:
  virtual ~AstVisitor() = default;

  /// Walk what is given; return false if a VisitX did.
  bool TraverseStmt(clang::Stmt *S);
  bool TraverseDecl(clang::Decl *D);
  bool TraverseType(clang::QualType T);

  /// Whether a node and what is in it are walked.
  virtual bool enters(clang::Stmt &) { return true; }
  virtual bool enters(clang::Decl &) { return true; }

#define NABLA_VISITED(CLASS)                                                   \
  virtual bool Visit##CLASS(clang::CLASS *) { return true; }
#include "Import/AstVisitor.def"

  bool WalksImplicitCode = false;
  bool WalksInstances = false; ///< Of templates, where the template stands.
  bool WalksTypes = true;
};

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_ASTVISITOR_H
