// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names: how declarations and types of the user's are spelled in generated
// code, and what the locals that Import adds are called.

#ifndef NABLA_TRANSFORM_IMPORT_NAMES_H
#define NABLA_TRANSFORM_IMPORT_NAMES_H

#include "IR/Module.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <string>

namespace nabla::import {

/// How generated text is printed: every name from the outside in, without what
/// is never written (anonymous namespaces).
clang::PrintingPolicy textPolicy(const clang::ASTContext &Ctx);

/// "<double, 3>" where E names an instance of a function template with
/// arguments that are written out, otherwise nothing.
std::string writtenArguments(const clang::DeclRefExpr &E);

/// The name by which D is found at namespace scope, next to From; begins with
/// "::" where a namespace around From would hide it.
std::string qualifiedName(const clang::NamedDecl &D, const clang::Decl &From);

/// The type as it is written at namespace scope.
std::string typeName(clang::QualType T, const clang::ASTContext &Ctx);

/// True if D can be named outside of every function.
bool isNameable(const clang::NamedDecl &D);

/// F is a member function that has an object; what a lambda calls has none that
/// matters.
bool hasObject(const clang::FunctionDecl &F);

/// Where F is declared there are other functions, or templates of such, of its
/// name: which one a call is for is told by its arguments.
bool isOverloaded(const clang::FunctionDecl &F);

/// Where F stands and what it is called; in a class, the name has the class's
/// before it.
ir::Declarator declarator(const clang::FunctionDecl &F);

/// Names for what Import adds, after what they are taken from.
namespace names {
std::string resultOf(const clang::NamedDecl *Callee); ///< energy_result
std::string before(const ir::Expr *Held);             ///< i_before, value
inline constexpr char Block[] = "block";              ///< that is allocated
inline constexpr char Condition[] = "condition";      ///< of && and ||
inline constexpr char Chosen[] = "chosen";            ///< of ?:
inline constexpr char Temporary[] = "temporary";      ///< bound to a reference
inline constexpr char Position[] = "position";        ///< of a range-for
inline constexpr char Self[] = "self";                ///< *this
inline constexpr char Function[] = "f";               ///< of a pointer call
inline constexpr char PointerCall[] = "pointer_call"; ///< its name
inline constexpr char Parts[] = "parts";              ///< of auto [a, b]
std::string param(unsigned Position);                 ///< arg0: it had no name
} // namespace names

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_NAMES_H
