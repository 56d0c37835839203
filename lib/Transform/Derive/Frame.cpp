// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sweeps of a pair, and the frame between them.
//
//   forward:  t = exp(x); ...; frame->t = t; return y;
//   reverse:  t = frame->t; ...
//
// Arrays and records live in the frame from the start, since pointers may lead
// to them:   double (&z)[9] = frame->z;   in both.

#include "Derive/Derive.h"
#include "Derive/LocalSums.h"
#include "Derive/Sweeps.h"
#include "IR/Walk.h"
#include "Support/FlatName.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::derive;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

SweepBodies derive::derivePair(ir::Module &M, const linearize::Pair &,
                               const plan::Plan &P) {
  Sweeps S(M, P);
  StmtList Forward, Reverse;
  bool UsesArena = false;
  S.prologue(Forward, UsesArena);
  S.forward(P.Body, 0, false, Forward);
  S.reverse(P.Body, 0, Reverse);
  sumLocally(M, P.S, Reverse);
  return {M.block(Forward), M.block(Reverse)};
}

namespace {

class FrameMaker {
public:
  FrameMaker(ir::Module &M, const linearize::Pair &Of, SweepBodies In,
             const llvm::DenseSet<const ir::Variable *> &LedTo)
      : M(M), B(M), Of(Of), In(In), LedTo(LedTo) {}

  SweepBodies run() {
    findMeeting();
    ir::Block Forward = forward();
    StmtList Reverse;
    for (const ir::Variable *V : llvm::ArrayRef(Meeting).take_front(Mentioned))
      Reverse.push_back(M.make<ir::Let>(inFrame(V) ? asReference(V) : V,
                                        field(Of.FrameIn, V), V->loc()));
    ir::Rewrite R{M};
    R.OnVariable = [&](const ir::Variable *V) { return renamed(V); };
    ir::Block Rest = ir::rewriteBlock(R, In.Reverse);
    Reverse.append(Rest.begin(), Rest.end());
    M.setFields(Of.Frame, Fields);
    return {Forward, M.block(Reverse)};
  }

private:
  /// Variables of the forward sweep that the reverse sweep mentions.
  void findMeeting() {
    llvm::DenseSet<const ir::Variable *> Own(Of.Shadows.begin(),
                                             Of.Shadows.end());
    Own.insert(Of.Seed);
    Own.insert(Of.FrameIn);
    ir::walk(In.Reverse, [&](const ir::Stmt *S) {
      if (const ir::Variable *V = ir::declared(S))
        Own.insert(V);
    });
    ir::walk(In.Forward, [&](const ir::Stmt *S) {
      auto *L = dyn_cast<ir::Let>(S);
      if (L && !L->Init && L->Var->type()->isScalar())
        Uninitialized.insert(L->Var);
    });
    ir::walkExprs(In.Forward, [&](const ir::Expr *E) {
      if (auto *A = dyn_cast<ir::AddressOf>(E))
        if (const ir::Variable *V = ir::placeVariable(A->Place))
          LedTo.insert(V);
    });
    ir::walk(In.Reverse, [&](const ir::Stmt *S) {
      ir::forEachUse(S, [&](const ir::Variable *V) {
        if (V->isGlobal() || Own.contains(V) || llvm::is_contained(Meeting, V))
          return;
        FieldOf[V] = Meeting.size();
        Meeting.push_back(V);
      });
    });
    Mentioned = Meeting.size();
    for (const ir::Stmt *S : In.Forward)
      if (auto *L = dyn_cast<ir::Let>(S);
          L && mayBeReadThroughPointers(L->Var)) {
        FieldOf[L->Var] = Meeting.size();
        Meeting.push_back(L->Var);
      }
    llvm::StringMap<unsigned> Count; // of one name; it may be another's own
    for (const ir::Variable *V : Meeting) {
      const std::string Flat = names::flat(V->name());
      std::string Name = Flat;
      for (unsigned N = Count[Flat]; Count[Name]++;)
        Name = Flat + "_" + std::to_string(N++);
      // A reference parameter's field is a pointer to what it refers to.
      const ir::Type *T = V->type();
      T = T->isReference() ? M.pointerTo(T->element()) : T->unqualified();
      Fields.push_back({M.save(Name), T});
    }
  }

  /// The forward sweep leaves pointers, and one of them may lead to V, which
  /// would be gone.
  bool mayBeReadThroughPointers(const ir::Variable *V) const {
    const ir::Type *T = V->type()->innermost();
    return LedTo.contains(V) && !FieldOf.count(V) && isDeclaredIn(V) &&
           (T->isScalar() || T->is(ir::TypeKind::Record));
  }

  /// V's storage itself is in the frame.
  bool inFrame(const ir::Variable *V) const {
    const ir::Type *T = V->type()->unqualified();
    return T->isReference() || T->isArray() || T->is(ir::TypeKind::Record) ||
           LedTo.contains(V) || Uninitialized.contains(V);
  }

  const ir::Expr *field(const ir::Variable *Frame, const ir::Variable *V) {
    unsigned I = FieldOf.lookup(V);
    const ir::Expr *Place = M.make<ir::Deref>(B.ref(Frame), Of.Frame, V->loc());
    const ir::Expr *F =
        M.make<ir::Member>(Place, I, Fields[I].Ty->unqualified(), V->loc());
    return V->type()->isReference() ? B.deref(F) : F;
  }

