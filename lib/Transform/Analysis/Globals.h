// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which global variables a function reads and changes, itself or in what it
// calls, as far as bodies are known. Constants do not count.

#ifndef NABLA_TRANSFORM_ANALYSIS_GLOBALS_H
#define NABLA_TRANSFORM_ANALYSIS_GLOBALS_H

#include "IR/Module.h"
#include "llvm/ADT/SetVector.h"

namespace nabla::analysis {

using GlobalSet = llvm::SmallSetVector<const ir::Variable *, 8>;

struct GlobalUse {
  GlobalSet Mentioned;
  /// Globals, constants too, that hold pointers by which reals are reached.
  GlobalSet Leading;
  /// Assigned to, or handed out so that they may be. What a global pointer
  /// leads to counts as the pointer's.
  GlobalSet Written;
  /// Something is called or copied that may use any other.
  bool Unseen = false;
  /// Something is called that is differentiated elsewhere.
  bool Elsewhere = false;
  /// Something is called of which nothing is known: Module::unseen, and any.
  bool UsesUnseen = false;
};

/// The sweeps of F are made where its body is: by another file, or by whichever
/// file has the function that a pointer leads to.
inline bool isElsewhere(const ir::Function &F) {
  return !F.hasBody() && !F.rule() && !F.isInactive() &&
         (F.isIndirect() || F.isAnnotated());
}

/// An object of type T may hold a pointer: one that cannot be looked into may.
bool mayHoldPointer(const ir::Type *T);

GlobalUse globalsOf(ir::Block Body);
GlobalUse globalsOf(const ir::Function &F);

} // namespace nabla::analysis

#endif // NABLA_TRANSFORM_ANALYSIS_GLOBALS_H
