// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules: no function is known by name here; what has a rule is what
// nabla::rule is specialized for. A specialization holds
//
//   static constexpr const char *spellings = "std::sin, c:sin, c:sinf";
//   static double partial_0(double x, double r) { return cos(x); }
//
// or, without derivative, a declaration inactive(double x). All rules are made
// before the first partial is read, since partials speak of other rules.

#include "Import/Declared.h"
#include "Import/Function.h"
#include "Import/HandRules.h"
#include "Import/Import.h"
#include "Import/Importer.h"
#include "Import/Lookup.h"
#include "Import/Rulable.h"
#include "Import/RuleConflicts.h"
#include "Import/RulePartial.h"
#include "Import/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace nabla;
using namespace nabla::import;
using namespace llvm;

//===--- Reading ----------------------------------------------------------===//

namespace {
/// A specialization that is being read, and the rule made of it.
struct Source {
  const clang::CXXRecordDecl *Record;
  const ir::Rule *Rule = nullptr;
};
} // namespace

/// Where the line of a rule begins, not where its macro says so.
static ir::SourceLoc ruleLoc(const clang::CXXRecordDecl &Record) {
  const clang::SourceManager &SM = Record.getASTContext().getSourceManager();
  return loc(SM.getExpansionLoc(Record.getLocation()));
}

/// The explicit specializations of nabla::rule.
static std::vector<const clang::CXXRecordDecl *>
specializations(clang::ASTContext &Ctx) {
  auto *Nabla =
      find<clang::NamespaceDecl>(Ctx.getTranslationUnitDecl(), "nabla");
  auto *Template =
      Nabla ? find<clang::ClassTemplateDecl>(Nabla, "rule") : nullptr;
  std::vector<const clang::CXXRecordDecl *> Found;
  if (Template)
    for (auto *S : Template->specializations())
      if (S->getSpecializationKind() == clang::TSK_ExplicitSpecialization &&
          S->getDefinition() && !S->isInvalidDecl() &&
          !isByHand(*S->getDefinition()))
        Found.push_back(S->getDefinition());
  return Found;
}

/// "sin" of nabla::rule<nabla::names::sin>.
static std::string ruleName(const clang::CXXRecordDecl &Record) {
  auto &S = cast<clang::ClassTemplateSpecializationDecl>(Record);
  const clang::TemplateArgument &Tag = S.getTemplateArgs()[0];
  if (Tag.getKind() == clang::TemplateArgument::Type)
    if (auto *D = Tag.getAsType()->getAsCXXRecordDecl())
      return D->getNameAsString();
  return S.getNameAsString();
}

bool import::isNablas(const ir::Rule &Rule, clang::ASTContext &Ctx) {
  return any_of(specializations(Ctx), [&](const clang::CXXRecordDecl *R) {
    return isNablas(*R) && ruleName(*R) == Rule.Name;
  });
}

/// The function of a rule that shows its operands, and whether it has the
/// result as one more.
static const clang::CXXMethodDecl *signature(const clang::CXXRecordDecl &Record,
                                             bool &WithResult) {
  auto *Partial = find<clang::CXXMethodDecl>(&Record, "partial_0");
  WithResult = Partial != nullptr;
  return Partial ? Partial : find<clang::CXXMethodDecl>(&Record, "inactive");
}

StringRef import::stringIn(const clang::CXXRecordDecl &Record,
                           StringRef Member) {
  auto *Var = find<clang::VarDecl>(&Record, Member);
  const clang::Expr *Init = Var ? Var->getAnyInitializer() : nullptr;
  auto *Text = Init
                   ? dyn_cast<clang::StringLiteral>(Init->IgnoreParenImpCasts())
                   : nullptr;
  return Text ? Text->getString() : "";
}

static std::vector<StringRef> splitSpellings(StringRef Text) {
  SmallVector<StringRef, 12> Parts;
  Text.split(Parts, ',');
  std::vector<StringRef> Spellings;
  for (StringRef P : Parts) {
    P = P.trim();
    P.consume_front("::");
    if (!P.empty())
      Spellings.push_back(P);
  }
  return Spellings;
}

/// Reports a specialization that is none of ours; a rule without spellings
/// stands for it, so that it is reported once.
static const ir::Rule *makeBroken(const clang::CXXRecordDecl &Record,
                                  StringRef Name, ir::Module &M,
                                  Diagnostics &Diags) {
  Diags.error(ruleLoc(Record), "rule '" + Name +
                                   "' is not in the form that NABLA_RULE gives "
                                   "it; write it with NABLA_RULE or "
                                   "NABLA_INACTIVE");
  ir::Rule R;
  R.Name = Name;
  return M.addRule(R);
}

