// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HandRules: derivatives that the user has written himself, as the AST shows
// them: specializations of nabla::adjoint for one function, and of nabla::rule
// for every function of a name, with a 'vjp' or a 'reverse' in them; and
// functions that nabla::inactive is true for.

#ifndef NABLA_TRANSFORM_IMPORT_HANDRULES_H
#define NABLA_TRANSFORM_IMPORT_HANDRULES_H

#include "IR/Module.h"
#include "Support/Diagnostics.h"
#include "clang/AST/DeclTemplate.h"
#include <string>
#include <vector>

namespace nabla::import {

/// A specialization that is a rule.
struct HandRule {
  const clang::CXXRecordDecl *Record;
  std::string Class; ///< "nabla::adjoint<&my::f>", as generated code says it.
  /// What a specialization of nabla::adjoint is for; null for one by name.
  const clang::FunctionDecl *Function;
  std::vector<std::string> Spellings;
};

/// The members of that name of a class, or else of a base of it.
llvm::SmallVector<const clang::NamedDecl *, 4>
lookupIn(const clang::CXXRecordDecl &Record, llvm::StringRef Name);

/// A member of a class by its name, or null. Function templates are seen as
/// what they make functions of.
const clang::FunctionDecl *findMember(const clang::CXXRecordDecl &Record,
                                      llvm::StringRef Name);
/// All of that name.
std::vector<const clang::FunctionDecl *>
findMembers(const clang::CXXRecordDecl &Record, llvm::StringRef Name);

/// static constexpr bool Name = true;
bool isTrue(const clang::CXXRecordDecl &Record, llvm::StringRef Name);

/// The types of what F takes: of a member function, a reference to the object
/// first.
std::vector<clang::QualType> takenBy(const clang::FunctionDecl &F);

/// A rule of the form that is not one line: with a vjp or a reverse.
bool isByHand(const clang::CXXRecordDecl &Record);

class HandRules {
public:
  explicit HandRules(clang::ASTContext &Ctx);

  const std::vector<HandRule> &all() const { return Rules; }
  /// The rule for F, or null: one for F itself comes before one for its name,
  /// and a user's before one of Nabla's.
  const HandRule *of(const clang::FunctionDecl &F) const;
  /// nabla::inactive is true for F, or a rule for its name that has no real to
  /// do with in F.
  bool isInactive(const clang::FunctionDecl &F) const;
  /// Why there is no rule for F, as a clause, though there is one for its name;
  /// empty if there is a rule, or none for the name.
  std::string whyNone(const clang::FunctionDecl &F) const;
  /// Some member of R may be for F, by the number of its parameters; a rule for
  /// a name is one for the overloads that it takes as many arguments of.
  static bool mayBeFor(const HandRule &R, const clang::FunctionDecl &F);

private:
  std::vector<HandRule> Rules;
  std::vector<const clang::FunctionDecl *> Inactive;
};

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_HANDRULES_H
