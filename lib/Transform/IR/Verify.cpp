// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier: goes through a function once, with the variables that are in
// scope and the loops around at hand, and stops at the first broken rule.
// docs/ir.md lists the rules; CheckExpr.cpp has those of expressions.

#include "IR/CheckExpr.h"
#include "IR/Text.h"
#include "IR/Visit.h"
#include "IR/Walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace nabla::ir;
using llvm::dyn_cast;
using llvm::isa;
using llvm::Twine;

namespace {

class Verifier {
public:
  Verifier(const Function &F, std::string &Error) : F(F), Error(Error) {}
  bool run(Block Body, llvm::ArrayRef<const Variable *> Outer);

private:
  bool broken(const Stmt *S, const Twine &Rule);
  bool require(bool Ok, const Stmt *S, const Twine &Rule) {
    return Ok || broken(S, Rule);
  }

  // Scopes
  bool declare(const Stmt *S, const Variable *V);
  bool uses(const Stmt *S);
  bool operands(const Stmt *S);
  bool block(Block B);
  bool statements(Block B);
  bool labels(Block B, const Stmt *Counted);

  // One rule set for each kind
  bool stmt(const Stmt *S);
  bool check(const Let &L);
  bool check(const Assign &A);
  bool check(const Call &C);
  bool check(const If &I);
  bool check(const CountedLoop &L);
  bool check(const Loop &L);
  bool check(const Switch &W);
  bool check(const Exit &X);
  bool check(const Label &) { return true; }
  bool check(const Scope &B) { return block(B.Body); }
  bool check(const PassThrough &P);
  bool check(const Reserve &R) { return reserved(&R, R.Var, R.Count); }
  bool check(const Allocate &A) { return reserved(&A, A.Var, A.Count); }
  bool check(const Release &R);
  bool check(const Push &P);
  bool check(const Pop &P);
  bool check(const Remark &) { return true; }

  bool bound(const Stmt *S, const Type *Reference, const Expr *E);
  bool reserved(const Stmt *S, const Variable *V, const Expr *Count);
  bool changed(const Stmt *S, const Variable *V);
  bool inside(const Stmt *Around, Block B);
  const CountedLoop *innermostCounted() const;

  const Function &F;
  std::string &Error;
  llvm::DenseSet<const Variable *> Declared, InScope;
  llvm::SmallVector<const Variable *, 16> ScopeOrder;
  llvm::SmallVector<const Stmt *, 8> Around; ///< Loops and switches.
  llvm::StringMap<const Stmt *> LabelIn; ///< Innermost CountedLoop of a label.
};

} // namespace

bool nabla::ir::verify(const Function &F, Block Body, std::string &Error,
                       llvm::ArrayRef<const Variable *> Around) {
  Error.clear();
  return Verifier(F, Error).run(Body, Around);
}

bool nabla::ir::verify(const Function &F, std::string &Error) {
  return verify(F, F.body(), Error);
}

bool Verifier::broken(const Stmt *S, const Twine &Rule) {
  Error = ("in @" + F.key() + ": " + (S ? "'" + brief(S) + "': " : "") + Rule)
              .str();
  return false;
}

bool Verifier::run(Block Body, llvm::ArrayRef<const Variable *> Outer) {
  InScope.insert(Outer.begin(), Outer.end());
  for (const Variable *P : F.params()) {
    if (!require(Declared.insert(P).second, nullptr,
                 "parameter '" + P->name() + "' is there twice"))
      return false;
    InScope.insert(P);
  }
  return labels(Body, nullptr) && block(Body);
}

//===--- Scopes -----------------------------------------------------------===//

bool Verifier::declare(const Stmt *S, const Variable *V) {
  if (V->kind() != VariableKind::Local)
    return broken(S, "'" + V->name() + "' is not a local variable");
  // The two sweeps of a derivative declare what both need.
  if (!InScope.insert(V).second)
    return broken(S, "variable '" + V->name() + "' is declared twice");
  Declared.insert(V);
  ScopeOrder.push_back(V);
  return true;
}

/// Every variable that S mentions is there.
bool Verifier::uses(const Stmt *S) {
  const Variable *Wrong = nullptr;
  forEachUse(S, [&](const Variable *V) {
    if (!V->isGlobal() && !InScope.contains(V))
      Wrong = V;
  });
  return !Wrong || broken(S, "variable '" + Wrong->name() +
                                 (Declared.contains(Wrong)
                                      ? "' is not in scope here"
                                      : "' is not declared before this use"));
}

/// The expressions of S obey their own rules.
bool Verifier::operands(const Stmt *S) {
  std::string Problem;
  forEachExpr(S, [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (Problem.empty())
        Problem = exprProblem(Sub);
    });
  });
  return require(Problem.empty(), S, Problem);
}

bool Verifier::statements(Block B) {
  for (const Stmt *S : B)
    if (!stmt(S))
      return false;
  return true;
}

