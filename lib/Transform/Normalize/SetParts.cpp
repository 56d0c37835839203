// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// double a[9] = {x};   becomes   a[0] = x; for (k = 1; k < 9; k += 1) a[k] = 0;
// char a[9] = "x";    becomes   char text[9] = "x"; for (k...) a[k] = text[k];

#include "Normalize/SetParts.h"

using namespace nabla;
using namespace nabla::normalize;

/// Zeros up to this number are written one by one.
static constexpr uint64_t MostWrittenOut = 8;

static void zeroElements(ir::Build &B, const ir::Expr *Array, uint64_t From,
                         StmtList &Out) {
  ir::Module &M = B.module();
  const ir::Type *Long = M.longType();
  const ir::Variable *K = M.makeLocal("k", Long, B.Loc);
  const ir::Expr *Part = B.index(Array, B.ref(K));
  StmtList Body;
  setParts(B, Part, B.zero(Part->Ty), Body);
  Out.push_back(M.make<ir::CountedLoop>(
      K, B.integer(int64_t(From), Long), ir::BinaryOp::Lt,
      B.integer(int64_t(Array->Ty->extent()), Long), 1, M.block(Body), B.Loc));
}

void normalize::setParts(ir::Build &B, const ir::Expr *Place,
                         const ir::Expr *Value, StmtList &Out) {
  auto *A = llvm::dyn_cast<ir::Aggregate>(Value);
  if (!A && Place->Ty->isArray()) {
    B.setToLiteral(Place, Value, Out);
    return;
  }
  if (!A) {
    Out.push_back(
        B.module().make<ir::Assign>(Place, ir::AssignOp::Set, Value, B.Loc));
    return;
  }
  bool Array = Place->Ty->isArray();
  uint64_t N = Array ? Place->Ty->extent() : Place->Ty->fields().size();
  uint64_t Given = A->Elements.size();
  if (Array && N - Given > MostWrittenOut)
    N = Given;
  for (uint64_t I = 0; I < N; ++I) {
    const ir::Expr *Part =
        Array ? B.elementOf(Place, int64_t(I)) : B.member(Place, unsigned(I));
    setParts(B, Part, I < Given ? A->Elements[I] : B.zero(Part->Ty), Out);
  }
  if (Array && N < Place->Ty->extent())
    zeroElements(B, Place, N, Out);
}
