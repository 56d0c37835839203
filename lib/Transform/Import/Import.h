// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Import: Clang's AST to IR. The only folder of lib/ that includes Clang. After
// it, side effects are statements, every conversion is explicit, and whatever
// Nabla does not model is a Verbatim or a PassThrough that says why.

#ifndef NABLA_TRANSFORM_IMPORT_IMPORT_H
#define NABLA_TRANSFORM_IMPORT_IMPORT_H

#include "IR/Module.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
class QualType;
class Sema;
} // namespace clang

namespace nabla::import {

/// How the plugin marks a [[grad]] function in the AST: one of its declarations
/// has a clang::SuppressAttr whose first identifier is this, followed by the
/// positions of the differentiated parameters. (A SuppressAttr survives
/// precompiled headers and, unlike an AnnotateAttr, leaves no trace in the
/// object file and keeps no static function alive.)
inline constexpr char GradMark[] = "nabla.grad";

/// And what is `[[trainable]]`: a variable or data member with such an
/// attribute that says this.
inline constexpr char TrainableMark[] = "nabla.trainable";

/// D, or another declaration of the same variable, has that mark.
bool isTrainable(const clang::Decl *D);
/// Some member of an object of type T has it, at any depth; T may be an array.
bool hasTrainableMembers(clang::QualType T);

/// Reads every specialization of nabla::rule that the translation unit has
/// seen so far and that M does not know yet, and adds it to M. At the end of
/// the file it is known what the user's rules are for that was still to come,
/// and which of them nobody has looked at.
void importRules(clang::ASTContext &Ctx, ir::Module &M, Diagnostics &Diags,
                 bool AtEnd = false);
/// The translation unit has rules of the user's.
bool hasUsersRules(clang::ASTContext &Ctx);

/// The function in M for F, with its body where the body is visible, and so
/// for everything it calls, transitively. Reports what cannot be modelled at
/// all. Importing the same function again is cheap and gives the same result;
/// a body that has become visible since is added. S, if there is one, makes the
/// bodies of templates' instances that are still due; that is allowed only
/// where declarations may be parsed.
ir::Function *importFunction(clang::ASTContext &Ctx,
                             const clang::FunctionDecl *F, ir::Module &M,
                             Diagnostics &Diags, clang::Sema *S = nullptr);

/// Gives F its body if F is an instance of a template whose body is visible.
void instantiate(clang::Sema &S, const clang::FunctionDecl &F);

/// Some rule that M knows, or that is written by hand, is for F.
bool hasRule(clang::ASTContext &Ctx, const clang::FunctionDecl *F,
             ir::Module &M);

/// The function in M that F's address leads to: F itself, or, where F has a
/// rule, one that does what the rule says. Reports nothing; null if it cannot
/// be modelled.
ir::Function *importTarget(clang::ASTContext &Ctx, const clang::FunctionDecl *F,
                           ir::Module &M, clang::Sema *S);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_IMPORT_H
