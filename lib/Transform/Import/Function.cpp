// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// importFunction: declares functions as they are mentioned, reads their bodies
// one after the other. What a body can't be read for is an error in the
// function that was asked for, and a note to the function in those it calls:
// they may not matter.

#include "Import/Function.h"
#include "IR/Constness.h"
#include "Import/AstVisitor.h"
#include "Import/AttachRule.h"
#include "Import/Body.h"
#include "Import/Callee.h"
#include "Import/Exposure.h"
#include "Import/Fence.h"
#include "Import/Import.h"
#include "Import/Jumps.h"
#include "Import/Kept.h"
#include "Import/Lifetimes.h"
#include "Import/Names.h"
#include "Import/RuleFunction.h"
#include "Import/Rules.h"
#include "Import/Traces.h"
#include "Import/Unseen.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace nabla::import {

//===--- Declarations -----------------------------------------------------===//

std::string keyOf(MangleContext &Mangler, const FunctionDecl &F) {
  if (!Mangler.shouldMangleDeclName(&F))
    return F.getNameAsString();
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  Mangler.mangleName(GlobalDecl(&F), OS);
  // Lambdas that no other file can see have one name, all of them.
  if (auto *M = dyn_cast<CXXMethodDecl>(&F); M && M->getParent()->isLambda())
    OS << "." << F.getLocation().getRawEncoding();
  for (const ParmVarDecl *P : F.parameters())
    if (auto *C = P->getType()->getAsCXXRecordDecl(); C && C->isLambda())
      OS << "." << C->getLocation().getRawEncoding();
  return Key;
}
static std::string keyOf(Importer &I, const FunctionDecl &F) {
  return keyOf(*I.Mangler, F);
}

/// The definition, or else the declaration to go by.
static const FunctionDecl &definitionOf(const FunctionDecl &F) {
  const FunctionDecl *D = F.getDefinition();
  return D ? *D : F;
}

/// The mark that the plugin has set on F, or null.
static const SuppressAttr *markOf(const FunctionDecl &F) {
  for (const FunctionDecl *D : F.redecls())
    for (auto *A : D->specific_attrs<SuppressAttr>())
      if (A->diagnosticIdentifiers_size() &&
          *A->diagnosticIdentifiers_begin() == GradMark)
        return A;
  return nullptr;
}

static void setAnnotated(Importer &I, ir::Function *F, const SuppressAttr &A) {
  llvm::SmallVector<unsigned, 8> Params;
  for (llvm::StringRef Word : llvm::drop_begin(A.diagnosticIdentifiers())) {
    unsigned N;
    if (!Word.getAsInteger(10, N))
      Params.push_back(N);
  }
  I.M.setAnnotated(F, Params);
}

/// F where it has an object, null otherwise.
static const CXXMethodDecl *asMethod(const FunctionDecl &F) {
  return hasObject(F) ? cast<CXXMethodDecl>(&F) : nullptr;
}

static ir::Function *declare(Importer &I, const FunctionDecl &F,
                             llvm::StringRef Key) {
  llvm::SmallVector<const ir::Variable *, 8> Params;
  if (const CXXMethodDecl *Method = asMethod(F))
    Params.push_back(I.M.makeVariable(
        names::Self,
        I.M.referenceTo(importType(I, Method->getThisType()->getPointeeType())),
        ir::VariableKind::Param, loc(F.getLocation())));
  for (const ParmVarDecl *P : F.parameters()) {
    std::string Name = P->getNameAsString();
    if (Name.empty())
      Name = names::param(unsigned(Params.size()));
    Params.push_back(I.M.makeVariable(Name, importType(I, P->getType()),
                                      ir::VariableKind::Param,
                                      loc(P->getLocation())));
  }
  ir::Function *Made =
      I.M.makeFunction(Key, declarator(F), Params,
                       importType(I, F.getReturnType()), loc(F.getLocation()));
  if (!isOfSystem(F) && !F.doesThisDeclarationHaveABody())
    I.M.setUsesUnseen(Made);
  if (F.hasAttr<clang::NoInlineAttr>())
    I.M.setNoInline(Made);
  return Made;
}

static bool isPending(Importer &I, const ir::Function *F) {
  return llvm::any_of(I.Pending,
                      [&](const auto &Each) { return Each.second == F; });
}

