// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exits.

#include "Import/Jump.h"
#include "Import/Effects.h"
#include "Import/Verbatim.h"

using namespace clang;

namespace nabla::import {

static void leave(Body &B, ir::ExitKind To, const ir::Expr *Value,
                  llvm::StringRef Label, SourceLocation At, Stmts &Out) {
  StmtVector Ends;
  endGuards(B, B.Guards, Ends); // of more blocks, maybe, than are left
  bool Kept = Value && !Ends.empty() && Value->Ty->isScalar() &&
              !B.F.getReturnType()->isReferenceType();
  if (Kept)
    Value = hold(B, Value, Out);
  Out.append(Ends);
  Out.push_back(B.make<ir::Exit>(To, Value, B.module().save(Label), loc(At)));
}

static const ir::Expr *returned(Body &B, const Expr *E, Stmts &Out) {
  if (!B.F.getReturnType()->isReferenceType())
    return initialiser(B, E, Out);
  std::string Why = whyNoPlace(B, E);
  return Why.empty() ? place(B, E, Out) : verbatim(B, E, Why);
}

void jump(Body &B, const ReturnStmt &S, Stmts &Out) {
  const ir::Expr *Value = nullptr;
  if (const Expr *E = S.getRetValue()) {
    if (B.F.getReturnType()->isVoidType())
      effect(B, E, Out);
    else
      Value = returned(B, E, Out);
  }
  leave(B, ir::ExitKind::Return, Value, "", S.getBeginLoc(), Out);
}

void jump(Body &B, const BreakStmt &S, Stmts &Out) {
  if (!B.BreakLabel.empty())
    return goTo(B, B.BreakLabel, S.getBeginLoc(), Out);
  leave(B, ir::ExitKind::Break, nullptr, "", S.getBeginLoc(), Out);
}

void jump(Body &B, const ContinueStmt &S, Stmts &Out) {
  leave(B, ir::ExitKind::Continue, nullptr, "", S.getBeginLoc(), Out);
}

//===--- Labels -----------------------------------------------------------===//

static llvm::StringRef nameOf(Body &B, const LabelDecl &D) {
  if (!D.isGnuLocal())
    return D.getName();
  llvm::StringRef &Name = B.LocalLabels[&D];
  if (Name.empty())
    Name = B.module().save(
        (D.getName() + ".local" + llvm::Twine(B.LocalLabels.size())).str());
  return Name;
}

void goTo(Body &B, llvm::StringRef Label, SourceLocation At, Stmts &Out) {
  leave(B, ir::ExitKind::Goto, nullptr, Label, At, Out);
}

void jump(Body &B, const GotoStmt &S, Stmts &Out) {
  goTo(B, nameOf(B, *S.getLabel()), S.getBeginLoc(), Out);
}

void label(Body &B, llvm::StringRef Name, SourceLocation At, Stmts &Out) {
  Out.push_back(B.make<ir::Label>(B.module().save(Name), loc(At)));
}

void label(Body &B, const LabelDecl &D, Stmts &Out) {
  label(B, nameOf(B, D), D.getLocation(), Out);
}

} // namespace nabla::import