static const ir::Variable *makeOperand(const clang::ParmVarDecl &P,
                                       ir::Module &M) {
  bool Real = P.getType()->isFloatingType();
  return M.makeVariable(P.getName(), Real ? M.doubleType() : M.intType(),
                        ir::VariableKind::Operand, loc(P.getLocation()));
}

/// The result of a function without derivative.
static const ir::Variable *makeResult(const clang::CXXMethodDecl &Signature,
                                      ir::Module &M) {
  bool IsBool = Signature.getReturnType()->isBooleanType();
  return M.makeVariable("r", IsBool ? M.boolType() : M.doubleType(),
                        ir::VariableKind::Operand);
}

static const ir::Rule *makeRule(const clang::CXXRecordDecl &Record,
                                ir::Module &M, Diagnostics &Diags) {
  bool WithResult = false;
  const clang::CXXMethodDecl *Signature = signature(Record, WithResult);
  std::vector<StringRef> Spellings = splitSpellings(spellingsOf(Record));
  std::string Name = ruleName(Record);
  if (!Signature || Spellings.empty() ||
      Signature->getNumParams() < unsigned(WithResult))
    return makeBroken(Record, Name, M, Diags);
  SmallVector<const ir::Variable *, 4> Operands;
  for (const clang::ParmVarDecl *P : Signature->parameters())
    Operands.push_back(makeOperand(*P, M));
  ir::Rule R;
  R.Name = Name;
  R.ResultVar =
      WithResult ? Operands.pop_back_val() : makeResult(*Signature, M);
  R.Params = Operands;
  R.Spellings = Spellings;
  return M.addRule(R);
}

/// partial_0, partial_1, ... are those of the real operands, in their order.
static void readPartials(const Source &S, clang::ASTContext &Ctx, ir::Module &M,
                         Diagnostics &Diags) {
  SmallVector<const ir::Expr *, 4> Partials(S.Rule->Params.size(), nullptr);
  unsigned K = 0;
  for (unsigned I = 0; I != Partials.size(); ++I) {
    if (!S.Rule->Params[I]->type()->isReal())
      continue;
    std::string Name = "partial_" + std::to_string(K++);
    if (auto *D = find<clang::CXXMethodDecl>(S.Record, Name))
      Partials[I] = importPartial(*D, *S.Rule, I, Ctx, M, Diags);
  }
  M.setPartials(S.Rule, Partials);
}

/// A function that both rules are for, or "".
static StringRef sharedSpelling(const ir::Rule &A, const ir::Rule &B) {
  if (A.Params.size() == B.Params.size())
    for (StringRef S : A.Spellings)
      if (is_contained(B.Spellings, S))
        return S;
  return "";
}

/// Which of two rules of the user's for one function is meant cannot be told.
static void reportClashes(ArrayRef<Source> Users, ArrayRef<Source> New,
                          Diagnostics &Diags) {
  for (const Source &S : New)
    for (const Source &Other : Users) {
      if (Other.Rule == S.Rule)
        break; // only with those that come before it
      StringRef Shared = sharedSpelling(*S.Rule, *Other.Rule);
      if (Shared.empty() || isNablas(*S.Record))
        continue;
      Diags
          .error(ruleLoc(*S.Record), "rules '" + Other.Rule->Name + "' and '" +
                                         S.Rule->Name + "' are both for '" +
                                         Shared + "'; keep one of them")
          .Notes.push_back({ruleLoc(*Other.Record),
                            ("'" + Other.Rule->Name + "' is here").str()});
    }
}

