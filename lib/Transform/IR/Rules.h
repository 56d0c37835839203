// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules at work: the partial of a call from its rule's formula, in the call's
// precision and over the call's arguments.

#ifndef NABLA_TRANSFORM_IR_RULES_H
#define NABLA_TRANSFORM_IR_RULES_H

#include "IR/Module.h"
#include <string>

namespace nabla::ir {

/// The derivative of Call in its argument number Param, an expression of Call's
/// type over the arguments and Result, which stands for the value of Call. Null
/// where it is zero. What an argument that is a literal decides is decided.
///
/// A partial without known form comes as a Verbatim whose Why says so; where it
/// is wanted, that is an error at the call.
const Expr *instantiatePartial(Module &M, const RuleCall &Call, unsigned Param,
                               const Expr *Result);

/// How a call of R's function is written where its result is a Real of
/// precision P: "std::sin", or "::j0f" for functions that only C has.
std::string spelling(const Rule &R, Precision P);

/// The rule that lets partials ask whether an argument is a literal; made where
/// M has none. instantiatePartial leaves no call of it.
inline constexpr char KnownRule[] = "known";
const Rule *knownRule(Module &M);

/// nabla::keep(T *to, const T *from, unsigned long n), of the runtime.
const Function *keepFunction(Module &M, const Type *Element);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_RULES_H
