// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysis/Reals.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace nabla;
using namespace nabla::analysis;

bool analysis::storesReal(const ir::Type *T) {
  T = T->value();
  if (T->isReal() || T->is(ir::TypeKind::Container))
    return true;
  if (T->is(ir::TypeKind::Opaque))
    return !T->isInert();
  if (T->isArray())
    return storesReal(T->element());
  if (T->is(ir::TypeKind::Record))
    for (const ir::RecordField &F : T->fields())
      if (storesReal(F.Ty))
        return true;
  return false;
}

bool analysis::mayStoreReal(const ir::Type *There) {
  return storesReal(There) || There->is(ir::TypeKind::Void);
}

bool analysis::leadsToReal(const ir::Type *T) {
  T = T->value();
  if (!T->isPointer())
    return false;
  const ir::Type *To = T->element();
  while (To->isPointer() || To->isArray())
    To = To->element();
  return T->holdsReal() || storesReal(To);
}

static bool reachesVoid(const ir::Type *T,
                        llvm::SmallPtrSetImpl<const ir::Type *> &Seen) {
  T = T->value();
  if (!Seen.insert(T).second)
    return false;
  if (T->isPointer() || T->isArray())
    return T->element()->isVoid() || reachesVoid(T->element(), Seen);
  return T->is(ir::TypeKind::Record) &&
         llvm::any_of(T->fields(), [&](const ir::RecordField &F) {
           return reachesVoid(F.Ty, Seen);
         });
}

bool analysis::leadsToVoid(const ir::Type *T) {
  llvm::SmallPtrSet<const ir::Type *, 8> Seen;
  return reachesVoid(T, Seen);
}
