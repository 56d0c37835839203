// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The IR's rule of one that is written by hand: its members are functions of
// the IR, which generated code calls.

#include "Import/AttachRule.h"
#include "Import/HandReads.h"
#include "Import/HandSignature.h"
#include "Import/Rulable.h"

using namespace clang;

namespace nabla::import {

namespace {
/// Makes the functions that a rule's members are in the IR.
struct RuleMaker {
  Importer &I;
  const HandRule &R;
  const HandSignature &S;
  const ir::Function &F;

  const ir::Variable *param(llvm::StringRef Name, const ir::Type *T) {
    return I.M.makeVariable(Name, T, ir::VariableKind::Param);
  }

  ir::Function *function(llvm::StringRef Name,
                         llvm::ArrayRef<const ir::Variable *> Params,
                         const ir::Type *Result) {
    ir::Declarator D;
    D.Name = Name.str();
    return I.M.makeFunction((Name + "@" + F.key()).str(), D, Params, Result,
                            loc(R.Record->getLocation()));
  }

  /// How the rule takes what the function takes: to read it.
  const ir::Variable *asRead(const ir::Variable *V, bool Writable) {
    const ir::Type *T = V->type()->value();
    if (T->isPointer())
      T = I.M.pointerTo(Writable ? T->element() : I.M.constOf(T->element()));
    else if (!T->isScalar() && !T->isFlatRecord())
      T = I.M.referenceTo(I.M.constOf(T));
    return param(V->name(), T);
  }

  const ir::Function *reverse() {
    std::vector<const ir::Variable *> Params;
    if (S.TakesArguments)
      for (auto [V, Writable] : llvm::zip(F.params(), S.TakesWritable))
        Params.push_back(asRead(V, Writable));
    if (S.TakesResult)
      Params.push_back(param("result", F.result()->value()));
    if (S.Frame)
      Params.push_back(param("frame", I.M.referenceTo(I.M.constOf(frame()))));
    if (!F.result()->isVoid())
      Params.push_back(param("seed", F.result()->value()));
    unsigned Next = 0;
    for (const ir::Variable *V : F.params())
      if (V->type()->holdsReal())
        Params.push_back(shadow(V, S.ShadowByReference[Next++]));
    return function(R.Class + "::" + S.Reverse->getNameAsString(), Params,
                    I.M.voidType());
  }

  const ir::Variable *shadow(const ir::Variable *V, bool ByReference) {
    const ir::Type *T = V->type()->value();
    if (T->isPointer())
      T = I.M.pointerTo(T->element()->unqualified());
    else
      T = ByReference ? I.M.referenceTo(T) : I.M.pointerTo(T);
    return param(("d_" + V->name()).str(), T);
  }

  const ir::Type *frame() {
    return I.M.opaqueType("::" + R.Class + "::" + S.Frame->getNameAsString());
  }

  ir::Function *forward() {
    std::vector<const ir::Variable *> Params(F.params());
    Params.push_back(param("frame", I.M.referenceTo(frame())));
    ir::Function *New = function(R.Class + "::" + S.Forward->getNameAsString(),
                                 Params, F.result());
    I.M.setPrimal(New, F);
    return New;
  }

  const ir::Function *extent(int K) {
    ir::Function *New =
        function("nabla::extent<" + std::to_string(K) + ", ::" + R.Class + ">",
                 F.params(), I.M.integerType("unsigned long", 64, false));
    I.M.setDeclaredPure(New);
    return New;
  }
};
} // namespace

/// Why a rule can not be for a function of this type yet.
static std::string whyNoRule(const FunctionDecl &F, const ir::Function &In) {
  if (std::string Why = whyNoRuleFor(F); !Why.empty())
    return Why;
  auto Holds = [](const ir::Type *T) { // pointers to pointers to reals
    return T->isPointer() && T->element()->holdsReal() &&
           !T->element()->value()->isReal() &&
           !T->element()->value()->is(ir::TypeKind::Record);
  };
  for (const ir::Variable *V : In.params()) {
    const ir::Type *T = V->type()->value();
    if (Holds(T) || (T->isArray() && T->holdsReal()))
      return "its parameter '" + V->name().str() +
             "' is neither a real, an array of reals, nor a class of those";
  }
  if (In.result()->isReference() ||
      (In.result()->isPointer() && In.result()->holdsReal()))
    return "it returns memory";
  return "";
}

/// What is wrong with a rule is wrong with its function: said once, and calls
/// of it are not told to write a rule.
static void reject(ir::Module &M, ir::Function *F, const Diagnostics &Wrong,
                   Diagnostics &Diags) {
  llvm::SmallVector<ir::Rejection, 2> Rejections;
  for (const Diagnostic &D : Wrong.list()) {
    Diags.error(D.Loc, D.Text);
    Rejections.push_back({D.Loc, M.save(D.Text)});
  }
  M.setRejections(F, M.copy(llvm::ArrayRef<ir::Rejection>(Rejections)));
}

/// False if R is not right for F.
static bool attach(Importer &I, const HandRule &R, const FunctionDecl &D,
                   ir::Function *F, Diagnostics &Diags) {
  std::vector<bool> HasShadow;
  for (const ir::Variable *V : F->params())
    HasShadow.push_back(V->type()->holdsReal());
  if (std::string Why = whyNoRule(D, *F); !Why.empty()) {
    Diags.error(loc(R.Record->getLocation()),
                "'" + D.getQualifiedNameAsString() +
                    "' cannot have a rule: " + Why);
    return false;
  }
  HandSignature S;
  std::vector<HandUse> Uses;
  llvm::SmallVector<bool, 8> Shadows(HasShadow.begin(), HasShadow.end());
  if (!matchSignature(R, D, Shadows, I.Ctx, S, Diags) ||
      !findUses(R, D, S, Shadows, !F->result()->isVoid(), Uses, Diags))
    return false;
  RuleMaker Make{I, R, S, *F};
  ir::AdjointRule Rule;
  std::string Name = R.Class;
  Rule.Name = Name;
  Rule.Reverse = Make.reverse();
  Rule.TakesResult = S.TakesResult;
  if (S.Frame) {
    Rule.Frame = Make.frame();
    Rule.Forward = Make.forward();
  }
  std::vector<ir::RuledParam> Params;
  for (const HandUse &U : Uses)
    Params.push_back({U.Read, U.Extent < 0 ? nullptr : Make.extent(U.Extent),
                      U.MayLackShadow, I.M.copy(llvm::ArrayRef(U.For))});
  Rule.Params = Params;
  I.M.setRule(F, Rule);
  if (isTrue(*R.Record, "pure"))
    I.M.setDeclaredPure(F);
  return true;
}

void attachRule(Importer &I, const HandRule &R, const FunctionDecl &D,
                ir::Function *F, Diagnostics &Diags) {
  if (!I.M.firstTime((R.Class + " for " + F->key()).str()))
    return;
  Diagnostics Wrong;
  if (!attach(I, R, D, F, Wrong))
    reject(I.M, F, Wrong, Diags);
}

} // namespace nabla::import
