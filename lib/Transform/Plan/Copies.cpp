// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Copies.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::dyn_cast;
using llvm::isa;

//===--- Whether there is need for a copy ---------------------------------===//

bool Copies::isValueLet(const ir::Stmt *S) const {
  auto *D = dyn_cast<ir::Let>(S);
  return D && Where.isValue(D->Var);
}

bool Copies::isNamed(const ir::Expr *E) const {
  auto *V = dyn_cast<ir::VarRef>(E);
  return V && (Where.isValue(V->Var) || Layout::isConstantParam(V->Var));
}

const ir::Expr *Copies::keep(const ir::Expr *E, const ir::Stmt *S, bool After) {
  auto *V = dyn_cast<ir::VarRef>(E);
  if (isNamed(E) || (V && V->Var == L.Seed) || !isLost(E, S, After))
    return nullptr;
  return copyOf(E, S, After);
}

bool Copies::isLost(const ir::Expr *E, const ir::Stmt *S, bool After) const {
  if (ir::isPlace(E) && !isa<ir::Select>(E))
    return Where.isLost(E, S, After);
  if (auto *Text = dyn_cast<ir::Verbatim>(E); Text && !Text->mayChange())
    return namesDead(E);
  // Variables are there whatever the condition: they are copied one by one.
  bool Lost = ir::hasChangingText(E) || namesDead(E);
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (ir::isPlace(Sub) && !isa<ir::Select, ir::VarRef>(Sub) &&
        Sub->Ty->isScalar())
      Lost = Lost || Where.isLost(Sub, S, After);
    Lost = Lost || isAddressOfDead(Sub);
  });
  return Lost;
}

bool Copies::namesDead(const ir::Expr *E, unsigned Levels) const {
  bool Found = false;
  auto Object = [&](const ir::Expr *Sub) {
    auto *V = dyn_cast<ir::VarRef>(Sub);
    Found |= V && !V->Ty->isScalar() && Where.level(V->Var) < Levels &&
             !Where.isAlive(V->Var);
  };
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (isa<ir::Verbatim>(Sub))
      ir::forEachChild(Sub, Object);
  });
  return Found;
}

bool Copies::isAddressOfDead(const ir::Expr *E) const {
  auto *A = dyn_cast<ir::AddressOf>(E);
  const ir::Variable *V = A ? ir::placeVariable(A->Place) : nullptr;
  return V && !Where.isAlive(V);
}

//===--- The copies
//---------------------------------------------------------===//

static const ir::Variable *firstVariable(const ir::Expr *E) {
  const ir::Variable *Found = nullptr;
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (auto *V = dyn_cast<ir::VarRef>(Sub); V && !Found)
      Found = V->Var;
  });
  return Found;
}

const ir::Expr *Copies::copyOf(const ir::Expr *E, const ir::Stmt *S,
                               bool After) {
  const ir::Stmt *Before = After ? nullptr : hoisted(E, S);
  const ir::Stmt *At = After ? S : Before;
  const ir::Variable *Base = firstVariable(E);
  const ir::Expr *Copied = underGuards(E, S);
  for (const ir::Expr *Same : {E, Copied})
    if (const Copy *Last = After ? nullptr : lastCopy(Same, Base, S))
      if (Last->Before == S || Where.isUnchanged(Same, Last->Before, S))
        return B.ref(Last->Var);
  std::string Name = "value";
  if (const ir::Variable *V = ir::placeVariable(E))
    Name = V->name().str();
  else if (Base)
    Name = Base->name().str();
  const ir::Variable *Var =
      M.makeLocal(M.save(names::entry(Name)), E->Ty->unqualified(), E->Loc);
  if (!After)
    Made[Base].push_back({Copied, Var, Before, Where.of(Before).Order});
  const ir::Expr *Formula = nullptr;
  if (auto *D = dyn_cast<ir::Let>(S); After && D && isa<ir::VarRef>(E))
    Formula = asOf(D->Init, S);
  else if (!After && ir::isPlace(E) && Copied == E)
    Formula = formulaOf(E, Before);
  if (Formula)
    P.Formulas[Var] = Formula;
  (After ? R.Following : R.Preceding)[At].push_back(
      M.make<ir::Let>(Var, Copied, S->Loc));
  return B.ref(Var);
}

static const ir::Expr *withoutNot(const ir::Expr *E) {
  auto *U = dyn_cast<ir::Unary>(E);
  return U && U->Op == ir::UnaryOp::Not ? U->Operand : E;
}

/// S itself evaluates a part of what it reads only under Cond, or its opposite.
static bool chooses(const ir::Stmt *S, const ir::Expr *Cond) {
  bool Found = false;
  auto Meet = [&](const ir::Expr *Own) {
    Found |= ir::structurallyEqual(withoutNot(Own), withoutNot(Cond));
  };
  ir::forEachExpr(S, [&](const ir::Expr *E) {
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *C = dyn_cast<ir::Select>(Sub))
        Meet(C->Cond);
      auto *Bin = dyn_cast<ir::Binary>(Sub);
      if (Bin && (Bin->Op == ir::BinaryOp::And || Bin->Op == ir::BinaryOp::Or))
        Meet(Bin->Lhs);
    });
  });
  return Found;
}

