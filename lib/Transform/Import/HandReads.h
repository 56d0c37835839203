// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HandReads: what a rule that is written by hand reads.

#ifndef NABLA_TRANSFORM_IMPORT_HANDREADS_H
#define NABLA_TRANSFORM_IMPORT_HANDREADS_H

#include "Import/HandSignature.h"

namespace nabla::import {

struct HandUse {
  ir::RuledParam::Use Read = ir::RuledParam::Unread;
  int Extent = -1; ///< Position in 'reads', where that tells how much.
  bool MayLackShadow = false;
  std::vector<unsigned> For; ///< As in ir::RuledParam.
};

/// For each parameter of F. False after an error.
bool findUses(const HandRule &R, const clang::FunctionDecl &F,
              const HandSignature &S, llvm::ArrayRef<bool> HasShadow,
              bool HasSeed, std::vector<HandUse> &Uses, Diagnostics &Diags);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_HANDREADS_H
