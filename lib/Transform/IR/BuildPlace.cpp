// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build: places, calls and statements. Address and dereference cancel here.

#include "IR/Build.h"
#include <cassert>

using namespace nabla::ir;
using llvm::dyn_cast;

const Expr *Build::ref(const Variable *V) {
  return M.make<VarRef>(V, V->type()->value(), Loc);
}

const Expr *Build::index(const Expr *Base, const Expr *Subscript) {
  if (auto *A = dyn_cast<AddressOf>(Base); A && A->Decay)
    Base = A->Place;
  assert(Base->Ty->element() && "neither array nor pointer");
  return M.make<Index>(Base, Subscript, Base->Ty->element()->value(), Loc);
}

const Expr *Build::deref(const Expr *Pointer) {
  if (auto *A = dyn_cast<AddressOf>(Pointer))
    return A->Decay ? elementOf(A->Place, 0) : A->Place;
  assert(Pointer->Ty->isPointer());
  return M.make<Deref>(Pointer, Pointer->Ty->element()->value(), Loc);
}

const Expr *Build::member(const Expr *Base, unsigned Field) {
  assert(Field < Base->Ty->fields().size());
  return M.make<Member>(Base, Field, Base->Ty->fields()[Field].Ty->value(),
                        Loc);
}

const Expr *Build::member(const Expr *Base, llvm::StringRef Field) {
  unsigned N = 0;
  for (const RecordField &F : Base->Ty->fields()) {
    if (F.Name == Field)
      break;
    ++N;
  }
  return member(Base, N);
}

const Expr *Build::addressOf(const Expr *Place) {
  if (auto *D = dyn_cast<Deref>(Place))
    return D->Pointer;
  return M.make<AddressOf>(Place, false, M.pointerTo(qualifiedType(M, Place)),
                           Loc);
}

const Expr *Build::decay(const Expr *Array) {
  if (!Array->Ty->isArray())
    return Array;
  const Type *Element = qualifiedType(M, Array)->element();
  return M.make<AddressOf>(Array, true, M.pointerTo(Element), Loc);
}

const Expr *Build::cast(const Expr *E, const Type *To, bool Implicit) {
  To = To->unqualified();
  return E->Ty == To ? E : M.make<Cast>(E, Implicit, To, Loc);
}

const Expr *Build::ruleCall(const Rule *R, llvm::StringRef Spelling,
                            ExprList Args, const Type *Result) {
  return M.make<RuleCall>(R, M.save(Spelling), M.list(Args), Result, Loc);
}

const Expr *Build::aggregate(ExprList Elements, const Type *T) {
  return M.make<Aggregate>(M.list(Elements), T->unqualified(), Loc);
}

const Stmt *Build::let(const Variable *V, const Expr *Init) {
  return M.make<Let>(V, Init, Loc);
}

const Stmt *Build::set(const Expr *Place, const Expr *Value) {
  return M.make<Assign>(Place, AssignOp::Set, Value, Loc);
}

void Build::setToLiteral(const Expr *Array, const Expr *Literal,
                         llvm::SmallVectorImpl<const Stmt *> &Out) {
  const Variable *Text = M.makeLocal("text", Array->Ty->unqualified(), Loc);
  const Variable *K = M.makeLocal("k", M.longType(), Loc);
  Out.push_back(let(Text, Literal));
  const Stmt *Copy = set(index(Array, ref(K)), index(ref(Text), ref(K)));
  Out.push_back(
      M.make<CountedLoop>(K, integer(0, K->type()), BinaryOp::Lt,
                          integer(int64_t(Array->Ty->extent()), K->type()), 1,
                          M.block({Copy}), Loc));
}

const Stmt *Build::accumulate(const Expr *Place, const Expr *Value) {
  if (isZero(Value))
    return nullptr;
  if (auto *U = dyn_cast<Unary>(Value); U && U->Op == UnaryOp::Neg)
    return M.make<Assign>(Place, AssignOp::Sub, U->Operand, Loc);
  return M.make<Assign>(Place, AssignOp::Add, Value, Loc);
}
