// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Shape.h"
#include "IR/LoopShape.h"

using namespace nabla;
using llvm::dyn_cast;

bool plan::isRectangular(llvm::ArrayRef<const ir::Stmt *> Loops,
                         const ir::Stmt *Entry, const Layout &Where,
                         bool MayBreak) {
  for (const ir::Stmt *S : Loops) {
    auto *L = dyn_cast<ir::CountedLoop>(S);
    if (!L || (!MayBreak && ir::hasBreak(L->Body)))
      return false;
    if (S == Entry)
      continue;
    if (!Where.isInvariant(L->Begin, Entry) ||
        !Where.isInvariant(L->End, Entry))
      return false;
  }
  return true;
}
