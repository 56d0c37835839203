// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one instance of RecursiveASTVisitor; see AstVisitor.h.

#include "Import/AstVisitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using nabla::import::AstVisitor;

namespace {
struct Walk : RecursiveASTVisitor<Walk> {
  AstVisitor &V;
  explicit Walk(AstVisitor &V) : V(V) {}

  bool shouldVisitImplicitCode() const { return V.WalksImplicitCode; }
  bool shouldVisitTemplateInstantiations() const { return V.WalksInstances; }

  bool TraverseStmt(Stmt *S, DataRecursionQueue *Queue = nullptr) {
    return !S || !V.enters(*S) || RecursiveASTVisitor::TraverseStmt(S, Queue);
  }
  bool TraverseDecl(Decl *D) {
    return !D || !V.enters(*D) || RecursiveASTVisitor::TraverseDecl(D);
  }
  // Clang 22 says of both whether the qualifier is walked.
  template <class... Bool> bool TraverseTypeLoc(TypeLoc L, Bool... Qualifier) {
    return !V.WalksTypes ||
           RecursiveASTVisitor::TraverseTypeLoc(L, Qualifier...);
  }
  template <class... Bool> bool TraverseType(QualType T, Bool... Qualifier) {
    return !V.WalksTypes || RecursiveASTVisitor::TraverseType(T, Qualifier...);
  }

#define NABLA_VISITED(CLASS)                                                   \
  bool Visit##CLASS(CLASS *Node) { return V.Visit##CLASS(Node); }
#include "Import/AstVisitor.def"
};
} // namespace

bool AstVisitor::TraverseStmt(Stmt *S) { return Walk(*this).TraverseStmt(S); }
bool AstVisitor::TraverseDecl(Decl *D) { return Walk(*this).TraverseDecl(D); }
bool AstVisitor::TraverseType(QualType T) {
  return Walk(*this).TraverseType(T);
}