/// With a scope of its own.
bool Verifier::block(Block B) {
  size_t Before = ScopeOrder.size();
  bool Ok = statements(B);
  while (ScopeOrder.size() > Before)
    InScope.erase(ScopeOrder.pop_back_val());
  return Ok;
}

bool Verifier::inside(const Stmt *S, Block B) {
  Around.push_back(S);
  bool Ok = block(B);
  Around.pop_back();
  return Ok;
}

/// Notes every label and the counted loop that it is in.
bool Verifier::labels(Block B, const Stmt *Counted) {
  bool Ok = true;
  for (const Stmt *S : B) {
    if (auto *L = dyn_cast<Label>(S))
      Ok = Ok && require(LabelIn.try_emplace(L->Name, Counted).second, S,
                         "this label is there twice");
    forEachBlock(S, [&](Block Inner) {
      Ok = Ok && labels(Inner, isa<CountedLoop>(S) ? S : Counted);
    });
  }
  return Ok;
}

bool Verifier::stmt(const Stmt *S) {
  // The condition of a Loop is in the scope of the block that computes it.
  bool Own = !isa<Loop>(S);
  if (Own && (!uses(S) || !operands(S)))
    return false;
  return visit(S, [&](const auto &Node) { return check(Node); });
}

//===--- Simple statements ------------------------------------------------===//

/// V is the counter of a loop around and S would change it.
bool Verifier::changed(const Stmt *S, const Variable *V) {
  for (const Stmt *L : Around)
    if (auto *C = dyn_cast<CountedLoop>(L); C && V && C->Counter == V)
      return !broken(S, "the counter of a counted loop is changed in it");
  return false;
}

/// E may be bound to a reference of that type.
bool Verifier::bound(const Stmt *S, const Type *Reference, const Expr *E) {
  const Type *Referee = Reference->element();
  if (!isPlace(E) && !isa<Verbatim>(E) && !Referee->isConst())
    return broken(S, "a reference is bound to '" + brief(E) +
                         "', which is no place");
  if (!Referee->isConst() && changed(S, placeVariable(E)))
    return false;
  return require(sameType(Referee, E->Ty), S,
                 "reference and place have the types " +
                     typePair(Referee, E->Ty));
}

bool Verifier::check(const Let &L) {
  const Type *T = L.Var->type();
  if (T->isReference() && !L.Init)
    return broken(&L, "a reference is not bound to anything");
  if (T->isReference() && !bound(&L, T, L.Init))
    return false;
  if (L.Init && !sameType(T->value(), L.Init->Ty))
    return broken(&L, "variable and value have the types " +
                          typePair(T, L.Init->Ty));
  if (L.Init && T->isArray() && !isa<Aggregate, Verbatim>(L.Init))
    return broken(&L, "an array is initialised by copying");
  return declare(&L, L.Var);
}

bool Verifier::check(const Assign &A) {
  const Type *P = A.Place->Ty, *V = A.Value->Ty;
  if (!isPlace(A.Place))
    return broken(&A, "the left side is no place");
  if (declaredType(A.Place).Const)
    return broken(&A, "the place is const");
  if (changed(&A, placeVariable(A.Place)))
    return false;
  bool Step = A.Op == AssignOp::Add || A.Op == AssignOp::Sub;
  if (P->isPointer() && Step && V->isInteger())
    return true;
  if (!sameType(P, V))
    return broken(&A, "place and value have the types " + typePair(P, V));
  if (P->isArray())
    return broken(&A, "an array is assigned as a whole");
  return require(A.Op == AssignOp::Set || P->isInteger() || P->isReal(), &A,
                 "no such operation on '" + brief(P) + "'");
}

bool Verifier::check(const Call &C) {
  auto Params = C.Callee->params();
  if (C.Args.size() != Params.size())
    return broken(&C, "the function has " + Twine(Params.size()) +
                          " parameters, the call " + Twine(C.Args.size()) +
                          " arguments");
  for (size_t I = 0; I != Params.size(); ++I) {
    const Type *P = Params[I]->type(), *A = C.Args[I]->Ty;
    if (P->isReference() ? !bound(&C, P, C.Args[I]) : !sameType(P, A)) {
      if (Error.empty())
        broken(&C, "argument " + Twine(I) +
                       " and its parameter have the types " + typePair(A, P));
      return false;
    }
  }
  if (!C.Result)
    return true;
  const Type *T = C.Callee->result(), *R = C.Result->type();
  if (!sameType(T->value(), R->value()) || T->isVoid())
    return broken(&C, "result and variable have the types " + typePair(T, R));
  return declare(&C, C.Result);
}

bool Verifier::check(const PassThrough &P) {
  for (const Variable *V : P.Writes)
    if (changed(&P, V))
      return false;
  return true;
}

/// S makes room for Count objects, held by V.
bool Verifier::reserved(const Stmt *S, const Variable *V, const Expr *Count) {
  if (!V->type()->isPointer())
    return broken(S, "what is reserved is not held by a pointer");
  if (!Count->Ty->isInteger())
    return broken(S, "the count is no integer");
  return declare(S, V);
}

