// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions whose derivative is written by hand:
//
//   y = f(x, n);   ==>   d_y != 0:  rule::vjp(x, n, d_y, d_x);
//
// What the rule reads of the arguments is read as it was at the call.

#ifndef NABLA_TRANSFORM_LINEARIZE_RULED_H
#define NABLA_TRANSFORM_LINEARIZE_RULED_H

#include "Linearize/Contributions.h"

namespace nabla::linearize {

class RuledCall {
public:
  RuledCall(ir::Module &M, Linear &Result, const analysis::Activity &A,
            ShadowMaker &Shadow, Diagnostics &Diags)
      : M(M), B(M), Result(Result), A(A), Shadow(Shadow), Diags(Diags) {}

  /// Appends the forward sweep's part to Out. The adjoint of the Call that it
  /// returns is in Adjoint. Null after an error.
  const ir::Call *make(const ir::Call *C, StmtList &Out, StmtList &Adjoint);

private:
  void primalArgument(unsigned I);
  void pointerArgument(unsigned I, const ir::Expr *Pointer, bool One);
  void recordArgument(unsigned I);
  const ir::Expr *fieldByField(const ir::Expr *Place);
  const ir::Expr *resultArgument(const ir::Variable *Value);
  bool shadowArguments(StmtList &Adjoint);
  const ir::Expr *shadowArgument(unsigned I, const ir::Type *As,
                                 StmtList &Adjoint);
  const ir::Expr *noShadow(unsigned I, const ir::Type *As, StmtList &Adjoint);
  const ir::Expr *named(const ir::Expr *E, llvm::StringRef Name, StmtList &To);
  const ir::Expr *null(const ir::Type *T);
  bool isWanted(unsigned I) const;
  ir::RuledParam::Use useOf(unsigned I) const;
  const ir::Expr *apart(const ir::Expr *D, const ir::Type *As,
                        StmtList &Adjoint);
  bool mayWrite() const;
  bool takesArguments() const;

  ir::Module &M;
  ir::Build B;
  Linear &Result;
  const analysis::Activity &A;
  ShadowMaker &Shadow;
  Diagnostics &Diags;

  const ir::Call *C = nullptr;
  const ir::AdjointRule *R = nullptr;
  /// What the call is given, and what the rule is given for it.
  llvm::SmallVector<const ir::Expr *, 8> In, Back;
  StmtList Before, After;
  /// Adjoints that are added to their shadows after the rule has run.
  std::vector<std::pair<const ir::Expr *, const ir::Variable *>> Last;
  /// Of KeptBy, for the call that is not made yet.
  std::vector<std::pair<const ir::Stmt *, Kept>> Reads;
};

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_RULED_H