/// Gives F's function its rule, once there is one.
static void differentiateByHand(Importer &I, const FunctionDecl &F,
                                ir::Function *Known) {
  if (I.ByHand.isInactive(F))
    I.M.setInactive(Known);
  if (Known->rule())
    return;
  const HandRule *R = I.ByHand.of(F);
  if (!R)
    return;
  if (!Known->hasBody() || isNablas(*R->Record))
    attachRule(I, *R, F, Known, I.Diags);
  else if (I.M.firstTime("late " + R->Class))
    I.Diags.error(loc(R->Record->getLocation()),
                  "'" + F.getQualifiedNameAsString() +
                      "' has been differentiated without this rule; put the "
                      "rule before the functions that call it");
}

ir::Function *mention(Importer &I, const FunctionDecl &F) {
  if (I.Sema)
    instantiate(*I.Sema, F);
  const FunctionDecl &D = definitionOf(F);
  std::string Key = keyOf(I, D);
  ir::Function *Known = I.M.function(Key);
  if (!Known)
    Known = declare(I, D, Key);
  if (auto *Mark = Known->isAnnotated() ? nullptr : markOf(D))
    setAnnotated(I, Known, *Mark);
  differentiateByHand(I, F, Known);
  bool Wanted = !Known->hasBody() && Known->rejections().empty() &&
                !Known->rule() && !Known->isInactive();
  if (Wanted && D.doesThisDeclarationHaveABody() && D.getBody() &&
      !isPending(I, Known))
    I.Pending.push_back({&D, Known});
  return Known;
}

//===--- Bodies -----------------------------------------------------------===//

/// Nothing goes from one call of F or another function to a later one unless F
/// shows it, nor as the bits of an integer.
static bool keepsNothing(Importer &I, const FunctionDecl &D,
                         const ir::Function &F) {
  Body B(I, D);
  Unseen Used = unseenBy(B, D);
  if (Used.Unknown || !Used.Statics.empty())
    return false;
  bool TakesBits = llvm::any_of(F.params(), [](const ir::Variable *P) {
    return !P->type()->value()->isReal();
  });
  return F.result()->isVoid() || (F.result()->isReal() && !TakesBits);
}

static void reject(Importer &I, const FunctionDecl &D, ir::Function *F,
                   const std::vector<Objection> &Objections) {
  if (!keepsNothing(I, D, *F))
    I.M.setUsesUnseen(F);
  llvm::SmallVector<ir::Rejection, 4> Rs;
  for (const Objection &O : Objections)
    Rs.push_back({loc(O.Loc), I.M.save(O.Text)});
  I.M.setRejections(F, I.M.copy(llvm::ArrayRef<ir::Rejection>(Rs)));
}

static void readBody(Importer &I, const FunctionDecl &D, ir::Function *F) {
  auto CallsObjects = [&](const FunctionDecl &Called) {
    return I.ByHand.of(Called) || I.ByHand.isInactive(Called);
  };
  if (std::vector<Objection> Found = objectionsTo(D, CallsObjects);
      !Found.empty())
    return reject(I, D, F, Found);
  if (endsWithGuard(D))
    I.M.setScoped(F);
  Body B(I, D);
  if (std::vector<Objection> Found = objectionsToTraces(B); !Found.empty())
    return reject(I, D, F, Found);
  B.ExposedDecls = exposed(D);
  B.HasLabels = hasLabels(*D.getBody(), I.Ctx);
  keepParameters(B);
  auto Params = F->params();
  if (asMethod(D)) {
    B.Self = Params.front();
    Params = Params.drop_front();
  }
  for (size_t N = 0; N != Params.size(); ++N) {
    B.Vars[D.getParamDecl(N)] = Params[N];
    if (B.ExposedDecls.count(D.getParamDecl(N)))
      B.Exposed.insert(Params[N]);
  }
  I.M.setBody(F, block(B, D.getBody()));
}

static void readPending(Importer &I) {
  llvm::SmallVector<const ir::Function *, 8> Read;
  while (!I.Pending.empty()) {
    auto [D, F] = I.Pending.front();
    readBody(I, *D, F);
    Read.push_back(F);
    I.Pending.erase(I.Pending.begin());
  }
  findLostConst(I.M, Read);
}

namespace {
/// Mentions every function that a body calls, or takes the address of.
struct Callees : AstVisitor {
  Importer &I;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  explicit Callees(Importer &I) : I(I) {}

