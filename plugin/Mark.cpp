// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks as attributes; see Mark.h.

#include "Mark.h"
#include "Import/Import.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace nabla::plugin {

static constexpr llvm::StringLiteral DerivativeMark = "nabla.derivative";
static constexpr llvm::StringLiteral OverloadMark = "nabla.overload";

static void addMark(FunctionDecl *F, llvm::ArrayRef<std::string> Words,
                    SourceRange R) {
  llvm::SmallVector<StringRef, 8> Refs(Words.begin(), Words.end());
  F->addAttr(SuppressAttr::CreateImplicit(F->getASTContext(), Refs.data(),
                                          Refs.size(), R));
}

static const SuppressAttr *getMark(const FunctionDecl *F, StringRef First) {
  for (const auto *A : F->specific_attrs<SuppressAttr>())
    if (A->diagnosticIdentifiers_size() &&
        *A->diagnosticIdentifiers_begin() == First)
      return A;
  return nullptr;
}

void setMark(FunctionDecl *F, llvm::ArrayRef<unsigned> Params,
             SourceRange Attribute) {
  std::vector<std::string> Words = {import::GradMark};
  for (unsigned P : Params)
    Words.push_back(llvm::utostr(P));
  addMark(F, Words, Attribute);
}

std::optional<Mark> ownMark(const FunctionDecl *F) {
  const SuppressAttr *A = getMark(F, import::GradMark);
  if (!A)
    return std::nullopt;
  Mark M{{}, A->getLocation()};
  for (StringRef Word : llvm::drop_begin(A->diagnosticIdentifiers())) {
    unsigned P;
    if (!Word.getAsInteger(10, P))
      M.Params.push_back(P);
  }
  return M;
}

std::optional<Mark> findMark(const FunctionDecl *F) {
  for (const FunctionDecl *D : F->redecls())
    if (std::optional<Mark> M = ownMark(D))
      return M;
  return std::nullopt;
}

void markDerivative(FunctionDecl *G) {
  addMark(G, {DerivativeMark.str()}, G->getSourceRange());
}

bool isDerivativePrototype(const FunctionDecl *G) {
  const SuppressAttr *A = getMark(G, DerivativeMark);
  return A && !A->isInherited();
}

void markOverload(FunctionDecl *G) {
  addMark(G, {OverloadMark.str()}, G->getSourceRange());
}

bool isOverload(const FunctionDecl *G) { return getMark(G, OverloadMark); }

} // namespace nabla::plugin
