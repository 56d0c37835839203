// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of one statement. For y = e, with a the adjoint of y:
//
//   y = u * v + w;   ==>   a = d_y; d_y = 0;
//                          d_u += a * v; d_v += a * u; d_w += a;
//
// The value of every operand is meant as it is just before the statement.

#include "IR/Build.h"
#include "IR/Rules.h"
#include "IR/Walk.h"
#include "Linearize/Contributions.h"
#include "Linearize/PairedCall.h"
#include "Linearize/Ruled.h"
#include "Linearize/Shadows.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::linearize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Linearizer {
public:
  Linearizer(ir::Module &M, Linear &Result, const analysis::Memory &Mem,
             const analysis::Activity &A, ir::Block Body, bool SeedOnly,
             Pairs &Called, Diagnostics &Diags)
      : M(M), B(M), Result(Result), Mem(Mem), A(A), Called(Called),
        Shadow(M, Result.S, Diags), Adds(M, A, Shadow, Body, SeedOnly, Diags),
        Diags(Diags) {}

  ShadowMaker &shadows() { return Shadow; }

  ir::Block block(ir::Block Body) {
    StmtList Out;
    for (const ir::Stmt *S : Body)
      stmt(S, Out);
    return M.block(Out);
  }

private:
  void stmt(const ir::Stmt *S, StmtList &Out) {
    B.Loc = S->Loc;
    switch (S->Kind) {
    case ir::StmtKind::Let:
      Out.push_back(S);
      return let(cast<ir::Let>(S), Out);
    case ir::StmtKind::Assign:
      // Shadow pointers step first: they read what S may change.
      assign(cast<ir::Assign>(S), Out);
      Out.push_back(S);
      return;
    case ir::StmtKind::Exit:
      Out.push_back(S);
      return result(cast<ir::Exit>(S));
    case ir::StmtKind::If: {
      auto *I = cast<ir::If>(S);
      Out.push_back(
          M.make<ir::If>(I->Cond, block(I->Then), block(I->Else), I->Loc));
      return;
    }
    case ir::StmtKind::CountedLoop:
    case ir::StmtKind::Loop:
      Out.push_back(ir::withBody(M, S, block(ir::bodyOf(S))));
      return;
    case ir::StmtKind::Call:
      return call(cast<ir::Call>(S), Out);
    case ir::StmtKind::Allocate:
      Out.push_back(S);
      return allocate(cast<ir::Allocate>(S), Out);
    case ir::StmtKind::Release:
      Out.push_back(S);
      return release(cast<ir::Release>(S), Out);
    case ir::StmtKind::PassThrough:
      Out.push_back(S);
      return passThrough(cast<ir::PassThrough>(S));
    case ir::StmtKind::Label:
    case ir::StmtKind::Scope:
    case ir::StmtKind::Switch:
      llvm_unreachable("not in normal form");
    case ir::StmtKind::Reserve:
    case ir::StmtKind::Push:
    case ir::StmtKind::Pop:
    case ir::StmtKind::Remark:
      Out.push_back(S);
      return;
    }
  }

  void set(const ir::Stmt *S, const StmtList &Adj) {
    if (!Adj.empty())
      Result.AdjointOf[S] = M.block(Adj);
  }

  /// return e: the seed goes into e.
  void result(const ir::Exit *E) {
    if (!E->Value || !Result.Seed)
      return;
    StmtList Adj;
    if (E->Value->Ty->isReal())
      Adds.ofValue(E, E->Value, B.ref(Result.Seed), nullptr, Adj);
    else
      returned(E->Value, B.ref(Result.Seed), Adj);
    set(E, Adj);
  }

  void returned(const ir::Expr *E, const ir::Expr *Seed, StmtList &Adj) {
    if (E->Ty->isReal())
      return Adds.of(E, Seed, nullptr, Adj);
    if (E->Ty->is(ir::TypeKind::Record) || E->Ty->isArray())
      forEachPart(Seed, E, [&](const ir::Expr *D, const ir::Expr *Part) {
        returned(Part, D, Adj);
      });
  }

  /// A type without real parts that can be named: nothing can be done with
  /// what it may hold.
  bool refuseOpaque(const ir::Let *Decl) {
    const ir::Variable *V = Decl->Var;
    const ir::Type *T = V->type()->value();
    while (T->isArray() || T->isPointer())
      T = T->element()->unqualified();
    if (!T->is(ir::TypeKind::Opaque) && !T->is(ir::TypeKind::Container))
      return false;
    // The value of an expression has its place, a user's variable its own.
    bool Named = V->name() != names::Value || !Decl->Init ||
                 Decl->Init->Loc.Raw != V->loc().Raw;
    Diags.error(Decl->Loc,
                (Named ? "'" + V->name().str() + "'" : "this expression") +
                    " of type '" + T->spelling().str() +
                    "' carries a derivative, and this type is not "
                    "supported yet; use plain arrays or records of reals");
    return true;
  }

  //===--- Declarations ---------------------------------------------------===//

  void let(const ir::Let *L, StmtList &Out) {
    const ir::Type *T = L->Var->type();
    if (T->isReference())
      return bind(L, Out);
    if (T->isPointer()) {
      if (!A.isActiveVariable(L->Var))
        return;
      const ir::Variable *D = Shadow.variable(L->Var, L->Loc);
      const ir::Expr *Init = L->Init ? Shadow.pointer(L->Init) : nullptr;
      if (D && (Init || !L->Init))
        forward(M.make<ir::Let>(D, Init, L->Loc), Out);
      return;
    }
    if (!A.isActiveVariable(L->Var) || refuseOpaque(L))
      return;
    const ir::Expr *Ref = B.ref(L->Var);
    if (!L->Init) {
      declarePointers(L->Var, Out);
      return;
    }
    StmtList Adj;
    const ir::Expr *D = Shadow.place(Ref);
    if (D)
      value(L, L->Init, D, Ref, Adj);
    set(L, Adj);
    declarePointers(L->Var, Out);
    copyPointers(Ref, L->Init, Out);
  }

  /// Beside an active block there is one for its adjoints, zero at first.
  void allocate(const ir::Allocate *Block, StmtList &Out) {
    if (!A.isActiveVariable(Block->Var))
      return;
    ir::VarRef Address(Block->Var, Block->Var->type()->value(), Block->Loc);
    bool Reserved = Block->How == ir::Allocator::Reserved;
    if (!Reserved && Mem.isHeldElsewhere(Mem.behind(&Address)))
      Result.HandsOut.push_back(Block->Loc);
    if (const ir::Variable *D = Shadow.variable(Block->Var, Block->Loc))
      forward(M.make<ir::Allocate>(D, Reserved ? Block->How : ir::Allocator::C,
                                   Block->Count,
                                   /*Zero=*/true, Block->Loc),
              Out);
  }

  /// Where the primal gives a block back, its adjoints are no longer needed
  /// either, unless the reverse sweep is still to come.
  void release(const ir::Release *R, StmtList &Out) {
    if (!A.isActivePointer(R->Pointer))
      return;
    if (const ir::Expr *D = Shadow.pointer(R->Pointer))
      forward(M.make<ir::Release>(ir::Allocator::C, D, /*Late=*/false, R->Loc),
              Out);
  }

  /// A reference's shadow is a reference, bound in the forward sweep too.
  void bind(const ir::Let *L, StmtList &Out) {
    if (!A.isActiveVariable(L->Var))
      return;
    if (auto *Text = dyn_cast<ir::Verbatim>(L->Init))
      return Adds.refuse(Text);
    const ir::Variable *D = Shadow.variable(L->Var, L->Loc);
    const ir::Expr *To = Shadow.place(L->Init);
    if (!D || !To)
      return;
    Result.S.Adjoints.erase(D);
    forward(M.make<ir::Let>(D, To, L->Loc), Out);
  }

  void forward(const ir::Stmt *S, StmtList &Out) {
    addForward(Result.S, S, Out);
  }

  /// An array of pointers or a record with pointers: its shadow exists in the
  /// forward sweep.
  void declarePointers(const ir::Variable *V, StmtList &Out) {
    if (!holdsPointer(V->type()))
      return;
    const ir::Variable *D = Shadow.variable(V, V->loc());
    if (!D)
      return;
    if (Result.S.Adjoints.contains(D))
      Result.S.Early.insert(D);
    else
      Out.push_back(M.make<ir::Let>(D, nullptr, V->loc()));
  }

  /// Place = Value for the pointers in them: their shadows follow.
  void copyPointers(const ir::Expr *Place, const ir::Expr *Value,
                    StmtList &Out) {
    if (Place->Ty->isPointer()) {
      if (!A.isActivePointer(Place))
        return;
      const ir::Expr *To = Shadow.place(Place), *From = Shadow.pointer(Value);
      if (To && From)
        forward(M.make<ir::Assign>(To, ir::AssignOp::Set, From, B.Loc), Out);
      return;
    }
    if (!holdsPointer(Place->Ty))
      return;
    forEachPart(Place, Value, [&](const ir::Expr *P, const ir::Expr *V) {
      copyPointers(P, V, Out);
    });
  }

  //===--- Assignments ----------------------------------------------------===//

  void assign(const ir::Assign *As, StmtList &Out) {
    if (As->Place->Ty->isPointer())
      return pointerStep(As, Out);
    if (A.movesBits(As))
      Diags.error(As->Loc, "the storage of a real used as another type cannot "
                           "be differentiated; copy it as a real");
    copyPointers(As->Place, As->Value, Out);
    if (!A.isActivePlace(As->Place))
      return;
    const ir::Expr *D = Shadow.place(As->Place);
    if (!D)
      return;
    StmtList Adj;
    if (!As->Place->Ty->isReal()) {
      aggregate(As, As->Place, As->Value, Adj);
    } else if (As->Op == ir::AssignOp::Set) {
      const ir::Expr *Incoming = D;
      if (A.isActiveValue(As->Value))
        Incoming = Adds.named(D, As->Loc, Adj);
      Adj.push_back(
          M.make<ir::Assign>(D, ir::AssignOp::Set, B.zero(D->Ty), As->Loc));
      Adds.ofValue(As, As->Value, Incoming, nullptr, Adj);
    } else {
      const ir::Expr *Incoming = D;
      if (mayRead(As->Value, As->Place))
        Incoming = Adds.named(D, As->Loc, Adj);
      if (As->Op == ir::AssignOp::Sub)
        Incoming = B.neg(Incoming);
      Adds.ofValue(As, As->Value, Incoming, nullptr, Adj);
    }
    set(As, Adj);
  }

  /// p = q, p += n: the shadow pointer does the same.
  void pointerStep(const ir::Assign *As, StmtList &Out) {
    if (!A.isActivePointer(As->Place))
      return;
    const ir::Expr *To = Shadow.place(As->Place);
    const ir::Expr *From =
        As->Op == ir::AssignOp::Set ? Shadow.pointer(As->Value) : As->Value;
    if (To && From)
      forward(M.make<ir::Assign>(To, As->Op, From, As->Loc), Out);
  }

  /// Whether an active operand of E may be the place itself.
  bool mayRead(const ir::Expr *E, const ir::Expr *Place) {
    bool Found = false;
    analysis::Region R = Mem.ofPlace(Place);
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (ir::isPlace(Sub) && !isa<ir::Select>(Sub) && Sub->Ty->isReal())
        Found |= Mem.mayOverlap(R, Place->Ty, Mem.ofPlace(Sub), Sub->Ty);
    });
    return Found;
  }

  /// Init into a variable declared here: scalar, array or record.
  void value(const ir::Stmt *S, const ir::Expr *Init, const ir::Expr *D,
             const ir::Expr *Primal, StmtList &Adj) {
    if (Init->Ty->isReal())
      Adds.ofValue(S, Init, D, Primal, Adj);
    else
      aggregate(S, Primal, Init, Adj, /*Declares=*/true);
  }

  /// Whole arrays and records, part by part.
  void aggregate(const ir::Stmt *S, const ir::Expr *Place,
                 const ir::Expr *Value, StmtList &Adj, bool Declares = false) {
    forEachPart(Place, Value, [&](const ir::Expr *P, const ir::Expr *V) {
      if (!P->Ty->isReal()) {
        if (!P->Ty->isScalar())
          aggregate(S, P, V, Adj, Declares);
        return;
      }
      const ir::Expr *D = Shadow.place(P);
      if (!D)
        return;
      const ir::Expr *Incoming = D;
      if (!Declares) {
        if (A.isActiveValue(V))
          Incoming = Adds.named(D, S->Loc, Adj);
        Adj.push_back(
            M.make<ir::Assign>(D, ir::AssignOp::Set, B.zero(D->Ty), S->Loc));
      }
      Adds.ofValue(S, V, Incoming, nullptr, Adj);
    });
  }

  /// Calls Fn with each element or field of a place and what goes into it.
  template <class Fn>
  void forEachPart(const ir::Expr *Place, const ir::Expr *Value, Fn F) {
    auto *Agg = dyn_cast<ir::Aggregate>(Value);
    auto Part = [&](unsigned I, const ir::Expr *P, bool Array) {
      if (Agg)
        F(P, I < Agg->Elements.size() ? Agg->Elements[I] : B.zero(P->Ty));
      else
        F(P, Array ? B.elementOf(Value, I) : B.member(Value, I));
    };
    const ir::Type *T = Place->Ty;
    if (T->isArray()) {
      // Elements that the list leaves out are zero, and have no part in it.
      uint64_t N = Agg ? Agg->Elements.size() : T->extent();
      for (unsigned I = 0; I < N; ++I)
        Part(I, B.elementOf(Place, I), true);
    } else if (T->is(ir::TypeKind::Record)) {
      for (unsigned I = 0; I < T->fields().size(); ++I)
        Part(I, B.member(Place, I), false);
    }
  }

  //===--- Calls and text -------------------------------------------------===//

  void call(const ir::Call *C, StmtList &Out) {
    if (!isActiveCall(C, A))
      return asWritten(C, Out);
    if (C->Callee->rule()) {
      StmtList Adj;
      if (auto *New = RuledCall(M, Result, A, Shadow, Diags).make(C, Out, Adj))
        set(New, Adj);
      return;
    }
    StmtList Adj;
    if (auto *New =
            PairedCall(M, Result, A, Shadow, Called, Diags).make(C, Out, Adj))
      set(New, Adj);
  }

  /// A call that stays one of the primal.
  void asWritten(const ir::Call *C, StmtList &Out) {
    const ir::Function *F = C->Callee->returning();
    if (!F) {
      Out.push_back(C);
      return;
    }
    const ir::Variable *V = C->Callee->params().back();
    const ir::Variable *Returned = M.makeLocal(V->name(), F->result(), C->Loc);
    const ir::Expr *Value = B.ref(Returned);
    if (F->result()->isReference())
      Value = B.addressOf(Value);
    Out.push_back(M.make<ir::Call>(Returned, F, C->Args.drop_back(), C->Loc));
    Out.push_back(B.set(C->Args.back(), Value));
  }

  /// P is "V = text;": V stands for the value of an expression.
  static bool isValueOf(const ir::PassThrough *P, const ir::Variable *V) {
    auto *const *First = P->Pieces.empty()
                             ? nullptr
                             : std::get_if<const ir::Expr *>(&P->Pieces[0]);
    auto *Ref = First ? dyn_cast<ir::VarRef>(*First) : nullptr;
    return Ref && Ref->Var == V && !P->Writes.empty() &&
           P->Writes.back() == V && P->Loc.Raw <= V->loc().Raw;
  }

  static std::string whatMayChange(const ir::PassThrough *P,
                                   const ir::Variable *V) {
    if (isValueOf(P, V))
      return "cannot differentiate this expression";
    std::string What = V->isUnseen() ? "storage that is not visible here"
                                     : "'" + V->name().str() + "'";
    return "this statement may change " + What +
           ", which carries a derivative, and cannot be differentiated";
  }

  void passThrough(const ir::PassThrough *P) {
    const ir::Variable *Changed = nullptr; // one that has a name, if any has
    for (const ir::Variable *V : llvm::reverse(P->Writes))
      if (A.isActiveText(V) && !(Changed && V->isUnseen()))
        Changed = V;
    if (Changed)
      Diags.error(P->Loc, whatMayChange(P, Changed) + because(P->Why));
  }

  ir::Module &M;
  ir::Build B;
  Linear &Result;
  const analysis::Memory &Mem;
  const analysis::Activity &A;
  Pairs &Called;
  ShadowMaker Shadow;
  Contributions Adds;
  Diagnostics &Diags;
};

} // namespace

