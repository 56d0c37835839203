// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shadows of places and pointers: the same path through the shadow of the
// variable at its root.

#ifndef NABLA_TRANSFORM_LINEARIZE_SHADOWS_H
#define NABLA_TRANSFORM_LINEARIZE_SHADOWS_H

#include "IR/Build.h"
#include "Linearize/Linearize.h"
#include "Linearize/ShadowType.h"

namespace nabla::linearize {

/// Appends S, a statement of the forward sweep that sets a shadow pointer, to
/// Out. Shadows whose address it takes are early.
void addForward(Shadows &S, const ir::Stmt *Setter,
                llvm::SmallVectorImpl<const ir::Stmt *> &Out);

/// ": " and why something is text, as ir::Verbatim has it, and what to do; ""
/// for "".
std::string because(llvm::StringRef Why);
inline constexpr char InsteadOfText[] =
    "; write it with plain arrays, structs and functions";

class ShadowMaker {
public:
  ShadowMaker(ir::Module &M, Shadows &S, Diagnostics &Diags)
      : M(M), B(M), S(S), Diags(Diags) {}

  /// Makes the shadow parameters of F's wanted parameters.
  void makeParams(const ir::Function &F, const analysis::ParamMask &Wanted);

  /// The shadow of an active place. Null, after an error, if there is none.
  const ir::Expr *place(const ir::Expr *Place);
  /// The shadow of a pointer into active storage; likewise.
  const ir::Expr *pointer(const ir::Expr *Pointer);
  /// The shadow of a variable: a record, scalar or array of adjoints, or a
  /// pointer or reference to such. Null, after an error, if there is none.
  const ir::Variable *variable(const ir::Variable *V, ir::SourceLoc Use);

private:
  const ir::Variable *global(const ir::Variable *V, ir::SourceLoc Use);
  const ir::Expr *
  chosen(const ir::Select *S,
         llvm::function_ref<const ir::Expr *(const ir::Expr *)> Of);

  ir::Module &M;
  ir::Build B;
  Shadows &S;
  Diagnostics &Diags;
};

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_SHADOWS_H
