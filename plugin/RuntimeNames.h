// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding what Nabla's headers have declared, by name.

#ifndef NABLA_PLUGIN_RUNTIMENAMES_H
#define NABLA_PLUGIN_RUNTIMENAMES_H

#include "clang/AST/DeclTemplate.h"

namespace nabla::plugin {

/// ::nabla, or null if no header of Nabla's has been seen.
clang::NamespaceDecl *findNabla(clang::ASTContext &C);

/// The class template nabla::In::Name, or null.
clang::ClassTemplateDecl *findNablaTemplate(clang::ASTContext &C,
                                            llvm::StringRef In,
                                            llvm::StringRef Name);

/// The function of one of the header's engines (detail/engine.h), if it is used
/// and has no body yet; or null.
clang::FunctionDecl *
findUsedRun(clang::ClassTemplateSpecializationDecl *Engine);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_RUNTIMENAMES_H
