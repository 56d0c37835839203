// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries: the two sweeps of a function as an owner of the frame calls them
// who does not know its type.
//
//   double f__1_fwd(double x, void **frame) {
//     f__frame *made = room for one;
//     *frame = made;
//     return f__fwd(x, made);
//   }
//   void f__1_rev(void *frame, double seed, double *d_x) {
//     f__rev((f__frame *)frame, seed, d_x);
//   }

#include "Derive/Derive.h"
#include "Derive/Sweeps.h"
#include "IR/Build.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::derive;

/// Parameters of Sweep, where Of stands for the frame.
static std::vector<const ir::Variable *> paramsOf(const ir::Function &Sweep,
                                                  const ir::Variable *Frame,
                                                  const ir::Variable *Of) {
  std::vector<const ir::Variable *> Params(Sweep.params());
  std::replace(Params.begin(), Params.end(), Frame, Of);
  return Params;
}

static ir::Declarator declarator(const linearize::Pair &P, std::string Name) {
  ir::Declarator D = linearize::privateDeclarator(*P.Primal);
  D.Name = std::move(Name);
  return D;
}

static ir::Function *forwardEntry(ir::Module &M, const linearize::Pair &P,
                                  llvm::StringRef Name) {
  const ir::Function &Sweep = *P.Forward;
  ir::Build B(M, Sweep.loc());
  const ir::Type *Untyped = M.pointerTo(M.voidType());
  const ir::Variable *Out = M.makeVariable(
      names::Frame, M.pointerTo(Untyped), ir::VariableKind::Param, Sweep.loc());
  const ir::Variable *Made =
      M.makeLocal(names::NewFrame, M.pointerTo(P.Frame), Sweep.loc());
  llvm::SmallVector<const ir::Expr *, 8> Args;
  for (const ir::Variable *V : Sweep.params())
    Args.push_back(B.ref(V == P.FrameOut ? Made : V));
  const ir::Variable *Result =
      Sweep.result()->isVoid()
          ? nullptr
          : M.makeLocal(names::Value, Sweep.result()->unqualified(),
                        Sweep.loc());
  llvm::SmallVector<const ir::Stmt *, 4> Body = {
      M.make<ir::Reserve>(Made, B.integer(1), /*Zero=*/true, Sweep.loc()),
      B.set(B.deref(B.ref(Out)), B.cast(B.ref(Made), Untyped, true)),
      M.make<ir::Call>(Result, &Sweep, M.list(Args), Sweep.loc())};
  if (Result)
    Body.push_back(
        M.make<ir::Exit>(ir::ExitKind::Return, B.ref(Result), "", Sweep.loc()));
  ir::Function *Entry =
      M.makeFunction((Sweep.key() + "@" + Name).str(),
                     declarator(P, names::forwardEntry(Name)),
                     M.copy(llvm::ArrayRef(paramsOf(Sweep, P.FrameOut, Out))),
                     Sweep.result(), Sweep.loc());
  M.setBody(Entry, M.block(Body));
  return Entry;
}

static ir::Function *
reverseEntry(ir::Module &M, const linearize::Pair &P, llvm::StringRef Name,
             llvm::ArrayRef<const ir::Variable *> Globals) {
  const ir::Function &Sweep = *P.Reverse;
  ir::Build B(M, Sweep.loc());
  const ir::Variable *In =
      M.makeVariable(names::Frame, M.pointerTo(M.voidType()),
                     ir::VariableKind::Param, Sweep.loc());
  llvm::SmallVector<const ir::Expr *, 8> Args;
  for (const ir::Variable *V : Sweep.params())
    Args.push_back(V == P.FrameIn ? B.cast(B.ref(In), V->type()) : B.ref(V));
  ir::Function *Entry =
      M.makeFunction((Sweep.key() + "@" + Name).str(),
                     declarator(P, names::reverseEntry(Name)),
                     M.copy(llvm::ArrayRef(paramsOf(Sweep, P.FrameIn, In))),
                     M.voidType(), Sweep.loc());
  llvm::SmallVector<const ir::Stmt *, 4> Body;
  for (const ir::Variable *D : Globals)
    Body.push_back(ownShadow(M, D));
  Body.push_back(M.make<ir::Call>(nullptr, &Sweep, M.list(Args), Sweep.loc()));
  M.setBody(Entry, M.block(Body));
  return Entry;
}

EntryPair derive::deriveEntries(ir::Module &M, const linearize::Pair &P,
                                llvm::StringRef Name,
                                llvm::ArrayRef<const ir::Variable *> Globals) {
  return {forwardEntry(M, P, Name), reverseEntry(M, P, Name, Globals)};
}
