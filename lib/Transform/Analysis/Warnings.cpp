// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps are followed from where they are made to the reals that they change:
//
//   int i = (int)x;          a step, in i
//   int j = i + 1;           ... in j
//   return table[j];         a real depends on it: the step is warned about

#include "Analysis/Warnings.h"
#include "IR/Walk.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using StepSet = llvm::SmallSetVector<const ir::Expr *, 4>;

class Steps {
public:
  Steps(ir::Block Body, const Activity &A) : A(A) {
    for (bool Changed = true; Changed;) {
      Changed = false;
      ir::walk(Body, [&](const ir::Stmt *S) { Changed |= follow(S); });
    }
    collect(Body);
    ir::walkExprs(Body, [&](const ir::Expr *E) { findRemainders(E); });
  }

  /// Steps that a real depends on, in the order of the text.
  llvm::ArrayRef<const ir::Expr *> found() const { return Found.getArrayRef(); }
  /// Of a conversion: the rest of it is used too, as in 'x - (int)x'.
  bool hasRemainder(const ir::Expr *Step) const {
    return Remainders.contains(Step);
  }

private:
  /// E itself makes a step out of something differentiable.
  bool isStep(const ir::Expr *E) const {
    if (auto *C = dyn_cast<ir::Cast>(E))
      return C->Ty->isInteger() && C->Operand->Ty->isReal() &&
             A.isVariedValue(C->Operand);
    if (auto *R = dyn_cast<ir::RuleCall>(E)) // lround
      return R->Ty->isInteger() &&
             llvm::any_of(R->Args, [&](const ir::Expr *Arg) {
               return Arg->Ty->isReal() && A.isVariedValue(Arg);
             });
    auto *B = dyn_cast<ir::Binary>(E);
    return B && (B->Op == ir::BinaryOp::Eq || B->Op == ir::BinaryOp::Ne) &&
           B->Lhs->Ty->isReal() &&
           !ir::structurallyEqual(B->Lhs, B->Rhs) && // asks for NaN
           (A.isVariedValue(B->Lhs) || A.isVariedValue(B->Rhs));
  }

  /// The steps that the value of E depends on.
  StepSet stepsIn(const ir::Expr *E) const {
    StepSet Result;
    ir::walk(E, [&](const ir::Expr *Part) {
      if (isStep(Part))
        Result.insert(Part);
      if (auto *V = dyn_cast<ir::VarRef>(Part))
        if (auto It = In.find(V->Var); It != In.end())
          Result.insert(It->second.begin(), It->second.end());
    });
    return Result;
  }

  /// An integer variable takes on the steps of what it is set to.
  bool follow(const ir::Stmt *S) {
    const ir::Variable *To = nullptr;
    const ir::Expr *Value = nullptr;
    if (auto *L = dyn_cast<ir::Let>(S)) {
      To = L->Var;
      Value = L->Init;
    } else if (auto *Set = dyn_cast<ir::Assign>(S)) {
      To = ir::placeVariable(Set->Place);
      Value = Set->Value;
    }
    if (!To || !Value || To->type()->value()->holdsReal())
      return false;
    StepSet From = stepsIn(Value);
    if (From.empty())
      return false;
    StepSet &Known = In[To];
    size_t Before = Known.size();
    Known.insert(From.begin(), From.end());
    return Known.size() != Before;
  }

  void add(const ir::Expr *E) {
    StepSet Of = stepsIn(E);
    Found.insert(Of.begin(), Of.end());
  }

  static bool setsReal(ir::Block B) {
    bool Sets = false;
    ir::walk(B, [&](const ir::Stmt *S) {
      if (auto *Set = dyn_cast<ir::Assign>(S))
        Sets |= Set->Place->Ty->holdsReal();
      else if (auto *L = dyn_cast<ir::Let>(S))
        Sets |= L->Var->type()->isReal();
      else
        Sets |= isa<ir::Call>(S);
    });
    return Sets;
  }

