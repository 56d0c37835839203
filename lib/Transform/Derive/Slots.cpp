// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Derive/Slots.h"
#include "IR/LoopShape.h"
#include "IR/Walk.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::derive;
using llvm::cast;
using plan::Slot;

/// Arrays up to this many elements, known at compile time, are plain locals.
static constexpr uint64_t LargestLocalArray = 256;

bool derive::needsScope(ir::Block Code) {
  bool Needs = false;
  ir::walk(Code, [&](const ir::Stmt *S) {
    auto *A = llvm::dyn_cast<ir::Allocate>(S);
    auto *R = llvm::dyn_cast<ir::Release>(S);
    Needs |= llvm::isa<ir::Reserve>(S) ||
             (A && A->How == ir::Allocator::Reserved) || (R && R->Late);
  });
  return Needs;
}

/// A scalar type as C++ spells it.
static std::string spelled(const ir::Type *T) {
  std::string Const = T->isConst() ? "const " : "";
  if (T->isPointer()) {
    std::string Star = T->isConst() ? "*const" : "*", Extents;
    const ir::Type *To = T->element();
    for (; To->isArray(); To = To->element())
      Extents += "[" + std::to_string(To->extent()) + "]";
    return spelled(To) + " " + (Extents.empty() ? Star : "(" + Star + ")") +
           Extents;
  }
  return Const + T->spelling().str();
}

bool Slots::isSmall(const Slot &S, uint64_t &Size) {
  Size = 1;
  for (const ir::Stmt *L : S.Loops) {
    auto N = ir::integerValue(ir::tripCount(B, cast<ir::CountedLoop>(L)));
    if (!N || *N < 0)
      return false;
    Size *= std::max<int64_t>(*N, 1);
    if (Size > LargestLocalArray)
      return false;
  }
  return true;
}

const ir::Variable *Slots::storage(const ir::Variable *V) {
  auto [It, New] = Storage.try_emplace(V, nullptr);
  if (!New)
    return It->second;
  const Slot &S = P.Slots.find(V)->second;
  const ir::Type *T = V->type()->unqualified();
  uint64_t Size;
  if (S.As == Slot::Array)
    T = isSmall(S, Size) ? M.arrayOf(T, Size) : M.pointerTo(T);
  else if (S.As == Slot::Stack)
    T = M.opaqueType(M.save("::nabla::stack<" + spelled(T) + ">"));
  It->second = M.makeLocal(M.save(names::saved(V->name())), T, V->loc());
  return It->second;
}

void Slots::declare(unsigned Level, ir::Block Body, StmtList &Out,
                    bool &UsesArena) {
  ir::walk(Body, [&](const ir::Stmt *S) {
    UsesArena |= llvm::isa<ir::Reserve>(S); // frames of callees
    const ir::Variable *V = ir::declared(S);
    auto It = V ? P.Slots.find(V) : P.Slots.end();
    if (It == P.Slots.end() || It->second.Level != Level)
      return;
    uint64_t Size;
    if (It->second.As != Slot::Array)
      Out.push_back(M.make<ir::Let>(storage(V), nullptr, V->loc()));
    UsesArena |= It->second.As == Slot::Stack ||
                 (It->second.As == Slot::Array && !isSmall(It->second, Size));
  });
}

void Slots::enter(const ir::Stmt *Loop, unsigned Level, StmtList &Out) {
  ir::walk(ir::Block(Loop), [&](const ir::Stmt *S) {
    const ir::Variable *V = ir::declared(S);
    auto It = V ? P.Slots.find(V) : P.Slots.end();
    if (It == P.Slots.end() || It->second.Level != Level ||
        It->second.As != Slot::Array || It->second.Loops.front() != Loop)
      return;
    uint64_t Size;
    if (isSmall(It->second, Size))
      Out.push_back(M.make<ir::Let>(storage(V), nullptr, V->loc()));
    else
      Out.push_back(
          M.make<ir::Reserve>(storage(V), total(It->second), false, V->loc()));
  });
}

const ir::Expr *Slots::total(const Slot &S) {
  const ir::Expr *N = nullptr;
  for (const ir::Stmt *L : S.Loops) {
    const ir::Expr *Trips = ir::tripCount(B, cast<ir::CountedLoop>(L));
    if (S.Loops.size() > 1)
      Trips = B.cast(Trips, M.longType());
    N = N ? B.mul(N, Trips) : Trips;
  }
  return N;
}

/// Iterations are numbered row by row.
const ir::Expr *Slots::element(const ir::Variable *V) {
  const Slot &S = P.Slots.find(V)->second;
  if (S.As == Slot::Local)
    return B.ref(storage(V));
  const ir::Expr *Number = nullptr;
  for (const ir::Stmt *L : S.Loops) {
    auto *C = cast<ir::CountedLoop>(L);
    const ir::Expr *I = ir::iteration(B, C);
    if (S.Loops.size() > 1)
      I = B.cast(I, M.longType());
    Number =
        Number
            ? B.add(B.mul(Number, B.cast(ir::tripCount(B, C), M.longType())), I)
            : I;
  }
  return B.index(B.ref(storage(V)), Number);
}

void Slots::store(const ir::Variable *V, StmtList &Out) {
  B.Loc = V->loc();
  const Slot &S = P.Slots.find(V)->second;
  if (S.As == Slot::Stack)
    Out.push_back(M.make<ir::Push>(storage(V), B.ref(V), V->loc()));
  else
    Out.push_back(B.set(element(V), B.ref(V)));
}

void Slots::load(const ir::Variable *V, StmtList &Out) {
  B.Loc = V->loc();
  const Slot &S = P.Slots.find(V)->second;
  if (S.As == Slot::Stack)
    Out.push_back(M.make<ir::Pop>(V, storage(V), V->loc()));
  else
    Out.push_back(M.make<ir::Let>(V, element(V), V->loc()));
}
