// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rebuilding the IR. Each kind of node says here how it is made again from new
// parts; that happens only where a part has changed.

#include "IR/Visit.h"
#include "IR/Walk.h"

using namespace nabla::ir;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

namespace {

/// Maps parts and notes whether any of them has changed.
class Mapper {
public:
  Mapper(Module &M, ExprMap OnExpr) : M(M), OnExpr(OnExpr) {}

  const Expr *operator()(const Expr *E) {
    return E ? note(E, OnExpr(E)) : nullptr;
  }

  ExprList operator()(ExprList L) {
    SmallVector<const Expr *, 8> New;
    for (const Expr *E : L)
      New.push_back((*this)(E));
    return ExprList(New) == L ? L : M.list(New);
  }

  ArrayRef<TextPiece> operator()(ArrayRef<TextPiece> L) {
    SmallVector<TextPiece, 8> New;
    for (TextPiece P : L) {
      if (auto *E = std::get_if<const Expr *>(&P))
        *E = (*this)(*E);
      New.push_back(P);
    }
    return ArrayRef<TextPiece>(New) == L ? L : M.copy(ArrayRef<TextPiece>(New));
  }

  template <class T> T note(T Old, T New) {
    Changed |= Old != New;
    return New;
  }

  Module &M;
  bool Changed = false;

private:
  ExprMap OnExpr;
};

/// Maps the parts of statements too.
class StmtMapper : public Mapper {
public:
  StmtMapper(const Rewrite &R, ExprMap OnExpr) : Mapper(R.M, OnExpr), R(R) {
    Changed = R.Anew;
  }

  using Mapper::operator();

  Block operator()(Block B) {
    Block New = rewriteBlock(R, B);
    Changed |= New.data() != B.data() || New.size() != B.size();
    return New;
  }

  const Variable *operator()(const Variable *V) {
    return V && R.OnVariable ? note(V, R.OnVariable(V)) : V;
  }

  ArrayRef<const Variable *> operator()(ArrayRef<const Variable *> L) {
    SmallVector<const Variable *, 8> New;
    for (const Variable *V : L)
      New.push_back((*this)(V));
    ArrayRef<const Variable *> Ref(New);
    return Ref == L ? L : M.copy(Ref);
  }

  ArrayRef<SwitchArm> operator()(ArrayRef<SwitchArm> Arms) {
    SmallVector<SwitchArm, 8> New;
    bool Before = std::exchange(Changed, false);
    for (const SwitchArm &A : Arms)
      New.push_back({A.Values, A.IsDefault, (*this)(A.Body)});
    bool Keep = !Changed;
    Changed |= Before;
    return Keep ? Arms : M.copy(ArrayRef<SwitchArm>(New));
  }

private:
  const Rewrite &R;
};

} // namespace

/// The old node, or one made of the mapped parts P where any of them is new.
template <class Node, class MapperT, class... Parts>
static const Node *remake(MapperT &Map, const Node &Old, Parts... P) {
  return Map.Changed ? Map.M.template make<Node>(P...) : &Old;
}

//===--- Expressions ------------------------------------------------------===//

// Every overload maps its parts in order first: the order in which a function's
// arguments are evaluated is not defined.
const Expr *nabla::ir::mapChildren(Module &M, const Expr *E, ExprMap Fn) {
  Mapper Map(M, Fn);
  using R = const Expr *;
  return visit(E, Overloads{[](const IntLiteral &L) -> R { return &L; },
                            [](const RealLiteral &L) -> R { return &L; },
                            [](const BoolLiteral &L) -> R { return &L; },
                            [](const NullLiteral &L) -> R { return &L; },
                            [](const VarRef &V) -> R { return &V; },
                            [&](const Unary &U) -> R {
                              auto *X = Map(U.Operand);
                              return remake(Map, U, U.Op, X, U.Ty, U.Loc);
                            },
                            [&](const Binary &B) -> R {
                              auto *L = Map(B.Lhs), *X = Map(B.Rhs);
                              return remake(Map, B, B.Op, L, X, B.Ty, B.Loc);
                            },
                            [&](const Select &S) -> R {
                              auto *C = Map(S.Cond), *T = Map(S.Then),
                                   *F = Map(S.Else);
                              return remake(Map, S, C, T, F, S.Ty, S.Loc);
                            },
                            [&](const Cast &C) -> R {
                              auto *X = Map(C.Operand);
                              return remake(Map, C, X, C.Implicit, C.Ty, C.Loc);
                            },
                            [&](const Index &I) -> R {
                              auto *B = Map(I.Base), *S = Map(I.Subscript);
                              return remake(Map, I, B, S, I.Ty, I.Loc);
                            },
                            [&](const Deref &D) -> R {
                              auto *P = Map(D.Pointer);
                              return remake(Map, D, P, D.Ty, D.Loc);
                            },
                            [&](const Member &N) -> R {
                              auto *B = Map(N.Base);
                              return remake(Map, N, B, N.Field, N.Ty, N.Loc);
                            },
                            [&](const AddressOf &A) -> R {
                              auto *P = Map(A.Place);
                              return remake(Map, A, P, A.Decay, A.Ty, A.Loc);
                            },
                            [&](const BlockLength &L) -> R {
                              auto *P = Map(L.Pointer);
                              return remake(Map, L, P, L.Ty, L.Loc);
                            },
                            [&](const RuleCall &C) -> R {
                              auto Args = Map(C.Args);
                              return remake(Map, C, C.Callee, C.Spelling, Args,
                                            C.Ty, C.Loc);
                            },
                            [&](const Aggregate &A) -> R {
                              auto Elements = Map(A.Elements);
                              return remake(Map, A, Elements, A.Ty, A.Loc);
                            },
                            [](const FunctionRef &F) -> R { return &F; },
                            [&](const Verbatim &V) -> R {
                              auto Pieces = Map(V.Pieces);
                              return remake(Map, V, Pieces, V.Why, V.Ty, V.Loc);
                            }});
}

