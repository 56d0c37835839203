// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spans: which statements of a list gotos tie together.

#ifndef NABLA_TRANSFORM_NORMALIZE_SPANS_H
#define NABLA_TRANSFORM_NORMALIZE_SPANS_H

#include "IR/Walk.h"
#include "llvm/ADT/StringSet.h"

namespace nabla::normalize {

/// A statement of a list up to another one, both included.
struct Span {
  size_t First, Last;
  ir::Block of(ir::Block Body) const {
    return Body.slice(First, Last - First + 1);
  }
};

/// The labels in the blocks of S.
llvm::StringSet<> nestedLabels(const ir::Stmt *S);

/// S is an If, and a goto leads from one of its arms into the other.
bool armsEnterEachOther(const ir::Stmt *S);

/// Statements of Body between which a goto leads into a block from outside; of
/// an If, from one of its arms into the other.
std::optional<Span> enteredFromOutside(ir::Block Body);

/// S, and all the statements of Body with gotos to labels in it.
Span grown(ir::Block Body, Span S);

/// The first and the last statement of Body with a goto to Label in it.
std::optional<Span> gotosTo(ir::Block Body, llvm::StringRef Label);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_SPANS_H
