// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printer: how IR becomes text. Only Print*.cpp include it; the others use
// Text.h. docs/ir.md has the grammar.

#ifndef NABLA_TRANSFORM_IR_PRINTER_H
#define NABLA_TRANSFORM_IR_PRINTER_H

#include "IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace nabla::ir {

/// The names of variables in one text: "%x", then "%x.1" for the next x.
class TextNames {
public:
  llvm::StringRef operator()(const Variable *V);

private:
  llvm::DenseMap<const Variable *, std::string> Names;
  llvm::StringSet<> Taken;
};

class Printer {
public:
  Printer(llvm::raw_ostream &OS, TextNames &Names) : OS(OS), Names(Names) {}

  void type(const Type *T);
  void expr(const Expr *E);
  /// Lines, each indented and ended by a newline.
  void stmt(const Stmt *S);
  /// The first line alone; "{ ... }" for what is nested.
  void firstLine(const Stmt *S);
  void record(const Type *T);
  void global(const Variable *V);
  void adjoint(const Function &F);
  void rule(const Rule &R);
  void function(const Function &F);
  /// With another body, or (null) none.
  void function(const Function &F, const Block *Body);

private:
  /// Binding strength, as in C++; Operators.def has those between.
  enum Level {
    Any = 0,
    LowestBinary = 1,
    UnaryLevel = 11,
    Postfix = 12,
    Primary = 13
  };
  static int levelOf(const Expr *E);

  // Expressions
  void operand(const Expr *E, int Level);
  void bare(const Expr *E);
  void integer(const IntLiteral &L);
  void real(const RealLiteral &L);
  void unary(const Unary &U);
  void binary(const Binary &B);
  void member(const Member &M);
  void ruleCall(const RuleCall &C);
  void functionRef(const FunctionRef &F);
  void pieces(llvm::ArrayRef<TextPiece> Pieces);
  void list(ExprList L);
  void angled(const char *Word, const Type *T);

  // Statements
  void head(const Stmt *S);
  void counted(const CountedLoop &L);
  void loopTest(const Loop &L);
  void exit(const Exit &X);
  void passThrough(const PassThrough &P);
  void variables(const char *Word, llvm::ArrayRef<const Variable *> L);
  void arm(const SwitchArm &A);
  void block(Block B);
  void indented(Block B);

  // Names
  void declare(const Variable *V);
  void word(llvm::StringRef Name);
  void quoted(llvm::StringRef Text);
  void parameters(llvm::ArrayRef<const Variable *> Params);
  void attributes(const Function &F);

  llvm::raw_ostream &OS;
  TextNames &Names;
  unsigned Depth = 0;
  bool Brief = false;
};

/// A letter or '_', then letters, digits and '_'.
bool isWord(llvm::StringRef S);
const char *spelling(BinaryOp Op);
/// "..." with escapes.
std::string quotedText(llvm::StringRef S);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_PRINTER_H
