// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kinds: one verdict for each class of statements and expressions of Clang.

#ifndef NABLA_TRANSFORM_IMPORT_KINDS_H
#define NABLA_TRANSFORM_IMPORT_KINDS_H

#include "clang/AST/Stmt.h"

namespace nabla::import {

enum class Verdict : uint8_t {
  Modelled, ///< Has nodes in the IR.
  Copied,   ///< Has a place in copied text only.
  Rejected
};

struct Kind {
  Verdict V;
  /// Of what is rejected: what it is ("inline assembly") and what to do.
  const char *What = "", *Remedy = "";
};

Kind kindOf(const clang::Stmt &S);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_KINDS_H
