// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objection: something that stands in the way of importing a function.

#ifndef NABLA_TRANSFORM_IMPORT_OBJECTION_H
#define NABLA_TRANSFORM_IMPORT_OBJECTION_H

#include "clang/Basic/SourceLocation.h"
#include <string>

namespace nabla::import {

struct Objection {
  clang::SourceLocation Loc;
  std::string Text; ///< As in a Diagnostic.
};

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_OBJECTION_H
