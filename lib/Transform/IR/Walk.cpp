// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Going through the IR: which operands, blocks and variables each kind of node
// has. Rewrite.cpp says how each kind is rebuilt.

#include "IR/Walk.h"
#include "IR/Visit.h"

using namespace nabla::ir;
using llvm::ArrayRef;
using llvm::function_ref;

static void forEachPiece(ArrayRef<TextPiece> Pieces, ExprFn Fn) {
  for (const TextPiece &P : Pieces)
    if (auto *E = std::get_if<const Expr *>(&P))
      Fn(*E);
}

static void forEachIn(ExprList L, ExprFn Fn) {
  for (const Expr *E : L)
    Fn(E);
}

static void ifAny(const Expr *E, ExprFn Fn) {
  if (E)
    Fn(E);
}

void nabla::ir::forEachChild(const Expr *E, ExprFn Fn) {
  visit(E,
        Overloads{[](const IntLiteral &) {}, [](const RealLiteral &) {},
                  [](const BoolLiteral &) {}, [](const NullLiteral &) {},
                  [](const VarRef &) {}, [&](const Unary &U) { Fn(U.Operand); },
                  [&](const Binary &B) {
                    Fn(B.Lhs);
                    Fn(B.Rhs);
                  },
                  [&](const Select &S) {
                    Fn(S.Cond);
                    Fn(S.Then);
                    Fn(S.Else);
                  },
                  [&](const Cast &C) { Fn(C.Operand); },
                  [&](const Index &I) {
                    Fn(I.Base);
                    Fn(I.Subscript);
                  },
                  [&](const Deref &D) { Fn(D.Pointer); },
                  [&](const Member &M) { Fn(M.Base); },
                  [&](const AddressOf &A) { Fn(A.Place); },
                  [&](const BlockLength &L) { Fn(L.Pointer); },
                  [&](const RuleCall &R) { forEachIn(R.Args, Fn); },
                  [&](const Aggregate &A) { forEachIn(A.Elements, Fn); },
                  [](const FunctionRef &) {},
                  [&](const Verbatim &V) { forEachPiece(V.Pieces, Fn); }});
}

void nabla::ir::forEachExpr(const Stmt *S, ExprFn Fn) {
  visit(S, Overloads{[&](const Let &L) { ifAny(L.Init, Fn); },
                     [&](const Assign &A) {
                       Fn(A.Place);
                       Fn(A.Value);
                     },
                     [&](const Call &C) { forEachIn(C.Args, Fn); },
                     [&](const If &I) { Fn(I.Cond); },
                     [&](const CountedLoop &L) {
                       Fn(L.Begin);
                       Fn(L.End);
                     },
                     [&](const Loop &L) { ifAny(L.Cond, Fn); },
                     [&](const Switch &W) { Fn(W.Value); },
                     [&](const Exit &X) { ifAny(X.Value, Fn); },
                     [](const Label &) {}, [](const Scope &) {},
                     [&](const PassThrough &P) { forEachPiece(P.Pieces, Fn); },
                     [&](const Reserve &R) { Fn(R.Count); },
                     [&](const Push &P) { Fn(P.Value); }, [](const Pop &) {},
                     [&](const Allocate &A) { Fn(A.Count); },
                     [&](const Release &R) { Fn(R.Pointer); },
                     [](const Remark &) {}});
}

void nabla::ir::forEachBlock(const Stmt *S, function_ref<void(Block)> Fn) {
  visit(S, Overloads{
               [](const Let &) {}, [](const Assign &) {}, [](const Call &) {},
               [&](const If &I) {
                 Fn(I.Then);
                 Fn(I.Else);
               },
               [&](const CountedLoop &L) { Fn(L.Body); },
               [&](const Loop &L) {
                 if (L.TestFirst)
                   Fn(L.CondBlock);
                 Fn(L.Body);
                 Fn(L.Step);
                 if (!L.TestFirst)
                   Fn(L.CondBlock);
               },
               [&](const Switch &W) {
                 for (const SwitchArm &A : W.Arms)
                   Fn(A.Body);
               },
               [](const Exit &) {}, [](const Label &) {},
               [&](const Scope &B) { Fn(B.Body); }, [](const PassThrough &) {},
               [](const Reserve &) {}, [](const Push &) {}, [](const Pop &) {},
               [](const Allocate &) {}, [](const Release &) {},
               [](const Remark &) {}});
}

void nabla::ir::walk(const Expr *E, ExprFn Pre) {
  Pre(E);
  forEachChild(E, [&](const Expr *C) { walk(C, Pre); });
}

void nabla::ir::walk(Block B, StmtFn Pre) {
  for (const Stmt *S : B) {
    Pre(S);
    forEachBlock(S, [&](Block Inner) { walk(Inner, Pre); });
  }
}

void nabla::ir::walkExprs(Block B, ExprFn Pre) {
  walk(B, [&](const Stmt *S) {
    forEachExpr(S, [&](const Expr *E) { walk(E, Pre); });
  });
}

