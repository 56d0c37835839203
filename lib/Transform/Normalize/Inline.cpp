// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of small functions are replaced by their bodies:
//
//   y = square(x + 1);   ==>   double a = x + 1; y = a * a;
//
// Arguments that cannot change meanwhile stand for the parameter themselves.

#include "Normalize/Inline.h"
#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;

unsigned normalize::sizeOf(ir::Block B) {
  unsigned Size = 0;
  ir::walk(B, [&](const ir::Stmt *S) {
    ++Size;
    ir::forEachExpr(S, [&](const ir::Expr *E) {
      ir::walk(E, [&](const ir::Expr *) { ++Size; });
    });
  });
  return Size;
}

bool normalize::isRecursive(const ir::Function &F) {
  llvm::DenseSet<const ir::Function *> Seen;
  llvm::SmallVector<const ir::Function *, 8> Work{&F};
  while (!Work.empty()) {
    const ir::Function *G = Work.pop_back_val();
    if (!G->hasBody())
      continue;
    bool Found = false;
    auto See = [&](const ir::Function *Called) {
      Found |= Called == &F;
      if (Seen.insert(Called).second)
        Work.push_back(Called);
    };
    ir::walk(G->body(), [&](const ir::Stmt *S) {
      if (auto *C = dyn_cast<ir::Call>(S))
        See(C->Callee);
    });
    // What is handed on may be called.
    ir::walkExprs(G->body(), [&](const ir::Expr *E) {
      if (auto *R = dyn_cast<ir::FunctionRef>(E))
        See(R->Target);
    });
    if (Found)
      return true;
  }
  return false;
}

/// A frame cannot keep it.
static bool isUnkept(const ir::Type *T) {
  ir::TypeKind K = T->value()->innermost()->kind();
  return K == ir::TypeKind::Opaque || K == ir::TypeKind::Container;
}

bool normalize::handsOut(const ir::Type *T) {
  if (T->isReference())
    return true;
  T = T->innermost();
  return T->isPointer() ||
         (T->is(ir::TypeKind::Record) &&
          llvm::any_of(T->fields(), [](const ir::RecordField &F) {
            return handsOut(F.Ty);
          }));
}

/// Calls of F must stay calls, or the user wants that, and they can: a caller
/// must see where a pointer that it is given leads, and a frame must be able to
/// keep what F declares.
static bool staysCall(const ir::Function &F) {
  if (F.isScoped())
    return true;
  if (!F.isNoInline() || handsOut(F.result()))
    return false;
  bool Fits = true;
  ir::walk(F.body(), [&](const ir::Stmt *S) {
    if (auto *L = dyn_cast<ir::Let>(S))
      Fits &= !isUnkept(L->Var->type());
  });
  return Fits;
}

namespace {

class Inliner {
public:
  explicit Inliner(ir::Module &M) : M(M), B(M) {}

  ir::Block run(ir::Block Body) {
    findFixed(Body);
    ir::Rewrite R{M};
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      auto *C = dyn_cast<ir::Call>(S);
      return C && inlined(C, Out);
    };
    return ir::rewriteBlock(R, resolveTargets(M, Body));
  }

private:
  /// The scalars of Body's own that are set where they are declared, and never
  /// again.
  void findFixed(ir::Block Body) {
    ir::walk(Body, [&](const ir::Stmt *S) {
      const ir::Variable *V = ir::declared(S);
      auto *L = dyn_cast<ir::Let>(S);
      if (V && (!L || L->Init) && !V->type()->isReference())
        Fixed.insert(V);
    });
    for (const ir::Variable *V : exposedVariables(Body))
      Fixed.erase(V);
    ir::walk(Body, [&](const ir::Stmt *S) {
      if (auto *A = dyn_cast<ir::Assign>(S))
        ir::forEachPlaceVariable(
            A->Place, [&](const ir::Variable *V) { Fixed.erase(V); });
      if (auto *P = dyn_cast<ir::PassThrough>(S))
        for (const ir::Variable *V : P->Writes)
          Fixed.erase(V);
    });
  }

  bool inlined(const ir::Call *C,
               llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    const ir::Function &F = *C->Callee;
    if (!F.hasBody() || F.rule() || F.isInactive() || staysCall(F) ||
        isRecursive(F))
      return false;
    const ir::Block *Normal = normalForm(F);
    if (!Normal)
      return false;
    unsigned Size = sizeOf(*Normal);
    if (Size > LargestInlined || Spent + Size > Budget)
      return false;
    Spent += Size;
    splice(C, *Normal, Out);
    return true;
  }

  const ir::Block *normalForm(const ir::Function &F) {
    auto It = NormalForms.find(&F);
    if (It == NormalForms.end()) {
      Diagnostics Local;
      ir::Block N = normalize::normalize(M, F, Local);
      It = NormalForms
               .try_emplace(&F,
                            Local.numErrors() ? std::nullopt : std::optional(N))
               .first;
    }
    return It->second ? &*It->second : nullptr;
  }

  /// C, a call through a pointer, where it has turned out what is called.
  void direct(const ir::Call *C, llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    const ir::Call *D = directCall(M, C);
    if (!D || !inlined(D, Out))
      Out.push_back(D ? D : C);
  }

