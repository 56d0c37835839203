// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block of bytes of which one use tells what it holds:
//
//   void *p = malloc(n * 8);            double *block = <n of them>;
//   if (!p) abort();             ==>    void *p = block;
//   double *u = (double *)p;            ...
//
// as where a wrapper of malloc has been inlined. That p is a double * is then
// seen by typeVoidPointers.

#include "IR/Build.h"
#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

/// C is malloc(n) or calloc(n, m), the C library's.
static bool makesBytes(const ir::Call *C) {
  const ir::Declarator &D = C->Callee->declarator();
  if (!C->Result || C->Callee->hasBody() || !D.Namespaces.empty() ||
      !isVoidPointer(C->Result->type()))
    return false;
  llvm::StringRef Name = D.Name;
  return (Name == "malloc" && C->Args.size() == 1) ||
         (Name == "calloc" && C->Args.size() == 2);
}

static const ir::Variable *unconverted(const ir::Expr *E) {
  while (auto *C = dyn_cast<ir::Cast>(E))
    E = C->Operand;
  auto *V = dyn_cast<ir::VarRef>(E);
  return V ? V->Var : nullptr;
}

/// The pointers to void that have the value of V, or a copy of it.
static VariableSet copiesOf(const ir::Variable *V, ir::Block Body) {
  VariableSet Exposed = exposedVariables(Body), Copies{V};
  for (bool Changed = true; Changed;) {
    Changed = false;
    auto Set = [&](const ir::Variable *To, const ir::Expr *Value) {
      const ir::Variable *From = unconverted(Value);
      if (From && Copies.contains(From) && isVoidPointer(To->type()) &&
          !Exposed.contains(To))
        Changed |= Copies.insert(To).second;
    };
    ir::walk(Body, [&](const ir::Stmt *S) {
      if (auto *L = dyn_cast<ir::Let>(S); L && L->Init)
        Set(L->Var, L->Init);
      if (auto *A = dyn_cast<ir::Assign>(S))
        if (auto *To = dyn_cast<ir::VarRef>(A->Place))
          Set(To->Var, A->Value);
    });
  }
  return Copies;
}

/// What all conversions of Copies make of them, if they agree and it is a
/// pointer to something whose size is known.
static const ir::Type *usedAs(const VariableSet &Copies, ir::Block Body) {
  const ir::Type *Used = nullptr;
  bool Agree = true;
  ir::walkExprs(Body, [&](const ir::Expr *E) {
    auto *C = dyn_cast<ir::Cast>(E);
    const ir::Variable *V = C ? unconverted(C) : nullptr;
    if (!V || !Copies.contains(V) || !E->Ty->isPointer() ||
        isVoidPointer(E->Ty))
      return;
    Agree &= !Used || ir::sameType(Used, E->Ty);
    Used = E->Ty->unqualified();
  });
  const ir::Type *T = Used ? Used->element() : nullptr;
  bool Sized =
      T && !T->isConst() && (T->isArithmetic() || T->is(ir::TypeKind::Record));
  return Agree && Sized ? Used : nullptr;
}

namespace {

class BlockTyper {
public:
  BlockTyper(ir::Module &M, ir::Block Body) : M(M), B(M), Body(Body) {}

  ir::Block run() {
    ir::Rewrite R{M};
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      auto *C = dyn_cast<ir::Call>(S);
      if (!C || !makesBytes(C))
        return false;
      const ir::Type *T = usedAs(copiesOf(C->Result, Body), Body);
      if (T)
        allocate(C, T, Out);
      return T != nullptr;
    };
    return ir::rewriteBlock(R, Body);
  }

private:
  const ir::Expr *sizeOf(const ir::Type *T, const ir::Type *As) {
    llvm::SmallVector<ir::TextPiece, 1> Text{
        M.save("sizeof(" + T->spelling().str() + ")")};
    return B.cast(
        M.make<ir::Verbatim>(M.copy(llvm::ArrayRef<ir::TextPiece>(Text)), "",
                             M.integerType("unsigned long", 64, false), B.Loc),
        As, /*Implicit=*/true);
  }

  void allocate(const ir::Call *C, const ir::Type *Pointer,
                llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    B.Loc = C->Loc;
    bool Zero = C->Args.size() == 2;
    const ir::Expr *Bytes = Zero ? B.mul(C->Args[0], C->Args[1]) : C->Args[0];
    const ir::Expr *Size = sizeOf(Pointer->element(), Bytes->Ty);
    const ir::Variable *Count =
        M.makeLocal("count", Bytes->Ty, C->Result->loc());
    const ir::Expr *Room = B.add(Bytes, B.sub(Size, B.one(Bytes->Ty)));
    Out.push_back(B.let(Count, B.div(Room, Size)));
    const ir::Variable *Block =
        M.makeLocal(C->Result->name(), Pointer, C->Result->loc());
    Out.push_back(M.make<ir::Allocate>(Block, ir::Allocator::C, B.ref(Count),
                                       Zero, C->Loc));
    Out.push_back(B.let(C->Result, B.cast(B.ref(Block), C->Result->type(),
                                          /*Implicit=*/true)));
  }

  ir::Module &M;
  ir::Build B;
  ir::Block Body;
};

} // namespace

ir::Block normalize::typeBlocks(ir::Module &M, ir::Block B) {
  return BlockTyper(M, B).run();
}