bool Verifier::check(const Release &R) {
  return require(R.Pointer->Ty->isPointer(), &R,
                 "what is released is no pointer");
}

bool Verifier::check(const Push &P) {
  return require(P.Stack->type()->value()->is(TypeKind::Opaque), &P,
                 "this is no stack");
}

bool Verifier::check(const Pop &P) {
  return require(P.Stack->type()->value()->is(TypeKind::Opaque), &P,
                 "this is no stack") &&
         declare(&P, P.Var);
}

//===--- Control flow -----------------------------------------------------===//

static bool isBool(const Expr *E) { return E->Ty->is(TypeKind::Bool); }

bool Verifier::check(const If &I) {
  return require(isBool(I.Cond), &I, "the condition is not a bool") &&
         block(I.Then) && block(I.Else);
}

static bool stepFits(BinaryOp Relation, int64_t Step) {
  switch (Relation) {
  case BinaryOp::Lt:
  case BinaryOp::Le:
    return Step > 0;
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    return Step < 0;
  case BinaryOp::Ne:
    return Step == 1 || Step == -1;
  default:
    return false;
  }
}

bool Verifier::check(const CountedLoop &L) {
  const Type *T = L.Counter->type();
  if (!T->isInteger())
    return broken(&L, "the counter is no integer");
  if (!sameType(T, L.Begin->Ty) || !sameType(T, L.End->Ty))
    return broken(&L, "the counter and its bounds have different types");
  if (!stepFits(L.Relation, L.Step))
    return broken(&L, "the step does not lead to the end");
  if (!declare(&L, L.Counter))
    return false;
  bool Ok = inside(&L, L.Body);
  InScope.erase(L.Counter);
  llvm::erase(ScopeOrder, L.Counter);
  return Ok;
}

/// The variables of CondBlock live on in Cond and, where the test comes first,
/// in Body and Step.
bool Verifier::check(const Loop &L) {
  Around.push_back(&L);
  size_t Before = ScopeOrder.size();
  bool Ok = L.TestFirst || (block(L.Body) && block(L.Step));
  Ok = Ok && statements(L.CondBlock) && uses(&L) && operands(&L) &&
       require(!L.Cond || isBool(L.Cond), &L, "the condition is not a bool") &&
       (!L.TestFirst || (block(L.Body) && block(L.Step)));
  while (ScopeOrder.size() > Before)
    InScope.erase(ScopeOrder.pop_back_val());
  Around.pop_back();
  return Ok;
}

/// All arms are one scope, as in C++.
bool Verifier::check(const Switch &W) {
  if (!W.Value->Ty->isInteger())
    return broken(&W, "the value is no integer");
  std::set<int64_t> Values;
  unsigned Defaults = 0;
  for (const SwitchArm &A : W.Arms) {
    Defaults += A.IsDefault;
    for (const Expr *V : A.Values) {
      auto *I = dyn_cast<IntLiteral>(V);
      if (!I || !sameType(I->Ty, W.Value->Ty))
        return broken(&W, "a case is no literal of the value's type");
      if (!Values.insert(I->Value).second)
        return broken(&W, "a case is there twice");
    }
  }
  if (Defaults > 1)
    return broken(&W, "default is there twice");
  Around.push_back(&W);
  size_t Before = ScopeOrder.size();
  bool Ok = llvm::all_of(
      W.Arms, [&](const SwitchArm &A) { return statements(A.Body); });
  while (ScopeOrder.size() > Before)
    InScope.erase(ScopeOrder.pop_back_val());
  Around.pop_back();
  return Ok;
}

const CountedLoop *Verifier::innermostCounted() const {
  for (const Stmt *S : llvm::reverse(Around))
    if (auto *L = dyn_cast<CountedLoop>(S))
      return L;
  return nullptr;
}

bool Verifier::check(const Exit &X) {
  auto Loops = llvm::make_filter_range(
      llvm::reverse(Around), [](const Stmt *S) { return !isa<Switch>(S); });
  switch (X.To) {
  case ExitKind::Continue:
    return require(!Loops.empty(), &X, "there is no loop around");
  case ExitKind::Break:
    return require(!Around.empty(), &X, "there is no loop or switch around");
  case ExitKind::Goto: {
    auto At = LabelIn.find(X.Label);
    return require(At != LabelIn.end(), &X, "there is no such label") &&
           require(At->second == innermostCounted(), &X,
                   "this leaves or enters a counted loop");
  }
  case ExitKind::Return:
    break;
  }
  const Type *T = F.result();
  if (innermostCounted())
    return broken(&X, "this leaves a counted loop");
  if (T->isVoid() != !X.Value)
    return broken(&X, T->isVoid() ? "the function returns nothing"
                                  : "a value to return is missing");
  if (T->isReference())
    return bound(&X, T, X.Value);
  return require(!X.Value || sameType(T, X.Value->Ty), &X,
                 X.Value ? "result and value have the types " +
                               typePair(T, X.Value->Ty)
                         : "");
}
