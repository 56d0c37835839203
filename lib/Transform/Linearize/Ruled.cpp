// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/Ruled.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::linearize;

/// A variable that holds E, declared in To.
const ir::Expr *RuledCall::named(const ir::Expr *E, llvm::StringRef Name,
                                 StmtList &To) {
  const ir::Variable *V = M.makeLocal(Name, E->Ty->unqualified(), E->Loc);
  To.push_back(M.make<ir::Let>(V, E, C->Loc));
  return B.ref(V);
}

//===--- What the rule reads ----------------------------------------------===//

/// A null pointer that says its type: the rule may be a template.
const ir::Expr *RuledCall::null(const ir::Type *T) {
  const ir::Type *Void = M.pointerTo(M.voidType());
  return M.make<ir::Cast>(M.make<ir::NullLiteral>(Void, C->Loc),
                          /*Implicit=*/false, T->unqualified(), C->Loc);
}

/// What of parameter I is read in this call.
ir::RuledParam::Use RuledCall::useOf(unsigned I) const {
  const ir::RuledParam &P = R->Params[I];
  bool Needed = P.For.empty() || llvm::any_of(P.For, [&](unsigned Other) {
                  return isWanted(Other);
                });
  return Needed ? P.Read : ir::RuledParam::Unread;
}

/// What Pointer leads to is read, as it is at the call.
void RuledCall::pointerArgument(unsigned I, const ir::Expr *Pointer, bool One) {
  const ir::RuledParam &P = R->Params[I];
  llvm::StringRef Param = C->Callee->params()[I]->name();
  bool IsAfter = P.Read == ir::RuledParam::After;
  if (IsAfter) {
    Pointer = named(Pointer, M.save(names::entry(Param)), Before);
    if (!One)
      In[I] = Pointer;
  }
  StmtList &Where = IsAfter ? After : Before;
  const ir::Expr *Read =
      named(Pointer, M.save(names::readByRule(Param)), Where);
  Back.push_back(One ? B.deref(Read) : Read);
  Kept K{nullptr, IsAfter, P.Extent, One, {}, Param};
  Reads.push_back({Where.back(), K});
}

/// {a.x, a.y}: so that what is kept of a record are values like others.
const ir::Expr *RuledCall::fieldByField(const ir::Expr *Place) {
  llvm::SmallVector<const ir::Expr *, 4> Fields;
  for (unsigned N = 0; N != Place->Ty->fields().size(); ++N)
    Fields.push_back(B.member(Place, N));
  return M.make<ir::Aggregate>(M.list(Fields), Place->Ty, C->Loc);
}

/// The result, as it is when the function returns.
const ir::Expr *RuledCall::resultArgument(const ir::Variable *Value) {
  const ir::Expr *Ref = B.ref(Value);
  if (!Value->type()->is(ir::TypeKind::Record))
    return Ref;
  if (Value->type()->isFlatRecord())
    return fieldByField(Ref);
  const ir::Expr *Read =
      named(B.addressOf(Ref), M.save(names::readByRule(names::Value)), After);
  Reads.push_back(
      {After.back(), Kept{nullptr, true, nullptr, true, {}, Value->name()}});
  return B.deref(Read);
}

/// A class, by value or by reference: as a pointer to one.
void RuledCall::recordArgument(unsigned I) {
  const ir::Expr *Arg = C->Args[I];
  if (!ir::isPlace(Arg))
    In[I] = Arg = named(Arg, C->Callee->params()[I]->name(), Before);
  // One that is not read may be gone.
  if (useOf(I) == ir::RuledParam::Unread)
    Back.push_back(Arg->Ty->isFlatRecord() ? B.zero(Arg->Ty) : Arg);
  else if (useOf(I) == ir::RuledParam::Before && Arg->Ty->isFlatRecord())
    Back.push_back(fieldByField(Arg));
  else
    pointerArgument(I, B.addressOf(Arg), /*One=*/true);
}

void RuledCall::primalArgument(unsigned I) {
  const ir::Type *T = C->Callee->params()[I]->type();
  const ir::Expr *Arg = C->Args[I];
  ir::RuledParam::Use Read = useOf(I);
  bool IsRead = Read != ir::RuledParam::Unread;
  if (T->isPointer() && IsRead)
    return pointerArgument(I, Arg, /*One=*/false);
  if (!T->value()->isScalar())
    return recordArgument(I);
  if (IsRead && Read == ir::RuledParam::After)
    Arg = named(Arg, M.save(names::readByRule(C->Callee->params()[I]->name())),
                After);
  if (!IsRead && T->isPointer())
    Arg = null(R->Reverse->params()[I]->type());
  else if (!IsRead && T->value()->isReal())
    Arg = B.zero(T->value());
  Back.push_back(Arg);
}

//===--- Shadows ----------------------------------------------------------===//

bool RuledCall::isWanted(unsigned I) const {
  return A.isActiveArgument(C->Args[I], C->Callee->params()[I]->type());
}

/// For a parameter that is not differentiated: null, or, if it is no memory,
/// a variable that nobody looks at.
const ir::Expr *RuledCall::noShadow(unsigned I, const ir::Type *As,
                                    StmtList &Adjoint) {
  const ir::Variable *Param = C->Callee->params()[I];
  if (As->isPointer() && R->Params[I].MayLackShadow)
    return null(As);
  if (Param->type()->isPointer()) {
    Diags.error(C->Loc,
                "'" + R->Name + "' does not say what to do where '" +
                    Param->name() +
                    "' is not differentiated, as in this call; test its "
                    "shadow for null there");
    return nullptr;
  }
  const ir::Type *T = Param->type()->value();
  const ir::Variable *Unused = M.makeLocal(M.save(names::shadow(Param->name())),
                                           T->unqualified(), C->Loc);
  Adjoint.push_back(M.make<ir::Let>(Unused, B.zero(T), C->Loc));
  return As->isPointer() ? B.addressOf(B.ref(Unused)) : B.ref(Unused);
}

