// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contributions: what the adjoint of a value adds to the shadows of what the
// value is made of. With a the adjoint of u * v + w:
//
//   d_u += a * v; d_v += a * u; d_w += a;

#ifndef NABLA_TRANSFORM_LINEARIZE_CONTRIBUTIONS_H
#define NABLA_TRANSFORM_LINEARIZE_CONTRIBUTIONS_H

#include "IR/Build.h"
#include "Linearize/Influence.h"
#include "Linearize/Shadows.h"

namespace nabla::linearize {

using StmtList = llvm::SmallVector<const ir::Stmt *, 16>;

class Contributions {
public:
  /// SeedOnly as in Influence.
  Contributions(ir::Module &M, const analysis::Activity &A, ShadowMaker &Shadow,
                ir::Block Body, bool SeedOnly, Diagnostics &Diags)
      : M(M), B(M), A(A), Shadow(Shadow), Reach(Body, SeedOnly), Diags(Diags) {}

  /// A variable that holds D now, however D changes.
  const ir::Expr *named(const ir::Expr *D, ir::SourceLoc L, StmtList &Out);

  /// Of S's value E, whose adjoint is Incoming; not made where the adjoint is
  /// zero if that could matter. Value, if not null, holds E's value.
  void ofValue(const ir::Stmt *S, const ir::Expr *E, const ir::Expr *Incoming,
               const ir::Expr *Value, StmtList &Out);

  /// The same without asking whether the adjoint is zero.
  void of(const ir::Expr *E, const ir::Expr *Incoming, const ir::Expr *Value,
          StmtList &Out);

  /// Says that text which is not modelled carries a derivative.
  void refuse(const ir::Verbatim *E);

private:
  bool mayPollute(const StmtList &Adj);
  void ofSelect(const ir::Select *E, const ir::Expr *Incoming, StmtList &Out);
  void ofBinary(const ir::Binary *E, const ir::Expr *Incoming,
                const ir::Expr *Value, StmtList &Out);
  void ofQuotient(const ir::Binary *E, const ir::Expr *Incoming,
                  const ir::Expr *Value, StmtList &Out);
  void ofRule(const ir::RuleCall *E, const ir::Expr *Incoming,
              const ir::Expr *Value, StmtList &Out);
  const ir::Expr *shared(const ir::Expr *Incoming, bool Twice, ir::SourceLoc L,
                         StmtList &Out);
  void through(const ir::Expr *Arg, const ir::Expr *Incoming,
               const ir::Expr *Partial, StmtList &Out);
  void either(const ir::Expr *Cond, StmtList &Then, StmtList &Else,
              ir::SourceLoc L, StmtList &Out);
  const ir::Expr *product(const ir::Expr *Incoming, const ir::Expr *Partial);

  ir::Module &M;
  ir::Build B;
  const analysis::Activity &A;
  ShadowMaker &Shadow;
  Influence Reach;
  Diagnostics &Diags;
};

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_CONTRIBUTIONS_H