const Expr *nabla::ir::rewriteExpr(Module &M, const Expr *E, ExprMap Fn) {
  if (const Expr *New = Fn(E))
    return New;
  return mapChildren(M, E,
                     [&](const Expr *C) { return rewriteExpr(M, C, Fn); });
}

//===--- Statements -------------------------------------------------------===//

const Expr *nabla::ir::rewriteExpr(const Rewrite &R, const Expr *E) {
  return rewriteExpr(R.M, E, [&](const Expr *Old) -> const Expr * {
    if (const Expr *New = R.OnExpr ? R.OnExpr(Old) : nullptr)
      return New;
    auto *Ref = llvm::dyn_cast<VarRef>(Old);
    if (!Ref || !R.OnVariable)
      return nullptr;
    const Variable *V = R.OnVariable(Ref->Var);
    return V == Ref->Var ? Old
                         : R.M.make<VarRef>(V, V->type()->value(), Ref->Loc);
  });
}

/// Variables that a text mentions, after it has been rewritten: where one is
/// gone, because an expression stands for it now, those of that expression.
static ArrayRef<const Variable *> follow(Module &M,
                                         ArrayRef<const Variable *> Vars,
                                         const PassThrough &Old,
                                         ArrayRef<TextPiece> Pieces) {
  auto ExprOf = [](const TextPiece &P) {
    auto *const *E = std::get_if<const Expr *>(&P);
    return E ? *E : nullptr;
  };
  SmallVector<const Variable *, 8> Result;
  auto Add = [&](const Variable *V) {
    if (!llvm::is_contained(Result, V))
      Result.push_back(V);
  };
  for (const Variable *V : Vars) {
    bool There = false, Gone = false;
    for (unsigned I = 0; I < Pieces.size(); ++I)
      if (const Expr *E = ExprOf(Pieces[I])) {
        There |= mentions(E, V);
        Gone |= mentions(ExprOf(Old.Pieces[I]), V);
      }
    if (There || !Gone) {
      Add(V);
      continue;
    }
    for (unsigned I = 0; I < Pieces.size(); ++I)
      if (const Expr *E = ExprOf(Pieces[I]);
          E && mentions(ExprOf(Old.Pieces[I]), V))
        walk(E, [&](const Expr *Sub) {
          if (auto *Ref = llvm::dyn_cast<VarRef>(Sub))
            Add(Ref->Var);
        });
  }
  return ArrayRef<const Variable *>(Result) == Vars
             ? Vars
             : M.copy<const Variable *>(Result);
}

