// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kinds of functions can be differentiated; see GradAttr.h.

#include "GradAttr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace nabla::plugin {

static std::string whyNotMember(const CXXMethodDecl *M) {
  const char *Do = "; call a function at namespace scope and mark that";
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(M))
    return std::string("is a ") +
           (isa<CXXConstructorDecl>(M) ? "constructor" : "destructor") +
           ", which is not yet supported" + Do;
  if (M->getParent()->isLambda())
    return std::string("is a lambda, which is not yet supported") + Do;
  return std::string("is a member function, which is not yet supported") + Do;
}

static bool isPlainlyNamed(const FunctionDecl *F) {
  return F->getDeclName().isIdentifier() && F->getIdentifier();
}

static const ParmVarDecl *rvalueReference(const FunctionDecl *F) {
  for (const ParmVarDecl *P : F->parameters())
    if (P->getType()->isRValueReferenceType())
      return P;
  return nullptr;
}

static std::string whyNotByContext(const FunctionDecl *F) {
  // An explicit specialization is not linked to its template yet.
  if (F->getDescribedFunctionTemplate() || F->getNumTemplateParameterLists())
    return "is a function template, which is not yet supported; mark a "
           "function "
           "that calls it";
  if (F->isDependentContext() ||
      F->getLexicalDeclContext()->isDependentContext())
    return "is inside a template, which is not yet supported; mark a function "
           "outside of it";
  if (const auto *M = dyn_cast<CXXMethodDecl>(F))
    return whyNotMember(M);
  if (F->getLexicalDeclContext()->isFunctionOrMethod())
    return "is declared inside a function; mark its declaration at namespace "
           "scope";
  return "";
}

std::string whyNotDifferentiable(const FunctionDecl *F) {
  if (!F->getASTContext().getLangOpts().CPlusPlus17)
    return "cannot be differentiated in this language mode; compile it as "
           "C++17 or later";
  if (std::string Why = whyNotByContext(F); !Why.empty())
    return Why;
  if (F->isMain())
    return "is the program's entry and cannot be differentiated; mark a "
           "function that it calls";
  if (!isPlainlyNamed(F))
    return "is an operator, whose derivative would have no name; call a named "
           "function and mark that";
  if (F->isVariadic())
    return "takes variable arguments ('...') and cannot be differentiated; "
           "mark "
           "a function with a fixed list of parameters";
  if (F->isConsteval())
    return "is consteval, so nothing is left to differentiate at run time; "
           "make it constexpr";
  if (F->getReturnType()->getContainedDeducedType())
    return "has a deduced result type; write the type";
  if (const ParmVarDecl *P = rvalueReference(F))
    return "has the rvalue reference parameter '" + P->getNameAsString() +
           "', which is not yet supported; take it by value or by reference";
  return "";
}

} // namespace nabla::plugin
