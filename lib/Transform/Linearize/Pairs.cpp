// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/Pairs.h"
#include "IR/Walk.h"
#include "Linearize/ShadowType.h"
#include "Support/FlatName.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::linearize;

/// Pointers are kept in a T: their shadows are found while the primal runs.
static bool mayLead(const ir::Type *T) {
  while (T->isArray())
    T = T->element()->unqualified();
  if (T->is(ir::TypeKind::Record))
    return llvm::any_of(T->fields(), [](const ir::RecordField &F) {
      return mayLead(F.Ty->unqualified());
    });
  return T->isPointer() && T->holdsReal();
}

/// F takes the address of the reference P, or binds another one to it: then a
/// shadow pointer is set to its shadow.
static bool isHandedOn(const ir::Function &F, const ir::Variable *P) {
  bool Found = false;
  auto Look = [&](const ir::Expr *E) {
    ir::walk(E, [&](const ir::Expr *Sub) {
      auto *V = llvm::dyn_cast<ir::VarRef>(Sub);
      Found |= V && V->Var == P;
    });
  };
  ir::walkExprs(F.body(), [&](const ir::Expr *E) {
    if (auto *A = llvm::dyn_cast<ir::AddressOf>(E))
      Look(A->Place);
  });
  ir::walk(F.body(), [&](const ir::Stmt *S) {
    if (auto *L = llvm::dyn_cast<ir::Let>(S))
      if (L->Init && L->Var->type()->isReference())
        Look(L->Init);
    if (auto *C = llvm::dyn_cast<ir::Call>(S))
      for (size_t I = 0; I < C->Callee->params().size(); ++I)
        if (C->Callee->params()[I]->type()->isReference())
          Look(C->Args[I]);
  });
  return Found;
}

bool linearize::needsEarlyShadow(const ir::Function &F, const ir::Variable *P) {
  const ir::Type *T = P->type();
  return T->isPointer() || mayLead(T->value()) ||
         (T->isReference() && isHandedOn(F, P));
}

/// Name, or what no other pair is called.
std::string Pairs::uniqueName(const std::string &Name) {
  std::string Free = Name;
  for (unsigned N = 1; !Names.insert(Free).second; ++N)
    Free = Name + "_" + std::to_string(N);
  return Free;
}

ir::Declarator linearize::privateDeclarator(const ir::Function &F) {
  ir::Declarator D = F.declarator();
  if (D.Namespaces.empty() || !D.Namespaces.back().empty())
    D.Namespaces.push_back("");
  D.Name = names::flat(D.Name);
  D.Static = D.Inline = D.ExternC = D.NoExcept = false;
  return D;
}

const Pair &Pairs::of(const ir::Function &F,
                      const analysis::ParamMask &Wanted) {
  std::string Key = F.key().str() + "@";
  for (bool W : Wanted)
    Key += W ? '1' : '0';
  auto [It, New] = ByKey.try_emplace(Key, List.size());
  if (!New)
    return List[It->second];

  Pair P;
  P.Primal = &F;
  P.Wanted = Wanted;
  ir::Declarator D = privateDeclarator(F);
  std::string Name = uniqueName(D.Name);
  std::string Qualified;
  for (llvm::StringRef N : F.declarator().Namespaces)
    if (!N.empty()) {
      N.consume_front("inline ");
      Qualified += (N + "::").str();
    }
  P.Frame = M.recordType(M.save(Qualified + names::frameType(Name)));
  const ir::Type *FramePointer = M.pointerTo(P.Frame);
  auto Param = [&](llvm::StringRef N, const ir::Type *T) {
    return M.makeVariable(M.save(N), T, ir::VariableKind::Param, F.loc());
  };
  P.FrameOut = Param(names::Frame, FramePointer);
  P.FrameIn = Param(names::Frame, FramePointer);

  std::vector<const ir::Variable *> In(F.params()), Back{P.FrameIn};
  if (!F.result()->isVoid()) {
    P.Seed = Param(names::Seed, F.result()->value());
    Back.push_back(P.Seed);
  }
  for (unsigned I = 0; I < F.params().size(); ++I) {
    if (!Wanted[I])
      continue;
    const ir::Variable *V = F.params()[I];
    P.Shadows.push_back(
        Param(names::shadow(V->name()), shadowParamType(M, V->type())));
    Back.push_back(P.Shadows.back());
    if (needsEarlyShadow(F, V))
      In.push_back(P.Shadows.back());
  }
  In.push_back(P.FrameOut);
  ir::Declarator Fwd = D, Rev = D;
  Fwd.Name = names::forwardSweep(Name);
  Rev.Name = names::reverseSweep(Name);
  auto Keep = [&](llvm::ArrayRef<const ir::Variable *> A) { return M.copy(A); };
  P.Forward = M.makeFunction(Key + "fwd", Fwd, Keep(In), F.result(), F.loc());
  P.Reverse =
      M.makeFunction(Key + "rev", Rev, Keep(Back), M.voidType(), F.loc());
  M.setPrimal(P.Forward, F);
  List.push_back(P);
  return List.back();
}
