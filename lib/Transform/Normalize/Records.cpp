// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records are taken apart. Whole ones are set field by field:
//
//   a = b;            ==>   a.x = b.x; a.y = b.y;
//   a = {a.y, a.x};   ==>   t = a.y; t1 = a.x; a.x = t; a.y = t1;
//
// and a local record that nothing but its fields is ever used of becomes a
// variable for each field.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"
#include "Support/GeneratedNames.h"
#include <map>

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static bool isRecord(const ir::Type *T) {
  return T->unqualified()->is(ir::TypeKind::Record);
}

//===--- Whole records ----------------------------------------------------===//

namespace {

class Expander {
public:
  explicit Expander(ir::Module &M) : M(M), B(M) {}

  ir::Block run(ir::Block Body) {
    ir::Rewrite R{M};
    // Set field by field, a variable cannot be const.
    R.OnVariable = [&](const ir::Variable *V) -> const ir::Variable * {
      if (V->kind() != ir::VariableKind::Local || !V->type()->isConst() ||
          !isRecord(V->type()))
        return V;
      const ir::Variable *&New = Plain[V];
      if (!New)
        New = M.makeLocal(V->name(), V->type()->unqualified(), V->loc());
      return New;
    };
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      B.Loc = S->Loc;
      if (isa<ir::Let, ir::Assign>(S))
        S = ir::rewriteParts(R, S);
      if (auto *A = dyn_cast<ir::Assign>(S)) {
        if (isRecord(A->Place->Ty) && canExpand(A->Value))
          assign(A->Place, A->Value, Out);
        else
          Out.push_back(S);
        return true;
      }
      auto *L = dyn_cast<ir::Let>(S);
      if (!L)
        return false;
      if (!L->Init || !isRecord(L->Var->type()) || !canExpand(L->Init)) {
        Out.push_back(S);
        return true;
      }
      const ir::Variable *V = L->Var;
      Out.push_back(M.make<ir::Let>(V, nullptr, L->Loc));
      set(B.ref(V), L->Init, Out);
      return true;
    };
    return ir::rewriteBlock(R, Body);
  }

private:
  static bool canExpand(const ir::Expr *Value) {
    return ir::isPlace(Value) || isa<ir::Aggregate>(Value);
  }

  void assign(const ir::Expr *Place, const ir::Expr *Value,
              llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    // The new fields may be made of the old ones, and be on the way to the
    // next ones.
    if (isa<ir::Aggregate>(Value))
      Value = namedElements(Value, Out);
    else
      Value = addressed(Value, Out);
    set(addressed(Place, Out), Value, Out);
  }

  /// Place itself, or *p for a pointer p to it where the way to it is read from
  /// memory.
  const ir::Expr *addressed(const ir::Expr *Place,
                            llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    bool Loads = false;
    ir::walk(Place, [&](const ir::Expr *E) {
      Loads |= E != Place && ir::isPlace(E) && E->Ty->isScalar() &&
               !isa<ir::VarRef>(E);
    });
    if (!Loads)
      return Place;
    const ir::Expr *Address = B.addressOf(Place);
    const ir::Variable *P =
        M.makeLocal(names::Temporary, Address->Ty, Place->Loc);
    Out.push_back(M.make<ir::Let>(P, Address, Place->Loc));
    return B.deref(B.ref(P));
  }

  const ir::Expr *namedElements(const ir::Expr *E,
                                llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    auto *A = dyn_cast<ir::Aggregate>(E);
    if (!A) {
      if (!E->Ty->isScalar() || isa<ir::RealLiteral, ir::IntLiteral>(E))
        return E;
      const ir::Variable *T =
          M.makeLocal(names::Temporary, E->Ty->unqualified(), E->Loc);
      Out.push_back(M.make<ir::Let>(T, E, E->Loc));
      return B.ref(T);
    }
    llvm::SmallVector<const ir::Expr *, 8> Elements;
    for (const ir::Expr *Element : A->Elements)
      Elements.push_back(namedElements(Element, Out));
    return M.make<ir::Aggregate>(M.list(Elements), E->Ty, E->Loc);
  }