  const ir::Variable *asReference(const ir::Variable *V) {
    const ir::Variable *&R = References[V];
    if (!R)
      R = M.makeLocal(V->name(),
                      M.referenceTo(V->type()->isReference()
                                        ? V->type()->element()
                                        : V->type()->unqualified()),
                      V->loc());
    return R;
  }

  const ir::Variable *renamed(const ir::Variable *V) {
    return FieldOf.count(V) && inFrame(V) ? asReference(V) : V;
  }

  /// The forward sweep with what it leaves for the reverse one.
  ir::Block forward() {
    StmtList Out;
    ir::Rewrite R{M};
    R.OnVariable = [&](const ir::Variable *V) {
      return isDeclaredIn(V) ? renamed(V) : V;
    };
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Into) {
      if (auto *C = dyn_cast<ir::Call>(S); C && isKept(C->Result)) {
        called(C, R, Into);
        return true;
      }
      auto *L = dyn_cast<ir::Let>(S);
      if (!L || !isKept(L->Var))
        return false;
      Into.push_back(M.make<ir::Let>(asReference(L->Var),
                                     field(Of.FrameOut, L->Var), L->Loc));
      if (L->Init)
        initialize(B.ref(asReference(L->Var)), ir::rewriteExpr(R, L->Init),
                   Into);
      return true;
    };
    ir::Block Body = ir::rewriteBlock(R, In.Forward);
    const ir::Stmt *Return = nullptr;
    if (!Body.empty() && isa<ir::Exit>(Body.back())) {
      Return = Body.back();
      Body = Body.drop_back();
    }
    Out.append(Body.begin(), Body.end());
    leave(Out);
    if (Return)
      Out.push_back(Return);
    return M.block(Out);
  }

  /// A local whose storage is in the frame.
  bool isKept(const ir::Variable *V) const {
    return V && FieldOf.count(V) && inFrame(V);
  }

  //   State s = g__fwd(x);    ==>   State &s = frame->s; s = g__fwd(x);
  void called(const ir::Call *C, const ir::Rewrite &R,
              llvm::SmallVectorImpl<const ir::Stmt *> &Into) {
    const ir::Variable *Own =
        M.makeLocal(C->Result->name(), C->Result->type()->value(), C->Loc);
    llvm::SmallVector<const ir::Expr *, 8> Args;
    for (const ir::Expr *A : C->Args)
      Args.push_back(ir::rewriteExpr(R, A));
    Into.push_back(M.make<ir::Call>(Own, C->Callee, M.list(Args), C->Loc));
    Into.push_back(M.make<ir::Let>(asReference(C->Result),
                                   field(Of.FrameOut, C->Result), C->Loc));
    Into.push_back(B.set(B.ref(asReference(C->Result)), B.ref(Own)));
  }

  void initialize(const ir::Expr *Place, const ir::Expr *Value,
                  llvm::SmallVectorImpl<const ir::Stmt *> &Into) {
    auto *A = dyn_cast<ir::Aggregate>(Value);
    if (!A && Place->Ty->isArray()) {
      B.setToLiteral(Place, Value, Into);
      return;
    }
    if (!A) {
      Into.push_back(B.set(Place, Value));
      return;
    }
    // The frame is zero where nothing else is said.
    for (unsigned I = 0; I < A->Elements.size(); ++I)
      initialize(Place->Ty->isArray() ? B.elementOf(Place, I)
                                      : B.member(Place, I),
                 A->Elements[I], Into);
  }

  void leave(StmtList &Out) {
    for (const ir::Variable *V : Meeting) {
      if (isDeclaredIn(V) && inFrame(V))
        continue;
      const ir::Expr *F = field(Of.FrameOut, V);
      if (V->type()->isReference())
        Out.push_back(M.make<ir::Assign>(
            cast<ir::Deref>(F)->Pointer, ir::AssignOp::Set,
            M.make<ir::AddressOf>(B.ref(V), false,
                                  M.pointerTo(V->type()->element()), V->loc()),
            V->loc()));
      else
        Out.push_back(B.set(F, B.ref(V)));
    }
  }

  bool isDeclaredIn(const ir::Variable *V) const {
    return V->kind() == ir::VariableKind::Local;
  }

  ir::Module &M;
  ir::Build B;
  const linearize::Pair &Of;
  SweepBodies In;
  /// What is in the frame: first what the reverse sweep mentions.
  std::vector<const ir::Variable *> Meeting;
  std::size_t Mentioned = 0;
  std::vector<ir::RecordField> Fields;
  llvm::DenseMap<const ir::Variable *, unsigned> FieldOf;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> References;
  /// Pointers and references may lead to them: shadows, too.
  llvm::DenseSet<const ir::Variable *> LedTo;
  /// Perhaps never set: to copy one could be to read what is not there.
  llvm::DenseSet<const ir::Variable *> Uninitialized;
};

} // namespace

SweepBodies
derive::throughFrame(ir::Module &M, const linearize::Pair &Of, SweepBodies In,
                     const llvm::DenseSet<const ir::Variable *> &LedTo) {
  return FrameMaker(M, Of, In, LedTo).run();
}
