// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values certainly reach the result. Where one of them is not a number,
// the result is none either, and its partials may be what they are. Any other
// value may turn out not to matter: its adjoint is zero then, and must
// contribute zero even where its partials are infinite or not a number.

#ifndef NABLA_TRANSFORM_LINEARIZE_INFLUENCE_H
#define NABLA_TRANSFORM_LINEARIZE_INFLUENCE_H

#include "IR/Walk.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace nabla::linearize {

class Influence {
public:
  /// SeedOnly: the adjoints of Body come from a seed that is not zero.
  Influence(ir::Block Body, bool SeedOnly);
  /// Whatever S assigns reaches the result whenever S runs.
  bool isCertain(const ir::Stmt *S) const;
  /// E may be infinite or not a number though its operands are finite.
  bool mayBlowUp(const ir::Expr *E) const;

private:
  struct Uses {
    llvm::SmallVector<unsigned, 4> Writes; ///< Lists they stand in.
    unsigned LastWrite = 0;                ///< Place in the text.
    bool OnlyAdded = true; ///< Written once, or only incremented.
  };
  void collect(ir::Block B, unsigned List);
  bool encloses(unsigned Outer, unsigned Inner) const;

  llvm::DenseSet<const ir::Variable *> Certain, Risky;
  std::vector<unsigned> ParentList;
  llvm::DenseMap<const ir::Stmt *, unsigned> ListOf, OrderOf;
  unsigned Next = 0;
  bool SeedOnly;
  bool RiskyMemory = false; ///< Something behind a pointer may blow up.
  llvm::DenseMap<const ir::Variable *, Uses> Of;
};

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_INFLUENCE_H
