// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Importer: what the files of this folder share over a whole call of
// importFunction. Body.h holds what belongs to the one function at hand.

#ifndef NABLA_TRANSFORM_IMPORT_IMPORTER_H
#define NABLA_TRANSFORM_IMPORT_IMPORTER_H

#include "IR/Module.h"
#include "Import/HandRules.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <optional>
#include <vector>

namespace clang {
class Sema;
}

namespace nabla::import {

struct Importer {
  clang::ASTContext &Ctx;
  ir::Module &M;
  std::unique_ptr<clang::MangleContext> Mangler;
  /// Makes instances of templates; null where there is none.
  clang::Sema *Sema;
  /// Functions that were mentioned and whose definitions are still to be read.
  std::vector<std::pair<const clang::FunctionDecl *, ir::Function *>> Pending;
  /// What is differentiated by hand, and where that does not fit is said.
  HandRules ByHand;
  Diagnostics &Diags;
  /// Exposed.h; filled when it is first asked for.
  std::optional<llvm::DenseSet<const clang::VarDecl *>> Exposed = std::nullopt;
};

inline ir::SourceLoc loc(clang::SourceLocation L) {
  return {L.getRawEncoding()};
}

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_IMPORTER_H
