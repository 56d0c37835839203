// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The IR's text form: print, parse back, verify. docs/ir.md has the grammar.
// parse(print(M)) prints the same text again.

#ifndef NABLA_TRANSFORM_IR_TEXT_H
#define NABLA_TRANSFORM_IR_TEXT_H

#include "IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace nabla::ir {

/// Prints records, rules and functions of M.
void print(const Module &M, llvm::raw_ostream &OS);
void print(const Function &F, llvm::raw_ostream &OS);
/// F as if Body were its body: what a stage has made of it.
void print(const Function &F, Block Body, llvm::raw_ostream &OS);
void print(const Stmt *S, llvm::raw_ostream &OS);
void print(const Expr *E, llvm::raw_ostream &OS);
void print(const Type *T, llvm::raw_ostream &OS);

/// On one line and without a newline; what is nested in S is "{ ... }".
std::string brief(const Stmt *S);
std::string brief(const Expr *E);
std::string brief(const Type *T);

/// Adds what Text holds to M. Source locations become (line << 8 | column) of
/// Text. On an error returns false and sets Error to "line:column: message".
bool parse(llvm::StringRef Text, Module &M, std::string &Error);

/// True if F obeys the rules of docs/ir.md; otherwise Error says which
/// statement breaks which rule.
bool verify(const Function &F, std::string &Error);
/// The same of F with Body for its body, which may also mention Around.
bool verify(const Function &F, Block Body, std::string &Error,
            llvm::ArrayRef<const Variable *> Around = {});

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_TEXT_H