/// E, or zero where S does not evaluate E: what it reads may not exist then. A
/// variable does. Other conditions of an adjoint are about its own numbers.
const ir::Expr *Copies::underGuards(const ir::Expr *E, const ir::Stmt *S) {
  if (isa<ir::VarRef>(E))
    return E;
  for (const Guards::Guard &G : llvm::reverse(Around.list())) {
    if (!chooses(S, G.Cond))
      continue;
    const ir::Expr *None = B.zero(E->Ty->unqualified());
    E = M.make<ir::Select>(G.Cond, G.Holds ? E : None, G.Holds ? None : E,
                           E->Ty->unqualified(), E->Loc);
  }
  return E;
}

/// The copy of E's value, which begins with Base, that was made last before
/// S; null if there is none.
const Copies::Copy *Copies::lastCopy(const ir::Expr *E,
                                     const ir::Variable *Base,
                                     const ir::Stmt *S) {
  const Copy *Last = nullptr;
  for (const Copy &C : llvm::reverse(Made[Base]))
    if ((!Last || C.Order > Last->Order) && ir::structurallyEqual(C.Of, E) &&
        (C.Before == S || Where.dominates(C.Before, S)))
      Last = &C;
  return Last;
}

/// A scalar variable is copied before the outermost loop that leaves it
/// alone; an element only where it is read, since it might not exist.
const ir::Stmt *Copies::hoisted(const ir::Expr *E, const ir::Stmt *S) {
  auto *V = dyn_cast<ir::VarRef>(E);
  if (!V)
    return S;
  const ir::Stmt *D = Where.declarationOf(V->Var);
  const ir::Stmt *Best = S;
  const auto &Loops = Where.of(S).Loops;
  for (auto It = Loops.rbegin(); It != Loops.rend(); ++It) {
    if (!Where.isInvariant(E, *It) || (D && !Where.dominates(D, *It)))
      break;
    Best = *It;
  }
  return Best;
}

//===--- Formulas -------------------------------------------------------===//

void Copies::noteSet(const ir::Stmt *S, const ir::Stmt *Next) {
  auto *D = dyn_cast<ir::Let>(S);
  bool IsSet = D ? D->Init && D->Var->type()->isScalar() && !isValueLet(S)
                 : isa<ir::Assign>(S);
  if (IsSet)
    Sets.push_back({S, Next});
}

void Copies::giveFormula(const ir::Let *D) {
  if (const ir::Expr *Formula = asOf(D->Init, D))
    P.Formulas[D->Var] = Formula;
}

/// E at S in terms of values and of what the reverse sweep still finds. Null
/// where E takes addresses, is not all known, or reads elements under a
/// condition, which may not exist otherwise.
const ir::Expr *Copies::asOf(const ir::Expr *E, const ir::Stmt *S) {
  bool Conditional = false, Element = false, Unfit = false;
  ir::walk(E, [&](const ir::Expr *Sub) {
    Unfit |= isa<ir::AddressOf, ir::Verbatim>(Sub);
    Element |= isa<ir::Index, ir::Deref>(Sub);
    auto *Bin = dyn_cast<ir::Binary>(Sub);
    Conditional |=
        isa<ir::Select>(Sub) ||
        (Bin && (Bin->Op == ir::BinaryOp::And || Bin->Op == ir::BinaryOp::Or));
  });
  if (Unfit || (Conditional && Element))
    return nullptr;
  return ir::rewriteExpr(M, E, [&](const ir::Expr *Sub) -> const ir::Expr * {
    bool Reads =
        ir::isPlace(Sub) && Sub->Ty->isScalar() && !isa<ir::Select>(Sub);
    return Reads ? keep(Sub, S, false) : nullptr;
  });
}

/// The value of Place just before At, by the statement that has set it; null
/// if that is not known.
const ir::Expr *Copies::formulaOf(const ir::Expr *Place, const ir::Stmt *At) {
  constexpr size_t Farthest = 64;
  size_t First = Sets.size() > Farthest ? Sets.size() - Farthest : 0;
  for (size_t K = Sets.size(); K-- > First;) {
    auto [S, Next] = Sets[K];
    if (Where.of(Next).Order > Where.of(At).Order)
      continue; // At is S itself, or before it
    auto *D = dyn_cast<ir::Let>(S);
    auto *A = dyn_cast<ir::Assign>(S);
    bool Same = D ? ir::placeVariable(Place) == D->Var && isa<ir::VarRef>(Place)
                  : ir::structurallyEqual(A->Place, Place);
    if (!Same)
      continue;
    if (!Where.dominates(S, At) || !Where.isUnchanged(Place, Next, At))
      return nullptr;
    return D ? asOf(D->Init, S) : setBy(A);
  }
  return nullptr;
}

const ir::Expr *Copies::setBy(const ir::Assign *A) {
  const ir::Expr *Value = asOf(A->Value, A);
  if (!Value || A->Op == ir::AssignOp::Set)
    return Value;
  const ir::Expr *Old = asOf(A->Place, A);
  if (!Old)
    return nullptr;
  switch (A->Op) {
  case ir::AssignOp::Add:
    return B.add(Old, Value);
  case ir::AssignOp::Sub:
    return B.sub(Old, Value);
  default:
    return nullptr;
  }
}