/// A rule of the user's that is one line and one that is not.
static void reportClashes(ArrayRef<const clang::CXXRecordDecl *> Records,
                          const HandRules &ByHand, ir::Module &M,
                          Diagnostics &Diags) {
  for (const clang::CXXRecordDecl *Record : Records) {
    if (isNablas(*Record))
      continue;
    std::vector<std::string> Spellings;
    for (StringRef S : splitSpellings(spellingsOf(*Record)))
      Spellings.push_back(S.str());
    for (const HandRule &Other : ByHand.all()) {
      if (isNablas(*Other.Record))
        continue;
      auto Shared = llvm::find_if(Spellings, [&](const std::string &S) {
        return Other.Function ? isSpelled(*Other.Function, {S})
                              : is_contained(Other.Spellings, S);
      });
      std::string Name = ruleName(*Record);
      if (Shared == Spellings.end() ||
          !M.firstTime(Name + " and " + Other.Class))
        continue;
      Diags
          .error(ruleLoc(*Record), "rules '" + Name + "' and '" + Other.Class +
                                       "' are both for '" + *Shared +
                                       "'; keep one of them")
          .Notes.push_back({loc(Other.Record->getLocation()),
                            "'" + Other.Class + "' is here"});
    }
  }
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

/// What is declared of a name tells whether there is such a function: not so of
/// the C library's and the compiler's.
static bool isSomewhere(StringRef Spelling) {
  return !Spelling.starts_with("c:") && !Spelling.starts_with("std::") &&
         !Spelling.starts_with("fold:") && !Spelling.starts_with("__builtin_");
}

/// A rule is for nothing: most likely its name is misspelled.
static void reportUnknown(const clang::CXXRecordDecl &Record, StringRef Name,
                          StringRef Spelling, clang::ASTContext &Ctx,
                          ir::Module &M, Diagnostics &Diags) {
  if (isNablas(Record) || !isSomewhere(Spelling))
    return;
  auto Found = declared(Ctx, Spelling);
  std::string What = whyForNone(Found, Spelling);
  if (Found.empty())
    What = ("rule '" + Name + "' is for '" + Spelling +
            "', and no function of that name is declared; declare it before "
            "the rule")
               .str();
  if (!What.empty() && M.firstTime((Name + " for " + Spelling).str()))
    Diags.error(ruleLoc(Record), What);
}

/// A rule of one line is for functions of numbers, as many as it has operands.
static void reportUnfit(const Source &S, clang::ASTContext &Ctx,
                        Diagnostics &Diags) {
  bool HasPartials = false;
  signature(*S.Record, HasPartials);
  for (StringRef Spelling : S.Rule->Spellings) {
    auto Found = declared(Ctx, Spelling);
    auto Fits = [&](const clang::NamedDecl *D) {
      auto *F = dyn_cast<clang::FunctionDecl>(D);
      return F && canBeFor(*S.Rule, HasPartials, *F);
    };
    if (isSomewhere(Spelling) && !Found.empty() && none_of(Found, Fits))
      Diags.error(ruleLoc(*S.Record),
                  "rule '" + S.Rule->Name + "' has " +
                      Twine(S.Rule->Params.size()) + " operands, and '" +
                      Spelling +
                      "' takes other arguments, or gives no real; make it fit, "
                      "or write a rule of full power");
  }
}

/// A derivative that was made before the rule was there went through the body.
static void reportLate(const Source &S, clang::ASTContext &Ctx, ir::Module &M,
                       Diagnostics &Diags) {
  std::unique_ptr<clang::MangleContext> Mangler(Ctx.createMangleContext());
  for (StringRef Spelling : S.Rule->Spellings)
    for (const clang::NamedDecl *D : declared(Ctx, Spelling))
      for (const clang::FunctionDecl *F : functionsOf(D))
        if (const ir::Function *Known = F->isDependentContext()
                                            ? nullptr
                                            : M.function(keyOf(*Mangler, *F));
            Known && Known->hasBody() && ruleFor(*F, M) == S.Rule)
          Diags.error(ruleLoc(*S.Record),
                      "'" + F->getQualifiedNameAsString() +
                          "' has been differentiated without this rule; put "
                          "the rule before the functions that call it");
}

/// Nabla's own rules first, and then as they are written: specializations that
/// come from a precompiled header have no order of their own.
static void sortRules(std::vector<const clang::CXXRecordDecl *> &Records,
                      const clang::SourceManager &SM) {
  llvm::sort(Records, [&](auto *A, auto *B) {
    if (isNablas(*A) != isNablas(*B))
      return isNablas(*A);
    return SM.isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
  });
}

void import::importRules(clang::ASTContext &Ctx, ir::Module &M,
                         Diagnostics &Diags) {
  std::vector<const clang::CXXRecordDecl *> Records = specializations(Ctx);
  HandRules ByHand(Ctx);
  reportClashes(Records, ByHand, M, Diags);
  reportConflicts(ByHand, Ctx, M, Diags);
  for (const HandRule &R : ByHand.all())
    for (StringRef S : R.Spellings)
      reportUnknown(*R.Record, R.Class, S, Ctx, M, Diags);
  for (const clang::CXXRecordDecl *Record : Records)
    if (!isNablas(*Record))
      for (StringRef S : splitSpellings(spellingsOf(*Record)))
        reportUnknown(*Record, ruleName(*Record), S, Ctx, M, Diags);
  if (all_of(Records, [&](auto *R) { return M.rule(ruleName(*R)); }))
    return;
  sortRules(Records, Ctx.getSourceManager());
  std::vector<Source> New, Users;
  for (const clang::CXXRecordDecl *Record : Records) {
    const ir::Rule *R = M.rule(ruleName(*Record));
    if (!R)
      New.push_back({Record, R = makeRule(*Record, M, Diags)});
    if (!isNablas(*Record))
      Users.push_back({Record, R});
  }
  for (const Source &S : New)
    readPartials(S, Ctx, M, Diags);
  for (const Source &S : New)
    if (!isNablas(*S.Record)) {
      reportUnfit(S, Ctx, Diags);
      reportLate(S, Ctx, M, Diags);
    }
  reportClashes(Users, New, Diags);
}
