// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walking the call graph; see Callees.h.

#include "Callees.h"
#include "Import/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace nabla::plugin {

namespace {

class CalleeWalk : public import::AstVisitor {
public:
  explicit CalleeWalk(ASTContext &C) : C(C) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override { return visit(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override {
    return visit(E->getMemberDecl());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return visit(E->getConstructor());
  }

  /// Returns false, which ends the walk, once Missing is set.
  bool visit(const ValueDecl *D);

  const FunctionDecl *Missing = nullptr;

private:
  bool isForeign(const FunctionDecl *F) {
    return F->getBuiltinID() || F->isImplicit() || F->isInvalidDecl() ||
           C.getSourceManager().isInSystemHeader(F->getLocation());
  }

  ASTContext &C;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
};

} // namespace

bool CalleeWalk::visit(const ValueDecl *D) {
  const auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || !Seen.insert(F->getCanonicalDecl()).second || isForeign(F))
    return true;
  if (Stmt *Body = F->getBody())
    return TraverseStmt(Body);
  // An instance of a template has its body when it is needed.
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
      Pattern && Pattern->isDefined())
    return true;
  if (!F->isDefined())
    Missing = F;
  return !Missing;
}

const FunctionDecl *findMissingBody(const FunctionDecl *F) {
  CalleeWalk W(F->getASTContext());
  W.visit(F);
  return W.Missing;
}

} // namespace nabla::plugin