  void look(const FunctionDecl &F) {
    const FunctionDecl &D = definitionOf(F);
    if (!Seen.insert(&D).second || !D.hasBody())
      return;
    TraverseStmt(D.getBody());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return visit(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override {
    return visit(E->getMemberDecl());
  }
  bool visit(const ValueDecl *D) {
    auto *F = dyn_cast<FunctionDecl>(D);
    if (!F || !whyNoFunction(*F).empty() || !I.M.function(keyOf(I, *F)))
      return true;
    mention(I, *F);
    look(*F);
    return true;
  }
};
} // namespace

//===--- What is asked for ------------------------------------------------===//

/// A function with a rule, asked for by itself: one that calls it.
static ir::Function *callerOf(ir::Module &M, ir::Function *F) {
  std::string Key = (F->key() + "@by_rule").str();
  if (ir::Function *Known = M.function(Key))
    return Known;
  llvm::SmallVector<const ir::Variable *, 8> Params;
  llvm::SmallVector<const ir::Expr *, 8> Args;
  for (const ir::Variable *V : F->params()) {
    Params.push_back(M.makeVariable(V->name(), V->type(),
                                    ir::VariableKind::Param, V->loc()));
    Args.push_back(
        M.make<ir::VarRef>(Params.back(), V->type()->value(), V->loc()));
  }
  ir::Function *Caller =
      M.makeFunction(Key, F->declarator(), Params, F->result(), F->loc());
  const ir::Type *T = F->result();
  const ir::Variable *Result =
      T->isVoid() ? nullptr : M.makeLocal("value", T->unqualified(), F->loc());
  llvm::SmallVector<const ir::Stmt *, 2> Body{
      M.make<ir::Call>(Result, F, M.list(Args), F->loc())};
  if (Result)
    Body.push_back(M.make<ir::Exit>(
        ir::ExitKind::Return, M.make<ir::VarRef>(Result, T->value(), F->loc()),
        "", F->loc()));
  M.setBody(Caller, Body);
  return Caller;
}

/// A lambda that captures nothing: a function without a name.
static bool isPlainLambda(const FunctionDecl &F) {
  auto *M = dyn_cast<CXXMethodDecl>(&F);
  return M && M->getParent()->isLambda() &&
         M->getParent()->isCapturelessLambda();
}

static Importer importerOf(ASTContext &Ctx, ir::Module &M, Diagnostics &Diags,
                           Sema *S) {
  return {Ctx,  M,  std::unique_ptr<MangleContext>(Ctx.createMangleContext()),
          S,    {}, HandRules(Ctx),
          Diags};
}

bool hasRule(ASTContext &Ctx, const FunctionDecl *F, ir::Module &M) {
  Diagnostics Ignored;
  Importer I = importerOf(Ctx, M, Ignored, nullptr);
  return I.ByHand.of(*F) || ruled(I, *F);
}

ir::Function *importFunction(ASTContext &Ctx, const FunctionDecl *F,
                             ir::Module &M, Diagnostics &Diags, Sema *S) {
  Importer I = importerOf(Ctx, M, Diags, S);
  const FunctionDecl &D = definitionOf(*F);
  if (!D.isDefined())
    if (ir::Function *Ruled = ruled(I, D))
      return Ruled;
  if (std::string Why = whyNoFunction(D); !Why.empty() && !isPlainLambda(D)) {
    Diags.error(loc(D.getLocation()),
                Why + ", which cannot be differentiated; move the computation "
                      "into an ordinary function");
    return nullptr;
  }
  for (const HandRule &R : I.ByHand.all())
    if (R.Function)
      mention(I, *R.Function);
  ir::Function *Result = mention(I, D);
  if (Result->rule())
    return callerOf(M, Result);
  bool HadBody = Result->hasBody();
  readPending(I);
  if (HadBody) {
    Callees(I).look(D);
    readPending(I);
  }
  for (const ir::Rejection &R : Result->rejections())
    Diags.error(R.Loc, R.Text);
  return Result;
}

ir::Function *importTarget(ASTContext &Ctx, const FunctionDecl *F,
                           ir::Module &M, Sema *S) {
  Diagnostics Ignored;
  Importer I = importerOf(Ctx, M, Ignored, S);
  if (ir::Function *Ruled = ruled(I, *F))
    return Ruled;
  ir::Function *Target = importFunction(Ctx, F, M, Ignored, S);
  return Ignored.numErrors() ? nullptr : Target;
}

} // namespace nabla::import