const Variable *nabla::ir::declared(const Stmt *S) {
  using V = const Variable *;
  return visit(S, Overloads{[](const Let &L) { return L.Var; },
                            [](const Assign &) { return V(); },
                            [](const Call &C) { return C.Result; },
                            [](const If &) { return V(); },
                            [](const CountedLoop &L) { return L.Counter; },
                            [](const Loop &) { return V(); },
                            [](const Switch &) { return V(); },
                            [](const Exit &) { return V(); },
                            [](const Label &) { return V(); },
                            [](const Scope &) { return V(); },
                            [](const PassThrough &) { return V(); },
                            [](const Reserve &R) { return R.Var; },
                            [](const Push &) { return V(); },
                            [](const Pop &P) { return P.Var; },
                            [](const Allocate &A) { return A.Var; },
                            [](const Release &) { return V(); },
                            [](const Remark &) { return V(); }});
}

void nabla::ir::forEachUse(const Stmt *S,
                           function_ref<void(const Variable *)> Fn) {
  forEachExpr(S, [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (auto *V = llvm::dyn_cast<VarRef>(Sub))
        Fn(V->Var);
    });
  });
  if (auto *P = llvm::dyn_cast<Push>(S))
    Fn(P->Stack);
  if (auto *P = llvm::dyn_cast<Pop>(S))
    Fn(P->Stack);
  if (auto *P = llvm::dyn_cast<PassThrough>(S)) {
    for (const Variable *V : P->Reads)
      Fn(V);
    for (const Variable *V : P->Writes)
      Fn(V);
  }
}

bool nabla::ir::hasChangingText(const Expr *E) {
  bool Found = false;
  walk(E, [&](const Expr *Sub) {
    auto *Text = llvm::dyn_cast<Verbatim>(Sub);
    Found |= Text && Text->mayChange();
  });
  return Found;
}

bool nabla::ir::mentions(const Expr *E, const Variable *Var) {
  bool Found = false;
  walk(E, [&](const Expr *Sub) {
    auto *V = llvm::dyn_cast<VarRef>(Sub);
    Found |= V && V->Var == Var;
  });
  return Found;
}

//===--- Equality ---------------------------------------------------------===//

static bool equalLists(ExprList A, ExprList B) {
  return A.size() == B.size() &&
         std::equal(A.begin(), A.end(), B.begin(), structurallyEqual);
}

static bool equalPieces(ArrayRef<TextPiece> A, ArrayRef<TextPiece> B) {
  auto Equal = [](const TextPiece &X, const TextPiece &Y) {
    if (auto *E = std::get_if<const Expr *>(&X))
      return std::holds_alternative<const Expr *>(Y) &&
             structurallyEqual(*E, std::get<const Expr *>(Y));
    return X == Y;
  };
  return A.size() == B.size() &&
         std::equal(A.begin(), A.end(), B.begin(), Equal);
}

bool nabla::ir::structurallyEqual(const Expr *A, const Expr *B) {
  if (A == B)
    return true;
  if (A->Kind != B->Kind || A->Ty != B->Ty)
    return false;
  auto Same = structurallyEqual;
  return visit(A, [&](const auto &X) {
    using Node = std::decay_t<decltype(X)>;
    const Node &Y = *llvm::cast<Node>(B);
    Overloads Equal{
        [&](const IntLiteral &P, const IntLiteral &Q) {
          return P.Value == Q.Value;
        },
        [&](const RealLiteral &P, const RealLiteral &Q) {
          return P.Digits == Q.Digits;
        },
        [&](const BoolLiteral &P, const BoolLiteral &Q) {
          return P.Value == Q.Value;
        },
        [&](const NullLiteral &, const NullLiteral &) { return true; },
        [&](const VarRef &P, const VarRef &Q) { return P.Var == Q.Var; },
        [&](const Unary &P, const Unary &Q) {
          return P.Op == Q.Op && Same(P.Operand, Q.Operand);
        },
        [&](const Binary &P, const Binary &Q) {
          return P.Op == Q.Op && Same(P.Lhs, Q.Lhs) && Same(P.Rhs, Q.Rhs);
        },
        [&](const Select &P, const Select &Q) {
          return Same(P.Cond, Q.Cond) && Same(P.Then, Q.Then) &&
                 Same(P.Else, Q.Else);
        },
        [&](const Cast &P, const Cast &Q) {
          return Same(P.Operand, Q.Operand);
        },
        [&](const Index &P, const Index &Q) {
          return Same(P.Base, Q.Base) && Same(P.Subscript, Q.Subscript);
        },
        [&](const Deref &P, const Deref &Q) {
          return Same(P.Pointer, Q.Pointer);
        },
        [&](const Member &P, const Member &Q) {
          return P.Field == Q.Field && Same(P.Base, Q.Base);
        },
        [&](const AddressOf &P, const AddressOf &Q) {
          return P.Decay == Q.Decay && Same(P.Place, Q.Place);
        },
        [&](const BlockLength &P, const BlockLength &Q) {
          return Same(P.Pointer, Q.Pointer);
        },
        [&](const RuleCall &P, const RuleCall &Q) {
          return P.Callee == Q.Callee && P.Spelling == Q.Spelling &&
                 equalLists(P.Args, Q.Args);
        },
        [&](const Aggregate &P, const Aggregate &Q) {
          return equalLists(P.Elements, Q.Elements);
        },
        [&](const FunctionRef &P, const FunctionRef &Q) {
          return P.Target == Q.Target;
        },
        [&](const Verbatim &P, const Verbatim &Q) {
          return equalPieces(P.Pieces, Q.Pieces);
        }};
    return Equal(X, Y);
  });
}
