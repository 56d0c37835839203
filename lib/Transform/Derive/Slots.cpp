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

/// A scalar type as C++ spells it; Inner: the declarator inside of it.
static std::string spelled(const ir::Type *T, std::string Inner = "") {
  std::string Const = T->isConst() ? "const" : "";
  if (!T->isPointer())
    return (Const.empty() ? "" : "const ") + T->spelling().str() +
           (Inner.empty() ? "" : " ") + Inner;
  Inner = "*" + Const + (Inner.empty() || Const.empty() ? "" : " ") + Inner;
  const ir::Type *To = T->element();
  if (To->isArray())
    Inner = "(" + Inner + ")";
  for (; To->isArray(); To = To->element())
    Inner += "[" + std::to_string(To->extent()) + "]";
  return spelled(To, Inner);
}

bool Slots::isSmall(const Slot &S, uint64_t &Size) {
  Size = 1;
  for (const ir::Stmt *L : S.Over) {
    auto N = ir::integerValue(ir::tripCount(B, cast<ir::CountedLoop>(L)));
    if (!N || *N < 0)
      return false;
    Size *= std::max<int64_t>(*N, 1);
    if (Size > LargestLocalArray)
      return false;
  }
  return true;
}

Slots::Slots(ir::Module &M, const plan::Plan &P) : M(M), B(M), P(P) {
  ir::walk(P.Body, [&](const ir::Stmt *S) {
    const ir::Variable *V = ir::declared(S);
    auto It = V ? P.Slots.find(V) : P.Slots.end();
    if (It != P.Slots.end() && It->second.As == Slot::Rows)
      place(V, It->second);
  });
}

/// Rows of one length that are made together are one block.
void Slots::place(const ir::Variable *V, const Slot &S) {
  for (Shelf &Known : Shelves) {
    const Slot &First = P.Slots.find(Known.Values[0])->second;
    if (First.Level == S.Level && First.Entry == S.Entry &&
        First.Over == S.Over &&
        Known.Values[0]->type()->unqualified() == V->type()->unqualified())
      return Known.Values.push_back(V);
  }
  Shelves.push_back({{V}, nullptr});
}

const ir::Type *Slots::stackOf(const ir::Type *T) {
  return M.opaqueType(M.save("::nabla::stack<" + spelled(T) + ">"));
}

/// The row of V's that is being filled or read.
const ir::Variable *Slots::row(const ir::Variable *V) {
  const ir::Variable *&Row = Rows[V];
  if (!Row)
    Row = M.makeLocal(M.save(names::row(V->name())),
                      M.pointerTo(V->type()->unqualified()), V->loc());
  return Row;
}

bool Slots::isIn(const ir::Variable *V, ir::Block Body) const {
  bool Found = false;
  ir::walk(Body, [&](const ir::Stmt *S) { Found |= ir::declared(S) == V; });
  return Found;
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
    T = stackOf(T);
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
    if (It->second.As != Slot::Array && It->second.As != Slot::Rows)
      Out.push_back(M.make<ir::Let>(storage(V), nullptr, V->loc()));
    UsesArena |= It->second.As == Slot::Stack ||
                 (It->second.As == Slot::Array && !isSmall(It->second, Size));
  });
  for (Shelf &Sh : Shelves) {
    const ir::Variable *V = Sh.Values[0];
    if (P.Slots.find(V)->second.Level != Level || !isIn(V, Body))
      continue;
    Out.push_back(M.make<ir::Let>(blocks(Sh), nullptr, V->loc()));
    UsesArena = true;
  }
}

void Slots::enter(const ir::Stmt *Loop, unsigned Level, StmtList &Out) {
  ir::walk(ir::Block(Loop), [&](const ir::Stmt *S) {
    const ir::Variable *V = ir::declared(S);
    auto It = V ? P.Slots.find(V) : P.Slots.end();
    if (It == P.Slots.end() || It->second.Level != Level ||
        It->second.Entry != Loop || It->second.As != Slot::Array)
      return;
    uint64_t Size;
    if (isSmall(It->second, Size))
      Out.push_back(M.make<ir::Let>(storage(V), nullptr, V->loc()));
    else
      Out.push_back(
          M.make<ir::Reserve>(storage(V), total(It->second), false, V->loc()));
  });
  for (Shelf &Sh : Shelves) {
    if (!isEntered(Sh, Loop, Level))
      continue;
    const ir::Variable *First = row(Sh.Values[0]);
    B.Loc = First->loc();
    const ir::Expr *Size = total(P.Slots.find(Sh.Values[0])->second);
    if (Sh.Values.size() > 1)
      Size = B.mul(B.integer(Sh.Values.size(), M.longType()),
                   B.cast(Size, M.longType()));
    Out.push_back(M.make<ir::Reserve>(First, Size, false, First->loc()));
    Out.push_back(M.make<ir::Push>(blocks(Sh), B.ref(First), First->loc()));
    divide(Sh, Out);
  }
}

void Slots::enterReverse(const ir::Stmt *Loop, unsigned Level, StmtList &Out) {
  for (Shelf &Sh : Shelves)
    if (isEntered(Sh, Loop, Level)) {
      const ir::Variable *First = row(Sh.Values[0]);
      Out.push_back(M.make<ir::Pop>(First, blocks(Sh), First->loc()));
      divide(Sh, Out);
    }
}

bool Slots::isEntered(const Shelf &Sh, const ir::Stmt *Loop,
                      unsigned Level) const {
  const Slot &S = P.Slots.find(Sh.Values[0])->second;
  return S.Entry == Loop && S.Level == Level;
}

/// The stack of Sh's blocks.
const ir::Variable *Slots::blocks(Shelf &Sh) {
  const ir::Variable *V = Sh.Values[0];
  if (!Sh.Blocks)
    Sh.Blocks =
        M.makeLocal(M.save(names::saved(V->name())),
                    stackOf(M.pointerTo(V->type()->unqualified())), V->loc());
  return Sh.Blocks;
}

/// Rows after the first begin where the one before ends.
void Slots::divide(const Shelf &Sh, StmtList &Out) {
  B.Loc = Sh.Values[0]->loc();
  const ir::Variable *Before = row(Sh.Values[0]);
  const ir::Expr *Length = total(P.Slots.find(Sh.Values[0])->second);
  for (const ir::Variable *V : llvm::ArrayRef(Sh.Values).drop_front()) {
    Out.push_back(
        M.make<ir::Let>(row(V), B.add(B.ref(Before), Length), V->loc()));
    Before = row(V);
  }
}

const ir::Expr *Slots::total(const Slot &S) {
  const ir::Expr *N = nullptr;
  for (const ir::Stmt *L : S.Over) {
    const ir::Expr *Trips = ir::tripCount(B, cast<ir::CountedLoop>(L));
    if (S.Over.size() > 1)
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
  for (const ir::Stmt *L : S.Over) {
    auto *C = cast<ir::CountedLoop>(L);
    const ir::Expr *I = ir::iteration(B, C);
    if (S.Over.size() > 1)
      I = B.cast(I, M.longType());
    Number =
        Number
            ? B.add(B.mul(Number, B.cast(ir::tripCount(B, C), M.longType())), I)
            : I;
  }
  return B.index(B.ref(S.As == Slot::Rows ? row(V) : storage(V)), Number);
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
