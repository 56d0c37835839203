// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prolong.h"
#include "IR/Walk.h"
#include "Normalize/Normalize.h"

using namespace nabla;
using llvm::dyn_cast;

/// The statement of Body that declares V, or null.
static const ir::Stmt *declarationOf(ir::Block Body, const ir::Variable *V) {
  const ir::Stmt *Found = nullptr;
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (ir::declared(S) == V)
      Found = S;
  });
  return Found;
}

/// All that makes a block which may be the one at A, or gives it back.
static llvm::DenseSet<const ir::Stmt *>
kinOf(const ir::Allocate &A, ir::Block Body, const analysis::Memory &Mem) {
  auto Behind = [&](const ir::Variable *V) {
    ir::VarRef Address(V, V->type()->value(), V->loc());
    return Mem.behind(&Address);
  };
  analysis::Region R = Behind(A.Var);
  llvm::DenseSet<const ir::Stmt *> Kin;
  if (Mem.isExternal(R) || Mem.isMeasured(R))
    return Kin;
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (auto *Other = dyn_cast<ir::Allocate>(S)) {
      if (Behind(Other->Var) == R)
        Kin.insert(S);
    } else if (auto *Back = dyn_cast<ir::Release>(S)) {
      if (Mem.behind(Back->Pointer) == R)
        Kin.insert(S);
    }
  });
  return Kin;
}

std::optional<ir::Block> nabla::prolong(ir::Module &M, ir::Block Body,
                                        const ir::Variable *V,
                                        const analysis::Memory &Mem) {
  const ir::Stmt *D = declarationOf(Body, V);
  if (!D)
    return std::nullopt;
  if (auto *A = dyn_cast<ir::Allocate>(D)) {
    auto Kin = kinOf(*A, Body, Mem);
    if (Kin.empty() || A->How == ir::Allocator::Reserved)
      return std::nullopt;
    return normalize::keepBlocks(M, Body, Kin);
  }
  if (!llvm::isa<ir::Let, ir::Call>(D) || V->type()->isReference())
    return std::nullopt;
  return normalize::giveBlock(M, Body, V);
}