  void splice(const ir::Call *C, ir::Block Body,
              llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    B.Loc = C->Loc;
    llvm::DenseMap<const ir::Variable *, const ir::Expr *> ArgFor;
    llvm::DenseMap<const ir::Variable *, const ir::Variable *> Fresh;
    for (unsigned I = 0; I < C->Callee->params().size(); ++I) {
      const ir::Variable *P = C->Callee->params()[I];
      const ir::Expr *A = C->Args[I];
      if (standsForItself(P, A, C)) {
        ArgFor[P] = A;
        continue;
      }
      const ir::Type *T = P->type();
      if (T->isReference() && !ir::isPlace(A))
        T = T->value(); // a value bound to a const reference gets a variable
      const ir::Variable *Local = M.makeLocal(
          P->name(), T->isReference() ? T : T->unqualified(), P->loc());
      Fresh[P] = Local;
      Out.push_back(M.make<ir::Let>(Local, A, C->Loc));
    }
    ir::Rewrite R{M};
    R.Anew = true; // F may be inlined again, and no statement stands twice
    R.OnExpr = [&](const ir::Expr *E) -> const ir::Expr * {
      auto *V = dyn_cast<ir::VarRef>(E);
      if (!V)
        return rebuilt(E, R);
      return ArgFor.lookup(V->Var);
    };
    R.OnVariable = [&](const ir::Variable *V) -> const ir::Variable * {
      if (V->kind() != ir::VariableKind::Local &&
          V->kind() != ir::VariableKind::Param)
        return V;
      if (const ir::Variable *Given = variableOf(ArgFor.lookup(V)))
        return Given;
      auto [It, New] = Fresh.try_emplace(V, nullptr);
      if (New)
        It->second =
            V->isParam() ? V : M.makeLocal(V->name(), V->type(), V->loc());
      return It->second;
    };
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Into) {
      if (auto *K = dyn_cast<ir::Call>(S); K && K->Callee->isIndirect())
        return direct(cast<ir::Call>(ir::rewriteParts(R, K)), Into), true;
      auto *E = dyn_cast<ir::Exit>(S);
      if (!E || E->To != ir::ExitKind::Return)
        return false;
      if (C->Result && E->Value)
        Into.push_back(
            M.make<ir::Let>(C->Result, ir::rewriteExpr(R, E->Value), C->Loc));
      return true;
    };
    ir::Block New = ir::rewriteBlock(R, Body);
    Out.append(New.begin(), New.end());
  }

  /// The variable that A is, or is the address of; or null.
  static const ir::Variable *variableOf(const ir::Expr *A) {
    A = A ? withoutConst(A) : nullptr;
    if (auto *Decayed = llvm::dyn_cast_or_null<ir::AddressOf>(A))
      A = Decayed->Place;
    auto *V = llvm::dyn_cast_or_null<ir::VarRef>(A);
    return V ? V->Var : nullptr;
  }

  /// Places simplify once an argument is known: (*(&x)) is x. What is reached
  /// is the same, whether or not the way there is const.
  const ir::Expr *rebuilt(const ir::Expr *E, const ir::Rewrite &R) {
    if (auto *D = dyn_cast<ir::Deref>(E))
      return B.deref(withoutConst(ir::rewriteExpr(R, D->Pointer)));
    if (auto *I = dyn_cast<ir::Index>(E))
      return B.index(withoutConst(ir::rewriteExpr(R, I->Base)),
                     ir::rewriteExpr(R, I->Subscript));
    return nullptr;
  }

  /// E, or what it adds const to: that is never cast away without need.
  static const ir::Expr *withoutConst(const ir::Expr *E) {
    auto *C = dyn_cast<ir::Cast>(E);
    if (!C || !C->Ty->isPointer() || !C->Operand->Ty->isPointer())
      return E;
    const ir::Type *To = C->Ty->element(), *From = C->Operand->Ty->element();
    bool Adds = To->isConst() && To->unqualified() == From;
    return Adds ? C->Operand : E;
  }

  /// A may be written wherever P is: it means the same throughout the call.
  bool standsForItself(const ir::Variable *P, const ir::Expr *A,
                       const ir::Call *C) {
    if (P->type()->isReference())
      return llvm::isa<ir::VarRef>(A);
    A = withoutConst(A);
    if (llvm::isa<ir::IntLiteral, ir::RealLiteral, ir::BoolLiteral,
                  ir::FunctionRef>(A))
      return true;
    if (auto *Decayed = dyn_cast<ir::AddressOf>(A))
      return llvm::isa<ir::VarRef>(Decayed->Place) && P->type()->isPointer();
    // A variable that the call has no way to change.
    auto *V = dyn_cast<ir::VarRef>(A);
    bool Keeps = V && (Fixed.contains(V->Var) ||
                       (V->Var->isParam() && !V->Var->type()->isReference()));
    return Keeps && V->Ty->isScalar() && ir::sameType(V->Ty, P->type()) &&
           !passedByReference(V->Var, C);
  }

  static bool passedByReference(const ir::Variable *V, const ir::Call *C) {
    for (unsigned I = 0; I < C->Args.size(); ++I)
      if (C->Callee->params()[I]->type()->isReference() &&
          ir::placeVariable(C->Args[I]) == V)
        return true;
    return false;
  }

  static constexpr unsigned LargestInlined = 400, Budget = 8000;
  ir::Module &M;
  ir::Build B;
  unsigned Spent = 0;
  llvm::DenseMap<const ir::Function *, std::optional<ir::Block>> NormalForms;
  llvm::DenseSet<const ir::Variable *> Fixed; ///< See findFixed.
};

} // namespace

ir::Block normalize::inlineCalls(ir::Module &M, ir::Block B) {
  return Inliner(M).run(B);
}