Linear linearize::linearize(ir::Module &M, const ir::Function &F,
                            const Pair *Of, ir::Block Body,
                            const analysis::ParamMask &Wanted,
                            const analysis::Memory &Mem,
                            const analysis::Activity &A, Pairs &Called,
                            Diagnostics &Diags) {
  Linear Result;
  Result.ComesLater = Of;
  // Shadows of memory that F writes bring in adjoints of their own.
  Result.SeedOnly = !Of && F.result()->isReal();
  for (unsigned I = 0; I < F.params().size(); ++I) {
    const ir::Type *T = F.params()[I]->access();
    bool Writable = T->isReference() && !T->element()->isConst();
    Mem.forEachBehind(Mem.of(F.params()[I]), T->value(),
                      [&](analysis::Region, const ir::Type *There) {
                        Writable |= !There->isConst() && There->holdsReal();
                      });
    Result.SeedOnly &= !(Wanted[I] && Writable);
  }
  Linearizer L(M, Result, Mem, A, Body, Result.SeedOnly, Called, Diags);
  if (Of) {
    Result.Seed = Of->Seed;
    Result.S.Params = Of->Shadows;
    unsigned Next = 0;
    for (unsigned I = 0; I < F.params().size(); ++I)
      if (Wanted[I])
        Result.S.Of[F.params()[I]] = Of->Shadows[Next++];
  } else {
    L.shadows().makeParams(F, Wanted);
    if (!F.result()->isVoid())
      Result.Seed = M.makeVariable(names::Seed, F.result()->value(),
                                   ir::VariableKind::Param, F.loc());
  }
  Result.Body = L.block(Body);
  return Result;
}
