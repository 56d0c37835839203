// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements as lines of text. Stmt.cpp has the simple ones, Branch.cpp,
// Loop.cpp and Call.cpp the others.

#ifndef NABLA_TRANSFORM_EMIT_STMTPRINTER_H
#define NABLA_TRANSFORM_EMIT_STMTPRINTER_H

#include "Emit/Constness.h"
#include "Emit/Expr.h"
#include <optional>

namespace nabla::emit {

/// What a statement's text depends on besides itself.
struct Context {
  Names &N;
  /// Where the text stands, so that calls need not say it.
  llvm::ArrayRef<std::string> Namespaces;
  /// Not to be declared const; null: nothing is.
  const llvm::DenseSet<const ir::Variable *> *Changed = nullptr;
  const ir::Type *Result = nullptr; ///< Of the function; null if unknown.
};

class StmtPrinter {
public:
  explicit StmtPrinter(Context &C) : C(C), E(C.N) {}

  /// Lines, each indented and ended by a newline.
  void block(ir::Block B, unsigned Indent);
  std::string takeText() { return std::move(Out); }

  /// S on one line; of a compound statement, its head.
  std::string head(const ir::Stmt *S);

private:
  // Lines
  void line(llvm::StringRef Code);
  void comment(llvm::StringRef Text);
  /// Head and the block, with braces if it needs any.
  void braced(llvm::StringRef Head, ir::Block B);
  void indented(ir::Block B);

  void stmt(const ir::Stmt *S, bool Last);

  // Simple statements (Stmt.cpp)
  /// Without the ';'; nothing for statements of several lines.
  std::optional<std::string> simple(const ir::Stmt *S);
  std::string let(const ir::Let &L);
  std::string assign(const ir::Assign &A);
  std::string exit(const ir::Exit &X);
  std::string reserve(const ir::Reserve &R);
  std::string allocate(const ir::Allocate &A);
  std::string release(const ir::Release &R);
  std::string declaration(const ir::Variable *V, bool MayBeConst);
  void passThrough(const ir::PassThrough &P);
  void remark(const ir::Remark &R);
  void label(llvm::StringRef Name, bool Last);

  // Call.cpp
  std::string call(const ir::Call &C);
  std::string calleeName(const ir::Function &F);

  // Branch.cpp
  void branch(const ir::If &I);
  void switchOver(const ir::Switch &W);
  void arm(const ir::Switch &W, const ir::SwitchArm &A,
           const ir::SwitchArm *Next);
  void armLabels(const ir::SwitchArm &A, bool Brace);

  // Loop.cpp
  std::string head(const ir::CountedLoop &L);
  void loop(const ir::Loop &L, const ir::Let *Init);
  void headedLoop(const ir::Loop &L, const ir::Let *Init);
  void doLoop(const ir::Loop &L);
  void endlessLoop(const ir::Loop &L);
  std::string loopHead(const ir::Loop &L, const ir::Let *Init);
  /// Body, and behind it Tail, to which continue goes.
  void bodyAndTail(ir::Block Body, ir::Block Tail, bool Continues);
  bool forLoop(const ir::Scope &S);
  std::optional<std::string> headStep(const ir::Loop &L);
  void leaveUnless(const ir::Expr *Cond);

  Context &C;
  ExprPrinter E;
  unsigned Indent = 0;
  std::string Out;
  /// Where continue goes, for each loop around: a label, or (empty) where the
  /// C++ statement goes.
  llvm::SmallVector<std::string, 4> ContinueTo;
};

/// True if B is one statement that needs no braces.
bool needsNoBraces(ir::Block B);

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_STMTPRINTER_H
