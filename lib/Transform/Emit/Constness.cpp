// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emit/Constness.h"
#include "IR/Walk.h"

using namespace nabla;
using ir::Variable;
using llvm::dyn_cast;
using llvm::StringRef;

namespace {

class Finder {
public:
  llvm::DenseSet<const Variable *> Changed;
  void stmt(const ir::Stmt *S);

private:
  void place(const ir::Expr *E);
  void expr(const ir::Expr *E);
  void pieces(llvm::ArrayRef<ir::TextPiece> Pieces);
  void bound(const ir::Type *T, const ir::Expr *E) {
    if (T->isReference() && !T->element()->isConst())
      place(E);
  }
};

} // namespace

/// Every variable whose storage E may be.
void Finder::place(const ir::Expr *E) {
  if (auto *V = dyn_cast<ir::VarRef>(E))
    Changed.insert(V->Var);
  else if (auto *M = dyn_cast<ir::Member>(E))
    place(M->Base);
  else if (auto *I = dyn_cast<ir::Index>(E))
    place(I->Base);
  else if (auto *S = dyn_cast<ir::Select>(E))
    place(S->Then), place(S->Else);
  else if (auto *D = dyn_cast<ir::Deref>(E))
    place(D->Pointer);
  else if (auto *A = dyn_cast<ir::AddressOf>(E))
    place(A->Place);
}

/// The type of parameter I, or of what F is a sweep of, without the const that
/// is cast away there.
static const ir::Type *access(const ir::Function &F, size_t I) {
  auto Params = F.primal().params();
  const Variable *P = F.params()[I];
  return I < Params.size() && Params[I]->type() == P->type()
             ? Params[I]->access()
             : P->type();
}

/// "&" before an operand takes its address.
void Finder::pieces(llvm::ArrayRef<ir::TextPiece> Pieces) {
  for (size_t I = 1; I < Pieces.size(); ++I) {
    auto *Text = std::get_if<StringRef>(&Pieces[I - 1]);
    auto *Operand = std::get_if<const ir::Expr *>(&Pieces[I]);
    if (Text && Operand && Text->rtrim().ends_with("&"))
      place(*Operand);
  }
}

void Finder::expr(const ir::Expr *E) {
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (auto *A = dyn_cast<ir::AddressOf>(Sub))
      place(A->Place);
    else if (auto *V = dyn_cast<ir::Verbatim>(Sub))
      pieces(V->Pieces);
  });
}

void Finder::stmt(const ir::Stmt *S) {
  ir::forEachExpr(S, [&](const ir::Expr *E) { expr(E); });
  if (auto *A = dyn_cast<ir::Assign>(S))
    place(A->Place);
  else if (auto *L = dyn_cast<ir::Let>(S); L && L->Init)
    bound(L->Var->type(), L->Init);
  else if (auto *C = dyn_cast<ir::Call>(S))
    for (size_t I = 0; I != C->Args.size(); ++I)
      bound(access(*C->Callee, I), C->Args[I]);
  else if (auto *P = dyn_cast<ir::PassThrough>(S)) {
    Changed.insert(P->Writes.begin(), P->Writes.end());
    pieces(P->Pieces);
  }
}

llvm::DenseSet<const Variable *> emit::changedVariables(ir::Block B) {
  Finder F;
  ir::walk(B, [&](const ir::Stmt *S) { F.stmt(S); });
  return std::move(F.Changed);
}
