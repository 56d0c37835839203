// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attribute itself; see GradAttr.h.

#include "GradAttr.h"
#include "Diagnostics.h"
#include "Mark.h"
#include "Prototypes.h"
#include "Requests.h"
#include "Signature.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace nabla::plugin {

/// What a declaration that is no function is, for a message.
static std::string describe(const Decl *D) {
  std::string Kind = isa<ParmVarDecl>(D)       ? "a parameter"
                     : isa<VarDecl>(D)         ? "a variable"
                     : isa<FieldDecl>(D)       ? "a data member"
                     : isa<TagDecl>(D)         ? "a type"
                     : isa<TypedefNameDecl>(D) ? "a type"
                     : isa<NamespaceDecl>(D)   ? "a namespace"
                                               : "this declaration";
  const auto *Named = dyn_cast<NamedDecl>(D);
  if (Named && Named->getIdentifier())
    Kind += " ('" + Named->getName().str() + "')";
  return Kind;
}

/// Reports that the result of F cannot be differentiated, if so.
static bool checkResult(Sema &S, const FunctionDecl *F) {
  QualType T = F->getReturnType();
  SourceRange R = F->getReturnTypeSourceRange();
  if (R.isInvalid())
    R = F->getLocation();
  std::string Spelled = "result type '" + T.getAsString() + "' of '" +
                        F->getNameAsString() + "' ";
  Content Holds = contentOf(S, F->getLocation(), T);
  if (T->isReferenceType() ||
      (T->isPointerType() && Holds != Content::Nothing)) {
    reportError(S.Diags, R,
                Spelled + "cannot be differentiated; return a value, or write "
                          "the result through a parameter and return void");
    return false;
  }
  if (Holds == Content::Unknown) {
    reportError(S.Diags, R, Spelled + "is not defined here; define it first");
    return false;
  }
  return true;
}

/// Reports that F has nothing that depends on its parameters, if so.
static bool checkOutput(Sema &S, const FunctionDecl *F,
                        const std::vector<unsigned> &Params) {
  SourceLocation L = F->getLocation();
  if (F->isInvalidDecl() || // said already
      contentOf(S, L, F->getReturnType()) != Content::Nothing ||
      llvm::any_of(Params, [&](unsigned I) {
        return canBeWritten(S, L, F->getParamDecl(I)->getType());
      }))
    return true;
  reportError(S.Diags, L,
              "'" + F->getName() +
                  "' has nothing to differentiate: it returns '" +
                  F->getReturnType().getAsString() +
                  "' and can write to no differentiated parameter; return a "
                  "real, or take a pointer or reference to what it computes");
  return false;
}

/// Reports that an earlier declaration says something else, if so.
static bool checkPrevious(Sema &S, const FunctionDecl *F, const Mark &Earlier,
                          const std::vector<unsigned> &Params,
                          SourceLocation Attr) {
  if (Earlier.Params == Params)
    return true;
  reportError(S.Diags, Attr,
              "'" + F->getName() +
                  "' is marked 'grad' already, for other "
                  "parameters; give the same ones, or mark it once");
  reportNote(S.Diags, Earlier.Loc, "it is marked here");
  return false;
}

static std::optional<Mark> earlierMark(const FunctionDecl *F) {
  if (std::optional<Mark> M = ownMark(F))
    return M;
  const FunctionDecl *Previous = findPrevious(F);
  return Previous ? findMark(Previous) : std::nullopt;
}

/// The declaration to carry the mark: Clang takes attributes away from what
/// comes after the definition.
static FunctionDecl *carrier(FunctionDecl *F) {
  FunctionDecl *Previous = findPrevious(F);
  FunctionDecl *Definition = Previous ? Previous->getDefinition() : nullptr;
  return Definition ? Definition : F;
}

static void mark(FunctionDecl *F, llvm::ArrayRef<unsigned> Params,
                 SourceRange Attribute) {
  FunctionDecl *Carrier = carrier(F);
  if (!ownMark(Carrier))
    setMark(Carrier, Params, Attribute);
  if (Requests *R = Requests::current())
    R->add(Carrier);
}

static bool apply(Sema &S, FunctionDecl *F, const ParsedAttr &A) {
  std::string Why = whyNotDifferentiable(F);
  if (!Why.empty()) {
    reportError(S.Diags, A.getLoc(), "'" + F->getNameAsString() + "' " + Why);
    return false;
  }
  std::optional<std::vector<unsigned>> Params = selectParams(S, F, A);
  if (!Params)
    return false;
  if (std::optional<Mark> Earlier = earlierMark(F)) {
    if (!checkPrevious(S, F, *Earlier, *Params, A.getLoc()))
      return false;
  } else if (!checkResult(S, F) || !checkOutput(S, F, *Params) ||
             !declareDerivatives(S, F, *Params)) {
    return false;
  } else if (Requests *R = Requests::current()) {
    R->declared(F, *Params);
  }
  mark(F, *Params, A.getRange());
  return true;
}

namespace {

struct GradAttrInfo : ParsedAttrInfo {
  GradAttrInfo() {
    OptArgs = 15; // Clang's word for "any number"
    static constexpr Spelling All[] = {{ParsedAttr::AS_CXX11, "grad"},
                                       {ParsedAttr::AS_GNU, "grad"}};
    Spellings = All;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *D) const override {
    if (isa<FunctionDecl>(D))
      return true;
    reportError(S.Diags, A.getLoc(),
                "'grad' marks functions, not " + describe(D) +
                    "; mark the function to differentiate");
    return false;
  }

  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &A,
                            const Stmt *) const override {
    reportError(S.Diags, A.getLoc(),
                "'grad' marks functions, not a statement; mark the function to "
                "differentiate");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    return apply(S, cast<FunctionDecl>(D), A) ? AttributeApplied
                                              : AttributeNotApplied;
  }
};

} // namespace

static ParsedAttrInfoRegistry::Add<GradAttrInfo>
    GradRegistration("grad", "differentiate this function");

} // namespace nabla::plugin
