// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callee: which kind of call an expression is. New kinds of calls go into the
// list here, and into the table of Call.cpp.

#ifndef NABLA_TRANSFORM_IMPORT_CALLEE_H
#define NABLA_TRANSFORM_IMPORT_CALLEE_H

#include "Import/Argument.h"
#include "Import/Body.h"

namespace nabla::import {

enum class CallKind : uint8_t {
  Forward,  ///< Yields its first argument: std::move, __builtin_expect.
  Field,    ///< Yields a field of an object that has a layout.
  Assign,   ///< The assignment of a record, which C++ sees as a call.
  Rule,     ///< A rule of the registry differentiates it.
  List,     ///< Something for two operands, folded over a list of them.
  Constant, ///< The compiler knows its value.
  Free,     ///< Gives back a block of the C library's.
  Function, ///< A function of the IR.
  Pointer,  ///< Whatever function a pointer leads to.
  Text      ///< Copied as it stands.
};

struct Callee {
  CallKind Kind;
  const ir::Rule *Rule = nullptr; ///< Of a Rule, or of a List.
  std::string Why = {};           ///< Of a Text, as in ir::Verbatim.
  /// Of a Function: what is imported instead of it, or null. Of a Rule: what
  /// tells which object its result refers to, if that is known. Of a List
  /// without a rule: what is folded over it.
  const clang::FunctionDecl *Substitute = nullptr;
  unsigned Field = 0; ///< Of a Field.
};

/// The arguments of a call of F, the object of a member function first.
llvm::SmallVector<Argument, 4> argumentsOf(const clang::FunctionDecl &F,
                                           const clang::CallExpr &E);

Callee calleeOf(Body &B, const clang::CallExpr &E);

/// Why a reference cannot be bound to the call of a function with a rule.
inline constexpr char ValueOfRule[] =
    "a rule tells the value of this call, not which object it refers to; copy "
    "the value into a variable that is no reference";
/// E is a call that refers to some object, and a rule tells its value only.
bool isOnlyValue(Body &B, const clang::Expr *E);

/// The rule that differentiates the call, or null.
const ir::Rule *ruleOf(Body &B, const clang::CallExpr &E);

/// The elements of the one argument of max({a, b, c}); null for other calls.
const clang::InitListExpr *listArgument(const clang::CallExpr &E);

/// The type of the function that E, a call through a pointer, calls; null for
/// a pointer to a member.
const clang::FunctionProtoType *calledType(const clang::CallExpr &E);

/// Why F can't be a function of the IR, as a clause; empty if it can.
std::string whyNoFunction(const clang::FunctionDecl &F);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_CALLEE_H
