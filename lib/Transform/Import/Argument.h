// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument: an expression of a call, and how it is handed over.

#ifndef NABLA_TRANSFORM_IMPORT_ARGUMENT_H
#define NABLA_TRANSFORM_IMPORT_ARGUMENT_H

#include "clang/AST/Expr.h"

namespace nabla::import {

enum class Passed : uint8_t {
  Value,
  Place, ///< Bound to a reference; the object of a member function.
  Behind ///< A pointer to the object of a member function.
};

struct Argument {
  const clang::Expr *E;
  Passed How;
};

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_ARGUMENT_H
