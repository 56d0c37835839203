// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the arguments of [[grad]]; see GradAttr.h.

#include "ClangVersion.h"
#include "Diagnostics.h"
#include "GradAttr.h"
#include "Signature.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace nabla::plugin {

namespace {

/// One argument of the attribute.
struct Argument {
  enum { Name, Index, Invalid } Kind = Invalid;
  std::string Text;    ///< Of a Name.
  llvm::APSInt Number; ///< Of an Index.
  SourceRange Range;
};

} // namespace

static Argument readExpr(ASTContext &C, const Expr *E) {
  Argument A;
  A.Range = E->getSourceRange();
  const Expr *Bare = E->IgnoreParenImpCasts();
  if (const auto *Literal = dyn_cast<StringLiteral>(Bare)) {
    A.Kind = Argument::Name;
    A.Text = Literal->getBytes().str();
    return A;
  }
  QualType T = Bare->getType();
  if (E->isValueDependent() || !T->isIntegerType() || T->isBooleanType() ||
      T->isAnyCharacterType())
    return A;
  if (auto Value = E->getIntegerConstantExpr(C)) {
    A.Kind = Argument::Index;
    A.Number = *Value;
  }
  return A;
}

static std::string listParams(const FunctionDecl *F) {
  std::string Text;
  for (const ParmVarDecl *P : F->parameters())
    if (!P->getName().empty())
      Text += (Text.empty() ? "'" : ", '") + P->getName().str() + "'";
  return Text.empty() ? "its parameters have no names"
                      : "its parameters are " + Text;
}

/// Clang keeps an identifier that comes first as a word.
static void reportBareName(Sema &S, const FunctionDecl *F, StringRef Name,
                           SourceLocation L) {
  bool IsParam = llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
    return P->getName() == Name;
  });
  reportError(S.Diags, L,
              IsParam ? "'grad' takes the names of parameters in quotes; write "
                        "\"" +
                            Name + "\""
                      : "'grad' takes the names of parameters in quotes or "
                        "their indices; if '" +
                            Name + "' is a constant, write '(" + Name + ")'");
}

/// The arguments as they are written, all names or all indices; none if there
/// was an error.
static std::optional<std::vector<Argument>>
readArguments(Sema &S, const FunctionDecl *F, const ParsedAttr &A) {
  std::vector<Argument> Args;
  for (unsigned I = 0; I < A.getNumArgs(); ++I) {
    SourceLocation L;
    if (const IdentifierInfo *Id = identifierArgument(A, I, L)) {
      reportBareName(S, F, Id->getName(), L);
      return std::nullopt;
    }
    Args.push_back(readExpr(S.Context, A.getArgAsExpr(I)));
    const Argument &Last = Args.back();
    if (Last.Kind == Argument::Invalid) {
      reportError(S.Diags, Last.Range,
                  "'grad' takes the names of parameters in quotes or their "
                  "indices, which are integer constants");
      return std::nullopt;
    }
    if (Last.Kind != Args.front().Kind) {
      reportError(S.Diags, Last.Range,
                  "'grad' is given names and indices; give either names or "
                  "indices");
      return std::nullopt;
    }
  }
  return Args;
}

static std::optional<unsigned> findByName(Sema &S, const FunctionDecl *F,
                                          const Argument &A) {
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (F->getParamDecl(I)->getName() == A.Text && !A.Text.empty())
      return I;
  if (A.Text == "this")
    reportError(S.Diags, A.Range,
                "'" + F->getName() +
                    "' is no member function and has no 'this'"
                    "; " +
                    listParams(F));
  else
    reportError(S.Diags, A.Range,
                "'" + F->getName() + "' has no parameter '" + A.Text + "'; " +
                    listParams(F));
  return std::nullopt;
}

static std::optional<unsigned> findByIndex(Sema &S, const FunctionDecl *F,
                                           const Argument &A) {
  if (!A.Number.isNegative() && A.Number < F->getNumParams())
    return A.Number.getZExtValue();
  std::string Range =
      F->getNumParams() == 0 ? "it has no parameters"
      : F->getNumParams() == 1
          ? "the index of its only parameter is 0"
          : "indices go from 0 to " + std::to_string(F->getNumParams() - 1);
  reportError(S.Diags, A.Range,
              "'" + F->getName() + "' has no parameter with index " +
                  llvm::toString(A.Number, 10) + "; " + Range);
  return std::nullopt;
}

static std::string describe(const ParmVarDecl *P, unsigned I) {
  std::string Name = P->getName().empty()
                         ? "parameter " + std::to_string(I)
                         : "parameter '" + P->getName().str() + "'";
  return Name + " of type '" + P->getType().getAsString() + "'";
}

/// Checks that parameter I, asked for by A, is new and can be differentiated.
static bool accept(Sema &S, const FunctionDecl *F, unsigned I,
                   const Argument &A, const std::vector<unsigned> &Before) {
  const ParmVarDecl *P = F->getParamDecl(I);
  if (llvm::is_contained(Before, I)) {
    reportError(S.Diags, A.Range,
                describe(P, I) + " is given twice; give it once");
    return false;
  }
  if (contentOf(S, P->getLocation(), P->getType()) != Content::Nothing)
    return true;
  reportError(S.Diags, A.Range,
              describe(P, I) + " holds nothing to differentiate; leave it out");
  reportNote(S.Diags, P->getLocation(), "the parameter is declared here");
  return false;
}

/// Takes all the arguments, so that every wrong one is reported.
static std::optional<std::vector<unsigned>>
selectGiven(Sema &S, const FunctionDecl *F, const std::vector<Argument> &Args) {
  std::vector<unsigned> Params;
  bool Good = true;
  for (const Argument &A : Args) {
    std::optional<unsigned> I =
        A.Kind == Argument::Name ? findByName(S, F, A) : findByIndex(S, F, A);
    if (I && accept(S, F, *I, A, Params))
      Params.push_back(*I);
    else
      Good = false;
  }
  llvm::sort(Params);
  return Good ? std::optional(Params) : std::nullopt;
}

/// Every parameter that holds a real.
static std::optional<std::vector<unsigned>>
selectAll(Sema &S, const FunctionDecl *F, SourceLocation Attr) {
  std::vector<unsigned> Params;
  bool Good = true;
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    switch (contentOf(S, P->getLocation(), P->getType())) {
    case Content::Nothing:
      break;
    case Content::Real:
      Params.push_back(I);
      break;
    case Content::Unknown:
      Good = false;
      reportError(S.Diags, P->getLocation(),
                  "whether " + describe(P, I) +
                      " holds anything to differentiate is not known, since "
                      "its class is not defined here; define it first, or name "
                      "the parameters to differentiate");
    }
  }
  if (Good && Params.empty()) {
    reportError(S.Diags, Attr,
                "'" + F->getName() +
                    "' has no parameter that holds anything "
                    "to differentiate; remove 'grad'");
    return std::nullopt;
  }
  return Good ? std::optional(Params) : std::nullopt;
}

std::optional<std::vector<unsigned>>
selectParams(Sema &S, const FunctionDecl *F, const ParsedAttr &A) {
  if (A.getNumArgs() == 0)
    return selectAll(S, F, A.getLoc());
  std::optional<std::vector<Argument>> Args = readArguments(S, F, A);
  return Args ? selectGiven(S, F, *Args) : std::nullopt;
}

} // namespace nabla::plugin
