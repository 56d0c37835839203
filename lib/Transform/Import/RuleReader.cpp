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
#include "Import/RuleTargets.h"
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
static StringRef sharedSpelling(const ir::Rule &A, const ir::Rule &B,
                                clang::ASTContext &Ctx) {
  if (A.Params.size() != B.Params.size())
    return "";
  std::vector<std::string> Others;
  for (StringRef S : B.Spellings)
    Others.push_back(canonicalSpelling(S, Ctx));
  for (StringRef S : A.Spellings)
    if (is_contained(Others, canonicalSpelling(S, Ctx)))
      return S;
  return "";
}

/// Which of two rules of the user's for one function is meant cannot be told.
static void reportClashes(ArrayRef<Source> Users, ArrayRef<Source> New,
                          clang::ASTContext &Ctx, Diagnostics &Diags) {
  for (const Source &S : New)
    for (const Source &Other : Users) {
      if (Other.Rule == S.Rule)
        break; // only with those that come before it
      if (isNablas(*S.Record))
        continue;
      StringRef Shared = sharedSpelling(*S.Rule, *Other.Rule, Ctx);
      if (Shared.empty())
        continue;
      Shared.consume_front("c:");
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

static void checkOperands(const clang::CXXRecordDecl &Record, bool AtEnd,
                          clang::ASTContext &Ctx, ir::Module &M,
                          Diagnostics &Diags) {
  const ir::Rule *R = isNablas(Record) ? nullptr : M.rule(ruleName(Record));
  bool HasPartials = false;
  signature(Record, HasPartials);
  if (R)
    reportUnfit(*R, HasPartials, ruleLoc(Record), AtEnd, Ctx, M, Diags);
}

/// What the rules are for, as far as it is declared by now.
static void checkTargets(ArrayRef<const clang::CXXRecordDecl *> Records,
                         const HandRules &ByHand, bool AtEnd,
                         clang::ASTContext &Ctx, ir::Module &M,
                         Diagnostics &Diags) {
  std::vector<RuleTargets> Targets;
  for (const HandRule &R : ByHand.all())
    if (!isNablas(*R.Record))
      Targets.push_back({*R.Record,
                         R.Class,
                         {R.Spellings.begin(), R.Spellings.end()},
                         loc(R.Record->getLocation())});
  for (const clang::CXXRecordDecl *Record : Records)
    if (!isNablas(*Record))
      Targets.push_back({*Record, ruleName(*Record),
                         splitSpellings(spellingsOf(*Record)),
                         ruleLoc(*Record)});
  for (const RuleTargets &T : Targets)
    reportUnknown(T, AtEnd, Ctx, M, Diags);
  if (AtEnd) {
    reportUnfit(ByHand, Ctx, M, Diags);
    reportLate(ByHand, Ctx, M, Diags);
  }
}

/// Reads those of Records that M does not know yet.
static void readNew(std::vector<const clang::CXXRecordDecl *> Records,
                    clang::ASTContext &Ctx, ir::Module &M, Diagnostics &Diags) {
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
      checkOperands(*S.Record, /*AtEnd=*/false, Ctx, M, Diags);
      reportLate(*S.Rule, ruleLoc(*S.Record), Ctx, M, Diags);
    }
  reportClashes(Users, New, Ctx, Diags);
}

void import::importRules(clang::ASTContext &Ctx, ir::Module &M,
                         Diagnostics &Diags, bool AtEnd) {
  std::vector<const clang::CXXRecordDecl *> Records = specializations(Ctx);
  HandRules ByHand(Ctx);
  reportClashes(Records, ByHand, M, Diags);
  reportConflicts(ByHand, Ctx, M, Diags);
  checkTargets(Records, ByHand, AtEnd, Ctx, M, Diags);
  if (any_of(Records, [&](auto *R) { return !M.rule(ruleName(*R)); }))
    readNew(Records, Ctx, M, Diags);
  if (AtEnd)
    for (const clang::CXXRecordDecl *Record : Records)
      checkOperands(*Record, AtEnd, Ctx, M, Diags);
}

bool import::hasUsersRules(clang::ASTContext &Ctx) {
  auto IsUsers = [](const clang::CXXRecordDecl *R) { return !isNablas(*R); };
  return any_of(specializations(Ctx), IsUsers) ||
         any_of(HandRules(Ctx).all(),
                [&](const HandRule &R) { return IsUsers(R.Record); });
}