  void collect(ir::Block Body) {
    ir::walk(Body, [&](const ir::Stmt *S) {
      bool Nested = false;
      ir::forEachBlock(S, [&](ir::Block B) { Nested |= setsReal(B); });
      auto *L = dyn_cast<ir::Let>(S);
      auto *Set = dyn_cast<ir::Assign>(S);
      auto *Out = dyn_cast<ir::Exit>(S);
      if (Nested || (L && L->Init && L->Init->Ty->holdsReal()) ||
          (Set && Set->Place->Ty->holdsReal()) ||
          (Out && Out->Value && Out->Value->Ty->holdsReal()) ||
          (isa<ir::Call>(S) && takesReal(cast<ir::Call>(S))))
        ir::forEachExpr(S, [&](const ir::Expr *E) { add(E); });
    });
  }

  bool takesReal(const ir::Call *C) const {
    return llvm::any_of(C->Args, [&](const ir::Expr *Arg) {
      return Arg->Ty->isReal() ? A.isActiveValue(Arg) : Arg->Ty->holdsReal();
    });
  }

  static const ir::Expr *bare(const ir::Expr *E) {
    while (auto *C = dyn_cast<ir::Cast>(E))
      E = C->Operand;
    return E;
  }
  /// x of x + 0.5.
  static const ir::Expr *unshifted(const ir::Expr *E) {
    auto *B = dyn_cast<ir::Binary>(bare(E));
    return B && isa<ir::RealLiteral>(bare(B->Rhs)) ? bare(B->Lhs) : bare(E);
  }

  /// What a step makes an integer of; null for a comparison.
  static const ir::Expr *converted(const ir::Expr *Step) {
    if (auto *C = dyn_cast<ir::Cast>(Step))
      return C->Operand;
    auto *R = dyn_cast<ir::RuleCall>(Step);
    return R ? R->Args[0] : nullptr;
  }

  void findRemainders(const ir::Expr *E) {
    auto *B = dyn_cast<ir::Binary>(E);
    if (!B || B->Op != ir::BinaryOp::Sub || !B->Ty->isReal())
      return;
    for (const ir::Expr *Step : stepsIn(B->Rhs))
      if (const ir::Expr *Of = converted(Step))
        if (ir::structurallyEqual(bare(B->Lhs), bare(Of)) ||
            ir::structurallyEqual(bare(B->Lhs), unshifted(Of)))
          Remainders.insert(Step);
  }

  const Activity &A;
  /// Integer variables that depend on steps.
  llvm::DenseMap<const ir::Variable *, StepSet> In;
  StepSet Found;
  llvm::DenseSet<const ir::Expr *> Remainders;
};

} // namespace

static void warnOfStep(const ir::Expr *Step, Diagnostics &Diags) {
  if (!isa<ir::Binary>(Step))
    Diags.warning(warnings::IntegerConversion, Step->Loc,
                  "a conversion to an integer has derivative zero, and the "
                  "result depends on it; write 'std::floor' if a step is "
                  "meant");
  else
    Diags.warning(warnings::FloatEqual, Step->Loc,
                  "equality of values that are differentiated holds at single "
                  "points, where the gradient is that of the branch taken; "
                  "compare with a tolerance, or use '<' and '>'");
}

static void warnOfParams(const ir::Function &F, const ParamMask &Wanted,
                         const Activity &A, Diagnostics &Diags) {
  for (unsigned I = 0; I < F.params().size(); ++I) {
    const ir::Variable *P = F.params()[I];
    bool Named = P->name() != "arg" + std::to_string(I);
    if (Wanted[I] && Named && !A.isActiveVariable(P))
      Diags.warning(warnings::ZeroGradient, P->loc(),
                    "what '" + F.declarator().Name +
                        "' computes does not depend on '" + P->name() +
                        "', so its gradient is always zero; leave it out of "
                        "what is differentiated");
  }
}

void analysis::warn(const ir::Function &F, ir::Block Body,
                    const ParamMask &Wanted, const Activity &A, bool IsWhole,
                    Diagnostics &Diags) {
  Steps S(Body, A);
  bool Said = false;
  for (const ir::Expr *Step : S.found())
    if (!S.hasRemainder(Step)) {
      Said = true;
      warnOfStep(Step, Diags);
    }
  if (IsWhole && !Said) // which is why, perhaps
    warnOfParams(F, Wanted, A, Diags);
}