/// f(x[0], x) reads x[0] before it writes x, so what comes to x[0] by its value
/// comes last: it is kept apart until then.
const ir::Expr *RuledCall::apart(const ir::Expr *D, const ir::Type *As,
                                 StmtList &Adjoint) {
  if (!mayWrite())
    return As->isPointer() ? B.addressOf(D) : D;
  const ir::Variable *V = M.makeLocal(names::Adjoint, D->Ty, C->Loc);
  Adjoint.push_back(M.make<ir::Let>(V, B.zero(D->Ty), C->Loc));
  Last.push_back({D, V});
  return As->isPointer() ? B.addressOf(B.ref(V)) : B.ref(V);
}

const ir::Expr *RuledCall::shadowArgument(unsigned I, const ir::Type *As,
                                          StmtList &Adjoint) {
  if (!isWanted(I))
    return noShadow(I, As, Adjoint);
  if (C->Callee->params()[I]->type()->isPointer())
    return Shadow.pointer(C->Args[I]);
  if (!ir::isPlace(C->Args[I])) {
    Diags.error(C->Args[I]->Loc, "cannot find the shadow of this argument; "
                                 "assign it to a variable first");
    return nullptr;
  }
  const ir::Expr *D = Shadow.place(C->Args[I]);
  if (D && D->Ty->isReal() && !C->Callee->params()[I]->type()->isReference())
    return apart(D, As, Adjoint);
  return D && As->isPointer() ? B.addressOf(D) : D;
}

bool RuledCall::shadowArguments(StmtList &Adjoint) {
  auto Params = C->Callee->params();
  for (unsigned I = 0; I != Params.size(); ++I) {
    if (!Params[I]->type()->holdsReal())
      continue;
    const ir::Type *As = R->Reverse->params()[Back.size()]->type();
    const ir::Expr *D = shadowArgument(I, As, Adjoint);
    if (!D)
      return false;
    Back.push_back(D);
  }
  return true;
}

//===--- The call ---------------------------------------------------------===//

/// Or the reverse sweep of the rule goes by its frame alone:
///   reverse(frame, [seed], shadows...)
bool RuledCall::takesArguments() const {
  size_t Shadows =
      llvm::count_if(C->Callee->params(), [](const ir::Variable *V) {
        return V->type()->holdsReal();
      });
  bool HasSeed = !C->Callee->result()->isVoid();
  return !R->Forward || R->Reverse->params().size() != 1 + HasSeed + Shadows;
}

/// Memory that carries derivatives may change in the call.
bool RuledCall::mayWrite() const {
  auto Params = C->Callee->params();
  for (unsigned I = 0; I != Params.size(); ++I) {
    const ir::Type *T = Params[I]->type();
    bool Writable = (T->isPointer() || T->isReference()) &&
                    !T->element()->isConst() && T->holdsReal();
    if (Writable && isWanted(I))
      return true;
  }
  return false;
}

const ir::Call *RuledCall::make(const ir::Call *Call, StmtList &Out,
                                StmtList &Adjoint) {
  C = Call;
  R = C->Callee->rule();
  B.Loc = C->Loc;
  In.assign(C->Args.begin(), C->Args.end());
  for (unsigned I = 0; takesArguments() && I != C->Args.size(); ++I)
    primalArgument(I);

  const ir::Type *ResultType = C->Callee->result();
  const ir::Variable *Value = C->Result;
  if (!Value && R->TakesResult)
    Value = M.makeLocal(names::Value, ResultType->unqualified(), C->Loc);
  if (R->TakesResult)
    Back.push_back(resultArgument(Value));
  if (R->Forward) {
    const ir::Variable *Frame =
        M.makeLocal(names::Frame, M.pointerTo(R->Frame), C->Loc);
    Before.push_back(
        M.make<ir::Reserve>(Frame, B.integer(1), /*Zero=*/true, C->Loc));
    In.push_back(B.deref(B.ref(Frame)));
    Back.push_back(In.back());
  }
  const ir::Expr *Seed = nullptr;
  if (!ResultType->isVoid()) {
    bool Active = C->Result && A.isActiveVariable(C->Result);
    Seed = Active ? Shadow.place(B.ref(C->Result)) : B.zero(ResultType);
    if (!Seed)
      return nullptr;
    Back.push_back(Seed);
  }
  if (!shadowArguments(Adjoint))
    return nullptr;

  auto *New = M.make<ir::Call>(Value, R->Forward ? R->Forward : C->Callee,
                               M.list(In), C->Loc);
  for (auto &[Let, K] : Reads) {
    K.Call = New;
    K.ExtentArgs = C->Args;
    Result.KeptBy[Let] = K;
  }
  Adjoint.push_back(
      M.make<ir::Call>(nullptr, R->Reverse, M.list(Back), C->Loc));
  for (auto &[D, V] : Last)
    Adjoint.push_back(B.accumulate(D, B.ref(V)));
  // All that the rule can add comes from the seed: a zero one adds nothing,
  // whatever the rule would make of it.
  if (Seed && ResultType->isReal() && !mayWrite())
    Adjoint = {M.make<ir::If>(B.cmp(ir::BinaryOp::Ne, Seed, B.zero(Seed->Ty)),
                              M.block(Adjoint), ir::Block(), C->Loc)};
  Out.append(Before);
  Out.push_back(New);
  Out.append(After);
  return New;
}
