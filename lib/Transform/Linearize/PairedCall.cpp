// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/PairedCall.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::linearize;
using llvm::dyn_cast;
using llvm::isa;

//===--- Whether there is anything to do ----------------------------------===//

/// A pointer to what is active may lead elsewhere after the call: its shadow
/// has to follow.
static bool movesPointers(const ir::Call *C, const analysis::Activity &A) {
  const ir::Function &F = C->Callee->primal();
  if (F.rule() || !analysis::storesPointers(F))
    return false;
  bool Moves = false;
  for (unsigned I = 0; I < C->Args.size(); ++I)
    Moves |= A.isPointerSet(C->Args[I], F.params()[I]->access());
  return Moves;
}

/// A function that is not seen is handed active reals and integers to set:
/// std::memcpy(&bits, &x, 8). What comes of the integers would have no
/// derivative, without a word.
static bool movesBits(const ir::Call *C, const analysis::Activity &A) {
  if (C->Callee->hasBody() || C->Callee->rule() ||
      analysis::isElsewhere(*C->Callee))
    return false;
  bool Takes = false, Sets = false;
  for (unsigned I = 0; I < C->Args.size(); ++I) {
    const ir::Expr *Arg = C->Args[I];
    if (!C->Callee->params()[I]->type()->isPointer())
      continue;
    Takes |= A.isActiveArgument(Arg, C->Callee->params()[I]->type());
    while (auto *Conv = dyn_cast<ir::Cast>(Arg))
      Arg = Conv->Operand;
    const ir::Type *To = Arg->Ty->isPointer() ? Arg->Ty->element() : Arg->Ty;
    Sets |= To->unqualified()->isInteger() && To->bits() > 8;
  }
  return Takes && Sets;
}

bool linearize::isActiveCall(const ir::Call *C, const analysis::Activity &A) {
  if (C->Callee->isInactive())
    return false;
  bool Active =
      (C->Result && A.isActiveVariable(C->Result)) || A.handsOutActive(C);
  if (!Active && analysis::onlyReads(C->Callee->primal()))
    return false;
  Active |= A.setsActiveGlobal(C);
  for (unsigned I = 0; I < C->Args.size(); ++I)
    Active |= A.isWrittenActive(C->Args[I], C->Callee->params()[I]->access());
  return Active || movesBits(C, A) || movesPointers(C, A);
}

//===--- Whether it can be done -------------------------------------------===//

bool PairedCall::canDifferentiate(const ir::Call *C) {
  const ir::Function &F = *C->Callee;
  for (const ir::Rejection &R : F.rejections())
    Diags.error(R.Loc, R.Text);
  if (!F.rejections().empty())
    return false;
  if (A.handsOutActive(C)) { // the caller has no shadow of that
    bool Untyped = F.result()->value()->innermost()->isPointer() &&
                   F.result()->value()->innermost()->element()->isVoid();
    Diags.error(C->Loc,
                "'" + F.declarator().Name +
                    (Untyped
                         ? "' returns a 'void *' to what carries a derivative, "
                           "and nobody knows what is there; convert it to a "
                           "pointer to that at once, and use no other"
                         : "' returns a pointer or a reference to what carries "
                           "a derivative, and its body is not visible here; "
                           "return a value, or an index"));
    return false;
  }
  bool Can = F.hasBody() || analysis::isElsewhere(F);
  if (!Can && movesBits(C, A))
    Diags.error(C->Loc, "'" + F.declarator().Name +
                            "' moves reals as bits, which have no derivative; "
                            "convert the value, or write a rule for a function "
                            "that does this");
  else if (!Can)
    Diags.error(C->Loc,
                "cannot differentiate through '" + F.declarator().Name +
                    "': its body is not visible here; mark its declaration "
                    "'[[grad]]' and compile the file that defines it with "
                    "nabla++, write a rule for it, or mark it inactive");
  return Can;
}

//===--- Which parameters -------------------------------------------------===//

bool PairedCall::isWanted(const ir::Variable *Param,
                          const ir::Expr *Arg) const {
  return A.isActiveArgument(Arg, Param->type());
}

/// All that can be given a shadow nobody reads.
static analysis::ParamMask widened(const ir::Function &F,
                                   analysis::ParamMask Active) {
  for (unsigned I = 0; I < Active.size(); ++I) {
    const ir::Type *T = F.params()[I]->type();
    Active[I] = Active[I] || (T->holdsReal() && !holdsPointer(T->value()));
  }
  return Active;
}

static std::string leftOut(const ir::Function &F, unsigned I) {
  if (F.isIndirect())
    return "this argument carries a derivative, and a function that is "
           "called through a pointer cannot pass it on by this type; use "
           "the type of what it points to";
  return ("this argument carries a derivative, and '" + F.declarator().Name +
          "', whose body is not visible here, is not differentiated in '" +
          F.params()[I]->name() + "'; name it in '[[grad(...)]]' there")
      .str();
}