  /// Place = Value, scalar by scalar.
  void set(const ir::Expr *Place, const ir::Expr *Value,
           llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    auto *Agg = dyn_cast<ir::Aggregate>(Value);
    const ir::Type *T = Place->Ty;
    bool Whole = T->isScalar() || (!T->isArray() && !isRecord(T));
    if (Whole) {
      Out.push_back(M.make<ir::Assign>(Place, ir::AssignOp::Set, Value, B.Loc));
      return;
    }
    uint64_t N = T->isArray() ? T->extent() : T->fields().size();
    for (uint64_t I = 0; I < N; ++I) {
      const ir::Expr *Part =
          T->isArray() ? B.elementOf(Place, I) : B.member(Place, I);
      const ir::Expr *From;
      if (Agg)
        From = I < Agg->Elements.size() ? Agg->Elements[I] : B.zero(Part->Ty);
      else
        From = T->isArray() ? B.elementOf(Value, I) : B.member(Value, I);
      set(Part, From, Out);
    }
  }

  ir::Module &M;
  ir::Build B;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Plain;
};

//===--- Fields -----------------------------------------------------------===//

class Scalarizer {
public:
  explicit Scalarizer(ir::Module &M) : M(M), B(M) {}

  ir::Block run(ir::Block Body) {
    collect(Body);
    ir::Rewrite R{M};
    R.OnExpr = [&](const ir::Expr *E) -> const ir::Expr * {
      auto *Mem = dyn_cast<ir::Member>(E);
      auto *V = Mem ? dyn_cast<ir::VarRef>(Mem->Base) : nullptr;
      if (!V || !Candidates.contains(V->Var))
        return nullptr;
      B.Loc = E->Loc;
      return B.ref(fieldsOf(V->Var)[Mem->Field]);
    };
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      auto *L = dyn_cast<ir::Let>(S);
      if (!L || !Candidates.contains(L->Var))
        return false;
      for (const ir::Variable *F : fieldsOf(L->Var))
        Out.push_back(M.make<ir::Let>(F, nullptr, L->Loc));
      return true;
    };
    return ir::rewriteBlock(R, Body);
  }

  bool found() const { return !Candidates.empty(); }

private:
  /// Uninitialised local records that are only used field by field.
  void collect(ir::Block Body) {
    ir::walk(Body, [&](const ir::Stmt *S) {
      if (auto *L = dyn_cast<ir::Let>(S))
        if (isRecord(L->Var->type()) && !L->Init)
          Candidates.insert(L->Var);
    });
    for (const ir::Variable *V : exposedVariables(Body))
      Candidates.erase(V);
    ir::walk(Body, [&](const ir::Stmt *S) {
      ir::forEachExpr(S, [&](const ir::Expr *E) { visit(E, false); });
      if (auto *P = dyn_cast<ir::PassThrough>(S)) {
        for (const ir::Variable *V : P->Reads)
          Candidates.erase(V);
        for (const ir::Variable *V : P->Writes)
          Candidates.erase(V);
      }
    });
  }

  void visit(const ir::Expr *E, bool UnderMember) {
    if (auto *V = dyn_cast<ir::VarRef>(E))
      if (!UnderMember)
        Candidates.erase(V->Var);
    ir::forEachChild(E,
                     [&](const ir::Expr *C) { visit(C, isa<ir::Member>(E)); });
  }

  const llvm::SmallVector<const ir::Variable *, 4> &
  fieldsOf(const ir::Variable *V) {
    auto [It, New] = Fields.try_emplace(V);
    if (New)
      for (const ir::RecordField &F : V->type()->fields())
        It->second.push_back(
            M.makeLocal(M.save((V->name() + "_" + F.Name).str()),
                        F.Ty->unqualified(), V->loc()));
    return It->second;
  }

  ir::Module &M;
  ir::Build B;
  VariableSet Candidates;
  std::map<const ir::Variable *, llvm::SmallVector<const ir::Variable *, 4>>
      Fields;
};

} // namespace

ir::Block normalize::takeRecordsApart(ir::Module &M, ir::Block Body) {
  Body = Expander(M).run(Body);
  // Fields may be records themselves.
  while (true) {
    Scalarizer S(M);
    ir::Block New = S.run(Body);
    if (!S.found())
      return Body;
    Body = New;
  }
}
