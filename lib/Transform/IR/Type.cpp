// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a type can tell only by looking through the types it is made of.

#include "IR/Type.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace nabla::ir;

bool Type::isFlatRecord() const {
  return unqualified()->is(TypeKind::Record) && !fields().empty() &&
         llvm::all_of(fields(), [](const RecordField &F) {
           return F.Ty->isArithmetic();
         });
}

// Asks every type reachable from this one, each once: records may hold pointers
// to themselves, and their fields may be set after a type made of them.
bool Type::holdsReal() const {
  llvm::SmallPtrSet<const Type *, 8> Seen;
  llvm::SmallVector<const Type *, 8> Work{this};
  while (!Work.empty()) {
    const Type *T = Work.pop_back_val();
    if (T->isReal())
      return true;
    if (!Seen.insert(T).second)
      continue;
    if (T->element())
      Work.push_back(T->element());
    for (const RecordField &F : T->fields())
      Work.push_back(F.Ty);
  }
  return false;
}