analysis::ParamMask PairedCall::wantedParams(const ir::Call *C) {
  const ir::Function &F = *C->Callee;
  analysis::ParamMask Active;
  for (unsigned I = 0; I < C->Args.size(); ++I)
    Active.push_back(isWanted(F.params()[I], C->Args[I]));
  if (!analysis::isElsewhere(F))
    return Called.hasMany(F) ? widened(F, Active) : Active;
  analysis::ParamMask Fixed = fixedParams(F);
  for (unsigned I = 0; I < C->Args.size(); ++I)
    if (Active[I] && !Fixed[I])
      Diags.error(C->Args[I]->Loc, leftOut(F, I));
  return Fixed;
}

//===--- The shadows of arguments -----------------------------------------===//

/// A shadow for an argument that has none, of a pair that wants one.
const ir::Expr *PairedCall::unusedShadow(const ir::Call *C, unsigned I,
                                         StmtList &Adj) {
  const ir::Variable *Param = C->Callee->params()[I];
  const ir::Type *T = withoutConst(M, Param->type()->value());
  const ir::Expr *Arg = C->Args[I];
  while (auto *Conv = dyn_cast<ir::Cast>(Arg))
    Arg = Conv->Operand;
  if (isa<ir::NullLiteral>(Arg))
    return M.make<ir::NullLiteral>(T, Arg->Loc);
  if (holdsPointer(T)) {
    Diags.error(C->Args[I]->Loc,
                "argument '" + Param->name() +
                    "' has no derivative here, and the function that is "
                    "called, whose body is not visible here, wants memory "
                    "for one; differentiate what it points to, too");
    return nullptr;
  }
  const ir::Variable *Unused =
      M.makeLocal(M.save(names::shadow(Param->name())), T, C->Loc);
  Adj.push_back(M.make<ir::Let>(Unused, B.zero(T), C->Loc));
  return B.addressOf(B.ref(Unused));
}

/// What the callee accumulates into: where the argument's shadow is.
const ir::Expr *PairedCall::argumentShadow(const ir::Variable *Param,
                                           const ir::Expr *Arg) {
  if (Param->type()->isPointer())
    return Shadow.pointer(Arg);
  if (!ir::isPlace(Arg)) {
    Diags.error(Arg->Loc, "cannot find the shadow of this argument; assign "
                          "it to a variable first");
    return nullptr;
  }
  const ir::Expr *D = Shadow.place(Arg);
  return D ? B.addressOf(D) : nullptr;
}

//===--- The two calls ----------------------------------------------------===//

const ir::Call *PairedCall::make(const ir::Call *C, StmtList &Out,
                                 StmtList &Adj) {
  if (!canDifferentiate(C))
    return nullptr;
  B.Loc = C->Loc;
  const ir::Function &F = *C->Callee;
  analysis::ParamMask Wanted = wantedParams(C);
  auto Carried = A.activeGlobals(C);
  for (const ir::Variable *V : Carried)
    Shadow.variable(V, C->Loc);
  if (analysis::isElsewhere(F) && !Carried.empty() && !Carried[0]->isUnseen())
    Diags.error(C->Loc, "global variable '" + Carried[0]->name() +
                            "' carries a derivative, and what is called "
                            "here, whose body is not visible, may use it; "
                            "pass it as a parameter");
  const Pair &P = Called.of(F, Wanted, Carried);
  if (A.setsPointerOutside(C))
    Result.HandsOn.push_back(&P);
  const ir::Variable *Frame =
      M.makeLocal(names::Frame, M.pointerTo(P.Frame), C->Loc);
  Out.push_back(
      M.make<ir::Reserve>(Frame, B.integer(1), /*Zero=*/true, C->Loc));

  llvm::SmallVector<const ir::Expr *, 8> In(C->Args), Back{B.ref(Frame)};
  if (P.Seed) {
    bool Active = C->Result && A.isActiveVariable(C->Result);
    Back.push_back(Active ? Shadow.place(B.ref(C->Result))
                          : B.zero(F.result()->value()));
  }
  for (unsigned I = 0, Next = 0; I < C->Args.size(); ++I) {
    if (!Wanted[I])
      continue;
    const ir::Variable *Param = F.params()[I];
    bool Used = isWanted(Param, C->Args[I]);
    const ir::Expr *D =
        Used ? argumentShadow(Param, C->Args[I]) : unusedShadow(C, I, Adj);
    if (!D)
      return nullptr;
    Back.push_back(D);
    if (llvm::is_contained(P.Forward->params(), P.Shadows[Next++]))
      In.push_back(Used ? D : M.make<ir::NullLiteral>(D->Ty, C->Loc));
  }
  In.push_back(B.ref(Frame));
  auto *Forward = M.make<ir::Call>(C->Result, P.Forward, M.list(In), C->Loc);
  addForward(Result.S, Forward, Out);
  Adj.push_back(M.make<ir::Call>(nullptr, P.Reverse, M.list(Back), C->Loc));
  return Forward;
}
