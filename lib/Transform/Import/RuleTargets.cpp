// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/RuleTargets.h"
#include "Import/Declared.h"
#include "Import/Function.h"
#include "Import/Importer.h"
#include "Import/Rulable.h"
#include "Import/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/IdentifierTable.h"

using namespace nabla;
using namespace nabla::import;
using namespace llvm;

//===--- What is there ----------------------------------------------------===//

/// What is declared of a name tells whether there is such a function: not so of
/// the C library's and the compiler's.
static bool isSomewhere(StringRef Spelling) {
  return !Spelling.starts_with("c:") && !Spelling.starts_with("std::") &&
         !Spelling.starts_with("fold:") && !Spelling.starts_with("__builtin_");
}

/// "std::sin" of "fold:std::sin", "sin" of "c:sin".
static StringRef written(StringRef Spelling) {
  Spelling.consume_front("fold:");
  Spelling.consume_front("c:");
  return Spelling;
}

/// "sin" of std::sin, c:sin and __builtin_sin.
static StringRef baseOf(StringRef Spelling) {
  Spelling = written(Spelling);
  Spelling.consume_front("std::");
  Spelling.consume_front("__builtin_");
  return Spelling;
}

static bool isBuiltin(clang::ASTContext &Ctx, StringRef Name) {
  return Ctx.Idents.get(Name).getBuiltinID() ||
         Ctx.Idents.get(("__builtin_" + Name).str()).getBuiltinID();
}

static bool isKnown(clang::ASTContext &Ctx, StringRef Spelling) {
  return isBuiltin(Ctx, baseOf(Spelling)) ||
         !declared(Ctx, written(Spelling)).empty();
}

/// Base without the f or l of C's functions, where what is left is listed too.
static StringRef withoutSuffix(StringRef Base, ArrayRef<StringRef> Spellings) {
  if (!Base.ends_with("f") && !Base.ends_with("l"))
    return Base;
  bool Listed = any_of(
      Spellings, [&](StringRef S) { return baseOf(S) == Base.drop_back(); });
  return Listed ? Base.drop_back() : Base;
}

/// One of the forms that S is listed in is there: cmath(f) lists more than any
/// library has.
static bool hasKnownForm(clang::ASTContext &Ctx, StringRef S,
                         ArrayRef<StringRef> Spellings) {
  StringRef Base = withoutSuffix(baseOf(S), Spellings);
  return any_of(Spellings, [&](StringRef Other) {
    return withoutSuffix(baseOf(Other), Spellings) == Base &&
           isKnown(Ctx, Other);
  });
}

/// Why a rule cannot be for any of these; empty if it can for one.
static std::string whyForNone(ArrayRef<const clang::NamedDecl *> Found,
                              StringRef Spelling) {
  std::string Why;
  for (const clang::NamedDecl *D : Found) {
    auto *F = dyn_cast<clang::FunctionDecl>(D);
    Why = F ? whyNoRuleFor(*F)
            : "it is a class, and its constructors have none; write the rule "
              "for a function that returns an object";
    if (Why.empty())
      return "";
  }
  if (!Why.empty())
    return "'" + Spelling.str() + "' cannot have a rule: " + Why;
  return "";
}

/// What is wrong with S, which T lists; empty if nothing is.
static std::string whyNot(const RuleTargets &T, StringRef S, bool AtEnd,
                          clang::ASTContext &Ctx) {
  bool Somewhere = isSomewhere(S);
  if (!Somewhere && (!AtEnd || hasKnownForm(Ctx, S, T.Spellings)))
    return "";
  auto Found = declared(Ctx, written(S));
  if (!Found.empty())
    return whyForNone(Found, S);
  StringRef What = Somewhere ? "declare it before the rule"
                             : "mend the name, or include the header that "
                               "declares it";
  return ("rule '" + T.Name + "' is for '" + written(S) +
          "', and no function of that name is declared; " + What)
      .str();
}

void import::reportUnknown(const RuleTargets &T, bool AtEnd,
                           clang::ASTContext &Ctx, ir::Module &M,
                           Diagnostics &Diags) {
  for (StringRef S : T.Spellings) {
    std::string What = whyNot(T, S, AtEnd, Ctx);
    if (What.empty())
      continue;
    if (M.firstTime((T.Name + " for " + S).str()))
      Diags.error(T.Loc, What);
    if (!isSomewhere(S))
      return; // its other forms are missing too
  }
}

std::string import::canonicalSpelling(StringRef Spelling,
                                      clang::ASTContext &Ctx) {
  StringRef Base = Spelling;
  if (Base.consume_front("c:"))
    return Base.str();
  if (Base.consume_front("std::") && !Base.contains("::"))
    for (const clang::NamedDecl *D : declared(Ctx, Base))
      if (auto *F = dyn_cast<clang::FunctionDecl>(D); F && F->isExternC())
        return Base.str();
  return Spelling.str();
}

