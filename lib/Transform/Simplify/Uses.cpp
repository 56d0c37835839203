// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;
using llvm::dyn_cast;
using llvm::isa;

const Uses::Use &Uses::of(const ir::Stmt *S) {
  if (auto It = Known.find(S); It != Known.end())
    return *It->second;
  auto Found = std::make_unique<Use>();
  ir::forEachUse(S, [&](const ir::Variable *V) { Found->Mentioned.insert(V); });
  if (auto *A = dyn_cast<ir::Assign>(S))
    if (const ir::Variable *V = ir::placeVariable(A->Place))
      Found->Assigned.insert(V);
  Found->Opaque = isa<ir::Call, ir::PassThrough>(S);
  ir::forEachBlock(S, [&](ir::Block B) {
    for (const ir::Stmt *Inner : B) {
      const Use &In = of(Inner);
      Found->Mentioned.insert(In.Mentioned.begin(), In.Mentioned.end());
      Found->Assigned.insert(In.Assigned.begin(), In.Assigned.end());
      Found->Opaque |= In.Opaque;
    }
  });
  return *(Known[S] = std::move(Found));
}
