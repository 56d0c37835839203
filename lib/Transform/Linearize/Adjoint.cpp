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
    case ir::StmtKind::CountedLoop: {
      auto *L = cast<ir::CountedLoop>(S);
      Out.push_back(M.make<ir::CountedLoop>(L->Counter, L->Begin, L->Relation,
                                            L->End, L->Step, block(L->Body),
                                            L->Loc));
      return;
    }
    case ir::StmtKind::Loop: {
      auto *L = cast<ir::Loop>(S);
      Out.push_back(M.make<ir::Loop>(L->TestFirst, L->CondBlock, L->Cond,
                                     block(L->Body), L->Step, L->Loc));
      return;
    }
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
  bool refuseOpaque(const ir::Variable *V, ir::SourceLoc L) {
    const ir::Type *T = V->type()->value();
    while (T->isArray() || T->isPointer())
      T = T->element()->unqualified();
    if (!T->is(ir::TypeKind::Opaque) && !T->is(ir::TypeKind::Container))
      return false;
    Diags.error(L, "'" + V->name() + "' of type '" + T->spelling() +
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
    if (!A.isActiveVariable(L->Var) || refuseOpaque(L->Var, L->Loc))
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
    if (!Reserved && Mem.isHeldElsewhere(Mem.behind(&Address))) {
      Diags.error(Block->Loc,
                  "the block that '" + Block->Var->name() +
                      "' points to outlives the function, so the adjoints of "
                      "what it holds are not known; let the caller allocate "
                      "it");
      return;
    }
    if (const ir::Variable *D = Shadow.variable(Block->Var, Block->Loc))
      forward(M.make<ir::Allocate>(
                  D, Reserved ? Block->How : ir::Allocator::C, Block->Count,
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
    const ir::Variable *D = Shadow.variable(L->Var, L->Loc);
    const ir::Expr *To = ir::isPlace(L->Init) ? Shadow.place(L->Init) : nullptr;
    if (!D || !To)
      return;
    Result.S.Adjoints.erase(D);
    forward(M.make<ir::Let>(D, To, L->Loc), Out);
  }

  /// A statement of the forward sweep that sets a shadow pointer.
  void forward(const ir::Stmt *S, StmtList &Out) {
    ir::forEachExpr(S, [&](const ir::Expr *E) {
      ir::walk(E, [&](const ir::Expr *Sub) {
        if (auto *V = dyn_cast<ir::VarRef>(Sub))
          if (Result.S.Adjoints.contains(V->Var))
            Result.S.Early.insert(V->Var);
      });
    });
    Out.push_back(S);
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

  static bool holdsPointer(const ir::Type *T) {
    T = T->value();
    while (T->isArray())
      T = T->element()->unqualified();
    if (T->isPointer())
      return true;
    if (T->is(ir::TypeKind::Record))
      for (const ir::RecordField &F : T->fields())
        if (holdsPointer(F.Ty))
          return true;
    return false;
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
    if (!isActiveCall(C)) {
      Out.push_back(C);
      return;
    }
    if (C->Callee->rule()) {
      StmtList Adj;
      if (auto *New = RuledCall(M, Result, A, Shadow, Diags).make(C, Out, Adj))
        set(New, Adj);
      return;
    }
    if (!canDifferentiate(C))
      return;
    const ir::Function &F = *C->Callee;
    analysis::ParamMask Wanted = wantedParams(C);
    auto Carried = A.activeGlobals(C);
    for (const ir::Variable *V : Carried)
      Shadow.variable(V, C->Loc);
    if (analysis::isElsewhere(F) && !Carried.empty())
      Diags.error(C->Loc, "global variable '" + Carried[0]->name() +
                              "' carries a derivative, and what is called "
                              "here, whose body is not visible, may use it; "
                              "pass it as a parameter");
    const Pair &P = Called.of(F, Wanted, Carried);
    const ir::Variable *Frame =
        M.makeLocal(names::Frame, M.pointerTo(P.Frame), C->Loc);
    Out.push_back(
        M.make<ir::Reserve>(Frame, B.integer(1), /*Zero=*/true, C->Loc));

    llvm::SmallVector<const ir::Expr *, 8> In(C->Args), Back{B.ref(Frame)};
    StmtList Adj;
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
      const ir::Expr *D = Used ? argumentShadow(Param, C->Args[I])
                               : unusedShadow(C, I, Adj);
      if (!D)
        return;
      Back.push_back(D);
      if (llvm::is_contained(P.Forward->params(), P.Shadows[Next++]))
        In.push_back(Used ? D : M.make<ir::NullLiteral>(D->Ty, C->Loc));
    }
    In.push_back(B.ref(Frame));
    auto *Forward = M.make<ir::Call>(C->Result, P.Forward, M.list(In), C->Loc);
    forward(Forward, Out);
    Adj.push_back(M.make<ir::Call>(nullptr, P.Reverse, M.list(Back), C->Loc));
    set(Forward, Adj);
  }

  bool isActiveCall(const ir::Call *C) const {
    if (C->Callee->isInactive())
      return false;
    bool Active =
        (C->Result && A.isActiveVariable(C->Result)) || A.setsActiveGlobal(C);
    for (unsigned I = 0; I < C->Args.size(); ++I)
      Active |= A.isWrittenActive(C->Args[I], C->Callee->params()[I]->type());
    return Active || movesBits(C) || movesPointers(C);
  }

  /// A pointer to what is active may lead elsewhere after the call: its shadow
  /// has to follow.
  bool movesPointers(const ir::Call *C) const {
    const ir::Function &F = C->Callee->primal();
    if (F.rule() || !analysis::storesPointers(F))
      return false;
    bool Moves = false;
    for (unsigned I = 0; I < C->Args.size(); ++I)
      Moves |= A.isPointerSet(C->Args[I], F.params()[I]->type());
    return Moves;
  }

  /// A function that is not seen is handed active reals and integers to set:
  /// std::memcpy(&bits, &x, 8). What comes of the integers would have no
  /// derivative, without a word.
  bool movesBits(const ir::Call *C) const {
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

  bool canDifferentiate(const ir::Call *C) {
    const ir::Function &F = *C->Callee;
    for (const ir::Rejection &R : F.rejections())
      Diags.error(R.Loc, R.Text);
    if (!F.rejections().empty())
      return false;
    if (C->Result && A.isActiveVariable(C->Result) && handsOut(F.result())) {
      Diags.error(C->Loc,
                  "'" + F.declarator().Name +
                      "' returns a pointer or a reference to what carries a "
                      "derivative, and is too large to be inlined, or "
                      "recursive; return a value, or an index");
      return false;
    }
    bool Can = F.hasBody() || analysis::isElsewhere(F);
    if (!Can)
      Diags.error(C->Loc,
                  "cannot differentiate through '" + F.declarator().Name +
                      "': its body is not visible here; mark its declaration "
                      "'[[grad]]' and compile the file that defines it with "
                      "nabla++, write a rule for it, or mark it inactive");
    return Can;
  }

  /// The caller has no shadow of what a result of type T leads to.
  static bool handsOut(const ir::Type *T) {
    return (T->isReference() || holdsPointer(T)) && T->holdsReal();
  }

  analysis::ParamMask wantedParams(const ir::Call *C) {
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

  /// A shadow for an argument that has none, of a pair that wants one.
  const ir::Expr *unusedShadow(const ir::Call *C, unsigned I, StmtList &Adj) {
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

  bool isWanted(const ir::Variable *Param, const ir::Expr *Arg) const {
    return A.isActiveArgument(Arg, Param->type());
  }

  /// What the callee accumulates into: where the argument's shadow is.
  const ir::Expr *argumentShadow(const ir::Variable *Param,
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

  void passThrough(const ir::PassThrough *P) {
    for (const ir::Variable *V : P->Writes)
      if (A.isActiveVariable(V)) {
        Diags.error(P->Loc, "this statement may change '" + V->name() +
                                "', which carries a derivative, and cannot be "
                                "differentiated" +
                                (P->Why.empty() ? "" : ": " + P->Why));
        return;
      }
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
    const ir::Type *T = F.params()[I]->type();
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