const Stmt *nabla::ir::rewriteParts(const Rewrite &R, const Stmt *S) {
  auto OnExpr = [&](const Expr *E) { return rewriteExpr(R, E); };
  StmtMapper Map(R, OnExpr);
  using Result = const Stmt *;
  return visit(
      S, Overloads{[&](const Let &L) -> Result {
                     auto *Init = Map(L.Init);
                     auto *V = Map(L.Var);
                     return remake(Map, L, V, Init, L.Loc);
                   },
                   [&](const Assign &A) -> Result {
                     auto *P = Map(A.Place), *V = Map(A.Value);
                     return remake(Map, A, P, A.Op, V, A.Loc);
                   },
                   [&](const Call &C) -> Result {
                     auto Args = Map(C.Args);
                     auto *V = Map(C.Result);
                     return remake(Map, C, V, C.Callee, Args, C.Loc);
                   },
                   [&](const If &I) -> Result {
                     auto *C = Map(I.Cond);
                     auto Then = Map(I.Then), Else = Map(I.Else);
                     return remake(Map, I, C, Then, Else, I.Loc);
                   },
                   [&](const CountedLoop &L) -> Result {
                     auto *B = Map(L.Begin), *E = Map(L.End);
                     auto *V = Map(L.Counter);
                     auto Body = Map(L.Body);
                     return remake(Map, L, V, B, L.Relation, E, L.Step, Body,
                                   L.Loc);
                   },
                   [&](const Loop &L) -> Result {
                     Block CondBlock = L.CondBlock;
                     const Expr *C = L.Cond;
                     auto MapCond = [&] {
                       CondBlock = Map(L.CondBlock);
                       C = Map(L.Cond);
                     };
                     if (L.TestFirst)
                       MapCond();
                     auto Body = Map(L.Body), Step = Map(L.Step);
                     if (!L.TestFirst)
                       MapCond();
                     return remake(Map, L, L.TestFirst, CondBlock, C, Body,
                                   Step, L.Loc);
                   },
                   [&](const Switch &W) -> Result {
                     auto *V = Map(W.Value);
                     auto Arms = Map(W.Arms);
                     return remake(Map, W, V, Arms, W.Loc);
                   },
                   [&](const Exit &X) -> Result {
                     auto *V = Map(X.Value);
                     return remake(Map, X, X.To, V, X.Label, X.Loc);
                   },
                   [&](const Label &L) -> Result { return &L; },
                   [&](const Scope &B) -> Result {
                     auto Body = Map(B.Body);
                     return remake(Map, B, Body, B.Loc);
                   },
                   [&](const PassThrough &P) -> Result {
                     auto Pieces = Map(P.Pieces);
                     auto Reads = follow(R.M, Map(P.Reads), P, Pieces);
                     auto Writes = follow(R.M, Map(P.Writes), P, Pieces);
                     Map.Changed |= Reads != P.Reads || Writes != P.Writes;
                     return remake(Map, P, Pieces, Reads, Writes, P.Why, P.Loc);
                   },
                   [&](const Reserve &P) -> Result {
                     auto *N = Map(P.Count);
                     auto *V = Map(P.Var);
                     return remake(Map, P, V, N, P.Zero, P.Loc);
                   },
                   [&](const Push &P) -> Result {
                     auto *V = Map(P.Value);
                     auto *Stack = Map(P.Stack);
                     return remake(Map, P, Stack, V, P.Loc);
                   },
                   [&](const Pop &P) -> Result {
                     auto *V = Map(P.Var), *Stack = Map(P.Stack);
                     return remake(Map, P, V, Stack, P.Loc);
                   },
                   [&](const Allocate &A) -> Result {
                     auto *N = Map(A.Count);
                     auto *V = Map(A.Var);
                     return remake(Map, A, V, A.How, N, A.Zero, A.Loc);
                   },
                   [&](const Release &P) -> Result {
                     auto *E = Map(P.Pointer);
                     return remake(Map, P, P.How, E, P.Late, P.Loc);
                   },
                   [&](const Remark &N) -> Result { return &N; }});
}

Block nabla::ir::rewriteBlock(const Rewrite &R, Block B) {
  SmallVector<const Stmt *, 16> New;
  for (const Stmt *S : B)
    if (!R.OnStmt || !R.OnStmt(S, New))
      New.push_back(rewriteParts(R, S));
  return Block(New) == B ? B : R.M.block(New);
}

Block nabla::ir::bodyOf(const Stmt *AnyLoop) {
  if (auto *L = llvm::dyn_cast<CountedLoop>(AnyLoop))
    return L->Body;
  return llvm::cast<Loop>(AnyLoop)->Body;
}

const Stmt *nabla::ir::withBody(Module &M, const Stmt *AnyLoop, Block Body) {
  if (auto *L = llvm::dyn_cast<CountedLoop>(AnyLoop))
    return M.make<CountedLoop>(L->Counter, L->Begin, L->Relation, L->End,
                               L->Step, Body, L->Loc);
  auto *L = llvm::cast<Loop>(AnyLoop);
  return M.make<Loop>(L->TestFirst, L->CondBlock, L->Cond, Body, L->Step,
                      L->Loc);
}

const Stmt *nabla::ir::mapBlocks(Module &M, const Stmt *S,
                                 llvm::function_ref<Block(Block)> Fn) {
  assert(!(llvm::isa<Switch, Scope>(S)) && "lowered by now");
  if (auto *I = llvm::dyn_cast<If>(S)) {
    Block Then = Fn(I->Then);
    return M.make<If>(I->Cond, Then, Fn(I->Else), I->Loc);
  }
  if (auto *L = llvm::dyn_cast<CountedLoop>(S))
    return withBody(M, L, Fn(L->Body));
  auto *L = llvm::dyn_cast<Loop>(S);
  if (!L)
    return S;
  Block Cond = L->TestFirst ? Fn(L->CondBlock) : Block();
  Block Body = Fn(L->Body), Step = Fn(L->Step);
  if (!L->TestFirst)
    Cond = Fn(L->CondBlock);
  return M.make<Loop>(L->TestFirst, Cond, L->Cond, Body, Step, L->Loc);
}
