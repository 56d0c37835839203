// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of a function that has a pair of sweeps:
//
//   y = f(x);   ==>   forward:  y = f__fwd(x, frame);
//                     reverse:  f__rev(frame, d_y, &d_x);

#ifndef NABLA_TRANSFORM_LINEARIZE_PAIREDCALL_H
#define NABLA_TRANSFORM_LINEARIZE_PAIREDCALL_H

#include "Linearize/Contributions.h"

namespace nabla::linearize {

/// C has a part in the derivative: by its result, by what it writes, or by the
/// pointers that it moves.
bool isActiveCall(const ir::Call *C, const analysis::Activity &A);

class PairedCall {
public:
  PairedCall(ir::Module &M, Linear &Result, const analysis::Activity &A,
             ShadowMaker &Shadow, Pairs &Called, Diagnostics &Diags)
      : M(M), B(M), Result(Result), A(A), Shadow(Shadow), Called(Called),
        Diags(Diags) {}

  /// Appends the forward sweep's part to Out. The adjoint of the Call that it
  /// returns is in Adjoint. Null after an error.
  const ir::Call *make(const ir::Call *C, StmtList &Out, StmtList &Adjoint);

private:
  bool canDifferentiate(const ir::Call *C);
  analysis::ParamMask wantedParams(const ir::Call *C);
  const ir::Expr *unusedShadow(const ir::Call *C, unsigned I, StmtList &Adj);
  bool isWanted(const ir::Variable *Param, const ir::Expr *Arg) const;
  const ir::Expr *argumentShadow(const ir::Variable *Param,
                                 const ir::Expr *Arg);

  ir::Module &M;
  ir::Build B;
  Linear &Result;
  const analysis::Activity &A;
  ShadowMaker &Shadow;
  Pairs &Called;
  Diagnostics &Diags;
};

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_PAIREDCALL_H
