// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/ShadowType.h"

using namespace nabla;

const ir::Type *linearize::shadowParamType(ir::Module &M, const ir::Type *T) {
  const ir::Type *V = withoutConst(M, T->value());
  return V->isPointer() && !T->isReference() ? V : M.pointerTo(V);
}

bool linearize::holdsPointer(const ir::Type *T) {
  T = T->value()->innermost();
  if (T->isPointer())
    return true;
  if (T->is(ir::TypeKind::Record))
    for (const ir::RecordField &F : T->fields())
      if (holdsPointer(F.Ty))
        return true;
  return false;
}
