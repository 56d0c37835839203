// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rules are for: a rule for nothing, for what it does not fit, or that
// comes when its function has been differentiated already, is an error at the
// rule.

#ifndef NABLA_TRANSFORM_IMPORT_RULETARGETS_H
#define NABLA_TRANSFORM_IMPORT_RULETARGETS_H

#include "Import/HandRules.h"

namespace nabla::import {

/// A rule of the user's, and the functions that it lists.
struct RuleTargets {
  const clang::CXXRecordDecl &Record;
  std::string Name; ///< As messages call it.
  std::vector<llvm::StringRef> Spellings;
  ir::SourceLoc Loc;
};

/// Reports what T lists and is not declared. Of namespace std, of C and of the
/// compiler only AtEnd: their headers may come later than the rule.
void reportUnknown(const RuleTargets &T, bool AtEnd, clang::ASTContext &Ctx,
                   ir::Module &M, Diagnostics &Diags);

/// Two spellings of one function, which std only takes over from C, become one:
/// "sin" of std::sin and c:sin.
std::string canonicalSpelling(llvm::StringRef Spelling, clang::ASTContext &Ctx);

/// A rule of one line is for functions of numbers, as many as it has operands.
void reportUnfit(const ir::Rule &R, bool HasPartials, ir::SourceLoc At,
                 bool AtEnd, clang::ASTContext &Ctx, ir::Module &M,
                 Diagnostics &Diags);
/// And one of full power by name for what takes as much.
void reportUnfit(const HandRules &ByHand, clang::ASTContext &Ctx, ir::Module &M,
                 Diagnostics &Diags);

/// A derivative that was made before the rule was there went through the body.
void reportLate(const ir::Rule &R, ir::SourceLoc At, clang::ASTContext &Ctx,
                ir::Module &M, Diagnostics &Diags);
/// The same of rules that are written by hand.
void reportLate(const HandRules &ByHand, clang::ASTContext &Ctx, ir::Module &M,
                Diagnostics &Diags);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_RULETARGETS_H
