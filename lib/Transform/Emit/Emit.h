// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emit: IR to C++17 text that a careful person could have written. Nothing
// comes back from here; the text is what the compiler parses and what tools
// write to disk.

#ifndef NABLA_TRANSFORM_EMIT_EMIT_H
#define NABLA_TRANSFORM_EMIT_EMIT_H

#include "IR/Module.h"
#include <string>

namespace nabla::emit {

/// The definition of F, wrapped in its namespaces, ended by a newline.
/// Variables are given names that collide with nothing visible in F.
std::string definition(const ir::Function &F);

/// A declaration of F, wrapped in its namespaces.
std::string declaration(const ir::Function &F);

/// The definition of a global's shadow: thread-local, this file's own.
std::string globalShadow(const ir::Variable *Shadow);

/// The object that registers the pair of F: "const nabla::registration ...".
/// Its name has a Number in it, since those of functions may be overloaded.
std::string registration(const ir::Function &F, const ir::Function &Forward,
                         const ir::Function &Reverse, size_t Number);

/// "struct Name { ... };" for a record that Nabla itself has made (a frame),
/// wrapped in the given namespaces.
std::string recordDefinition(const ir::Type *Record,
                             llvm::ArrayRef<std::string> Namespaces);

/// "struct Name;", likewise.
std::string recordDeclaration(const ir::Type *Record,
                              llvm::ArrayRef<std::string> Namespaces);

/// "const double *x", "double (&m)[3][4]", "double": T declaring Name.
std::string declare(const ir::Type *T, llvm::StringRef Name);

/// One statement or expression on one line, for comments and diagnostics.
std::string oneLine(const ir::Stmt *S);
std::string oneLine(const ir::Expr *E);

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_EMIT_H