//===--- What fits --------------------------------------------------------===//

void import::reportUnfit(const ir::Rule &R, bool HasPartials, ir::SourceLoc At,
                         bool AtEnd, clang::ASTContext &Ctx, ir::Module &M,
                         Diagnostics &Diags) {
  bool Fitting = false;
  StringRef Unfit;
  for (StringRef Spelling : R.Spellings) {
    if (isSomewhere(Spelling) == AtEnd)
      continue;
    auto Found = declared(Ctx, written(Spelling));
    bool Fits = any_of(Found, [&](const clang::NamedDecl *D) {
      auto *F = dyn_cast<clang::FunctionDecl>(D);
      return F && canBeFor(R, HasPartials, *F);
    });
    Fitting |= Fits;
    if (!Fits && !Found.empty() && (Unfit.empty() || !AtEnd))
      Unfit = Spelling;
  }
  // Of the forms of a standard function not every one need fit.
  if (Unfit.empty() || (AtEnd && Fitting) ||
      !M.firstTime((R.Name + " fits " + Unfit).str()))
    return;
  Diags.error(At, "rule '" + R.Name + "' has " + Twine(R.Params.size()) +
                      " operands, and '" + written(Unfit) +
                      "' takes other arguments, or gives no real; make it fit, "
                      "or write a rule of full power");
}

static std::vector<const clang::FunctionDecl *>
functionsCalled(StringRef Spelling, clang::ASTContext &Ctx) {
  std::vector<const clang::FunctionDecl *> All;
  for (const clang::NamedDecl *D : declared(Ctx, written(Spelling)))
    for (const clang::FunctionDecl *F : functionsOf(D))
      if (!F->isDependentContext())
        All.push_back(F);
  return All;
}

void import::reportUnfit(const HandRules &ByHand, clang::ASTContext &Ctx,
                         ir::Module &M, Diagnostics &Diags) {
  for (const HandRule &R : ByHand.all())
    for (StringRef S : R.Spellings) {
      auto Called = functionsCalled(S, Ctx);
      bool Unfit = none_of(Called, [&](const clang::FunctionDecl *F) {
        return HandRules::mayBeFor(R, *F) || !whyNoRuleFor(*F).empty();
      });
      if (!isNablas(*R.Record) && !Called.empty() && Unfit &&
          M.firstTime((R.Class + " fits " + S).str()))
        Diags.error(loc(R.Record->getLocation()),
                    "rule '" + R.Class + "' is for '" + S +
                        "', and its members take another number of arguments; "
                        "give them the function's arguments, the seed, and a "
                        "shadow for each argument that holds a real");
    }
}

//===--- What comes too late ----------------------------------------------===//

/// The function that has been imported with F's body.
static const ir::Function *withBody(const clang::FunctionDecl &F,
                                    clang::ASTContext &Ctx, ir::Module &M) {
  if (F.isDependentContext())
    return nullptr;
  std::unique_ptr<clang::MangleContext> Mangler(Ctx.createMangleContext());
  const ir::Function *Known = M.function(keyOf(*Mangler, F));
  return Known && Known->hasBody() ? Known : nullptr;
}

static void reportLate(const clang::FunctionDecl &F, ir::SourceLoc At,
                       Diagnostics &Diags) {
  Diags.error(At, "'" + F.getQualifiedNameAsString() +
                      "' has been differentiated without this rule; put "
                      "the rule before the functions that call it");
}

void import::reportLate(const ir::Rule &R, ir::SourceLoc At,
                        clang::ASTContext &Ctx, ir::Module &M,
                        Diagnostics &Diags) {
  for (StringRef Spelling : R.Spellings)
    for (const clang::NamedDecl *D : declared(Ctx, Spelling))
      for (const clang::FunctionDecl *F : functionsOf(D))
        if (withBody(*F, Ctx, M) && ruleFor(*F, M) == &R)
          ::reportLate(*F, At, Diags);
}

void import::reportLate(const HandRules &ByHand, clang::ASTContext &Ctx,
                        ir::Module &M, Diagnostics &Diags) {
  for (const HandRule &R : ByHand.all()) {
    std::vector<const clang::FunctionDecl *> Of;
    if (R.Function)
      Of.push_back(R.Function);
    for (StringRef S : R.Spellings)
      for (const clang::FunctionDecl *F : functionsCalled(S, Ctx))
        Of.push_back(F);
    for (const clang::FunctionDecl *F : Of)
      if (auto *Known = withBody(*F, Ctx, M);
          Known && !Known->rule() && !isNablas(*R.Record) &&
          ByHand.of(*F) == &R && M.firstTime("late " + R.Class))
        ::reportLate(*F, loc(R.Record->getLocation()), Diags);
  }
}
