// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules: the registry as the AST shows it. importRules (Import.h) reads it
// into the module; here is how a call finds its rule.

#ifndef NABLA_TRANSFORM_IMPORT_RULES_H
#define NABLA_TRANSFORM_IMPORT_RULES_H

#include "IR/Module.h"
#include <string>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class FunctionDecl;
} // namespace clang

namespace nabla::import {

/// The rule for calls of F by the spellings of the module's rules, or null.
/// Only asked where every parameter and the result are arithmetic (or
/// references to const arithmetic).
const ir::Rule *ruleFor(const clang::FunctionDecl &F, ir::Module &M);

/// The rule for two that a list of F's is folded with, or null: its spelling
/// has "fold:" before it, as in "fold:std::max" for max({a, b, c}).
const ir::Rule *foldingRuleFor(const clang::FunctionDecl &F, ir::Module &M);

/// R, which has partials or none, can be for a function of F's type: F takes as
/// many numbers, and gives one. Of a template, some instance may.
bool canBeFor(const ir::Rule &R, bool HasPartials,
              const clang::FunctionDecl &F);

/// F is one of these spellings, as a rule lists them.
bool isSpelled(const clang::FunctionDecl &F,
               llvm::ArrayRef<std::string> Spellings);

/// One of the rules that Nabla brings along; a user's comes before it.
bool isNablas(const clang::CXXRecordDecl &Rule);
/// The same of a rule of one line that has been read.
bool isNablas(const ir::Rule &Rule, clang::ASTContext &Ctx);

/// "std::sin", "std::operator*", "std::complex::real": without inline
/// namespaces and template arguments; "" for what has no such name.
std::string plainName(const clang::NamedDecl &D);

/// What spellings call F: "std::sin", and for the C library's "c:sin" and "sin"
/// too: std::sin of a double is a using-declaration of that.
llvm::SmallVector<std::string, 3> namesOf(const clang::FunctionDecl &F);

/// The literal that a member of a rule, a body or a layout is initialised with,
/// or "".
llvm::StringRef stringIn(const clang::CXXRecordDecl &Record,
                         llvm::StringRef Member);
/// That of 'spellings'.
inline llvm::StringRef spellingsOf(const clang::CXXRecordDecl &Record) {
  return stringIn(Record, "spellings");
}

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_RULES_H
