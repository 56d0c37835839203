// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs that are not made from a body in this file, and what lets other files
// use those that are:
//
//   double g__fwd_0(double x, nabla::called *frame) {           exported
//     g__frame *own = room for g__frame;
//     frame->own = own;
//     return g__fwd(x, own);
//   }
//   double pointer_call__fwd(double (*f)(double), double x,     indirect
//                            nabla::called *frame) {
//     nabla::detail::find_pair(f, frame);
//     target = frame->forward, with its type;
//     return target(x, frame);
//   }

#include "IR/Build.h"
#include "Linearize/Pairs.h"
#include "Support/FlatName.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::linearize;

using Statements = llvm::SmallVector<const ir::Stmt *, 8>;
using ExprList = llvm::SmallVector<const ir::Expr *, 8>;

analysis::ParamMask linearize::fixedParams(const ir::Function &F) {
  analysis::ParamMask Wanted(F.params().size());
  if (F.isIndirect())
    for (unsigned I : ir::realParams(F))
      Wanted[I] = true;
  else
    for (unsigned I : F.gradParams())
      Wanted[I] = true;
  return Wanted;
}

static const ir::Type *calledType(ir::Module &M) {
  const ir::Type *T = M.recordType("::nabla::called");
  if (T->fields().empty())
    M.setFields(T, {{names::OwnFrame, M.pointerTo(M.voidType())}});
  return T;
}

static llvm::SmallVector<unsigned, 8>
positions(const analysis::ParamMask &Wanted) {
  llvm::SmallVector<unsigned, 8> Params;
  for (unsigned I = 0; I < Wanted.size(); ++I)
    if (Wanted[I])
      Params.push_back(I);
  return Params;
}

/// The declarators of sweeps with a nabla::called as frame.
static std::pair<ir::Declarator, ir::Declarator>
openDeclarators(const Pair &P, bool Exported) {
  ir::Declarator D =
      Exported ? P.Primal->declarator() : privateDeclarator(*P.Primal);
  std::string Name = names::flat(D.Name);
  auto Params = positions(P.Wanted);
  D.Static = D.Inline = D.ExternC = D.NoExcept = D.Member = false;
  ir::Declarator Fwd = D, Rev = D;
  Fwd.Name = names::inParams(names::forwardSweep(Name), Params);
  Rev.Name = names::inParams(names::reverseSweep(Name), Params);
  // Reverse sweeps of overloads may take the same: the mangled name tells.
  if (P.Primal->key() != P.Primal->declarator().Name)
    Rev.Name += "_of" + names::flat(P.Primal->key());
  return {Fwd, Rev};
}

void linearize::makeExported(ir::Module &M, Pair &P, const std::string &Key) {
  const ir::Function &F = *P.Primal;
  P.Frame = calledType(M);
  SweepParams S = makeParams(M, P);
  auto [Fwd, Rev] = openDeclarators(P, true);
  P.Forward = M.makeFunction(Key + "fwd", Fwd, S.Forward, F.result(), F.loc());
  P.Reverse =
      M.makeFunction(Key + "rev", Rev, S.Reverse, M.voidType(), F.loc());
  M.setPrimal(P.Forward, F);
}

//===--- Sweeps for other files -------------------------------------------===//

/// References to all parameters of a sweep, but for the frame at Position.
static ExprList passedOn(ir::Build &B,
                         llvm::ArrayRef<const ir::Variable *> Params,
                         size_t Position, const ir::Expr *Frame) {
  ExprList Args;
  for (const ir::Variable *V : Params)
    Args.push_back(B.ref(V));
  Args[Position] = Frame;
  return Args;
}

/// "return f(args);" or "f(args);"
static void callLast(ir::Module &M, const ir::Function &F, const ExprList &Args,
                     Statements &Out) {
  const ir::Type *T = F.result();
  const ir::Variable *Value =
      T->isVoid() ? nullptr : M.makeLocal(names::Value, T, F.loc());
  Out.push_back(M.make<ir::Call>(Value, &F, M.list(Args), F.loc()));
  if (Value)
    Out.push_back(M.make<ir::Exit>(
        ir::ExitKind::Return, ir::Build(M, F.loc()).ref(Value), "", F.loc()));
}

OpenSweeps linearize::openSweeps(ir::Module &M, const Pair &Own,
                                 bool Exported) {
  Pair P;
  P.Primal = Own.Primal;
  P.Wanted = Own.Wanted;
  P.Frame = calledType(M);
  SweepParams S = makeParams(M, P);
  const ir::Function &F = *P.Primal;
  ir::Build B(M, F.loc());
  auto [Fwd, Rev] = openDeclarators(P, Exported);
  std::string Key = Own.Forward->key().str() + " open";
  OpenSweeps Open{
      M.makeFunction(Key, Fwd, S.Forward, F.result(), F.loc()),
      M.makeFunction(Key + " rev", Rev, S.Reverse, M.voidType(), F.loc())};

  const ir::Type *FramePointer = M.pointerTo(Own.Frame);
  const ir::Variable *Frame = M.makeLocal(names::OwnFrame, FramePointer);
  auto Place = [&](const ir::Variable *Called) {
    return B.member(B.deref(B.ref(Called)), 0u);
  };
  Statements Body{
      M.make<ir::Reserve>(Frame, B.integer(1), /*Zero=*/true, F.loc())};
  const ir::Expr *Kept = Place(P.FrameOut);
  Body.push_back(B.set(Kept, B.cast(B.ref(Frame), Kept->Ty, true)));
  callLast(M, *Own.Forward,
           passedOn(B, S.Forward, S.Forward.size() - 1, B.ref(Frame)), Body);
  M.setBody(Open.Forward, M.block(Body));

  Statements Back;
  callLast(M, *Own.Reverse,
           passedOn(B, S.Reverse, 0, B.cast(Place(P.FrameIn), FramePointer)),
           Back);
  M.setBody(Open.Reverse, M.block(Back));
  return Open;
}

//===--- Calls through pointers -------------------------------------------===//

namespace {

/// Makes one sweep of an indirect pair.
class ThroughPointer {
public:
  ThroughPointer(ir::Module &M, Pair &P, const std::string &Name)
      : M(M), B(M, P.Primal->loc()), P(P), Name(Name) {}

  ir::Function *sweep(const std::string &Suffix,
                      llvm::ArrayRef<const ir::Variable *> Params,
                      const ir::Type *Result, Statements Before,
                      const ir::Variable *Frame, llvm::StringRef Field) {
    // The target's own parameters: all but the pointer.
    std::vector<const ir::Variable *> Passed;
    for (const ir::Variable *V : Params)
      if (V != P.Primal->params()[0])
        Passed.push_back(V);
    const ir::Function *Like = signature(Suffix, Passed, Result);
    P.Signatures.push_back(Like);
    std::string Spelling = "decltype(&" + Like->declarator().Name + ")";
    const ir::Type *T = M.functionPointerType(Spelling);
    const ir::Variable *Target = M.makeLocal(names::Target, T);
    std::vector<ir::TextPiece> Text{
        M.save("reinterpret_cast<" + Spelling + ">("), B.ref(Frame),
        M.save("->" + Field.str() + ")")};
    Before.push_back(
        B.let(Target, M.make<ir::Verbatim>(M.copy(llvm::ArrayRef(Text)), "", T,
                                           B.Loc)));
    ExprList Args{B.ref(Target)};
    for (const ir::Variable *V : Passed)
      Args.push_back(B.ref(V));
    callLast(M, *caller(Suffix, T, Passed, Result), Args, Before);
    ir::Function *F = M.makeFunction(key(Suffix), declarator(Name + Suffix),
                                     M.copy(Params), Result, B.Loc);
    M.setBody(F, M.block(Before));
    return F;
  }

  /// find_pair(f, frame);
  const ir::Stmt *find(const ir::Variable *Frame) {
    std::vector<ir::TextPiece> Text{
        llvm::StringRef("::nabla::detail::find_pair("),
        B.ref(P.Primal->params()[0]), llvm::StringRef(", "), B.ref(Frame),
        llvm::StringRef(");")};
    return M.make<ir::PassThrough>(
        M.copy(llvm::ArrayRef(Text)), llvm::ArrayRef<const ir::Variable *>(),
        llvm::ArrayRef<const ir::Variable *>(), "", B.Loc);
  }

private:
  std::string key(const std::string &Suffix) {
    return P.Primal->key().str() + "@" + Name + Suffix;
  }
  static ir::Declarator declarator(std::string Name) {
    ir::Declarator D;
    D.Name = std::move(Name);
    D.Namespaces = {""};
    return D;
  }
  /// Declared for its type only.
  ir::Function *signature(const std::string &Suffix,
                          llvm::ArrayRef<const ir::Variable *> Params,
                          const ir::Type *Result) {
    return M.makeFunction(key(Suffix + " type"),
                          declarator(Name + Suffix + "_type"), Params, Result,
                          B.Loc);
  }
  ir::Function *caller(const std::string &Suffix, const ir::Type *Pointer,
                       std::vector<const ir::Variable *> Params,
                       const ir::Type *Result) {
    Params.insert(
        Params.begin(),
        M.makeVariable(names::Target, Pointer, ir::VariableKind::Param, B.Loc));
    ir::Function *F = M.makeFunction(key(Suffix + " call"),
                                     declarator(Name + Suffix + "_call"),
                                     Params, Result, B.Loc);
    M.setIndirect(F);
    return F;
  }

  ir::Module &M;
  ir::Build B;
  Pair &P;
  const std::string &Name;
};

} // namespace

void linearize::makeIndirect(ir::Module &M, Pair &P, const std::string &Name) {
  const ir::Function &F = *P.Primal;
  P.Frame = calledType(M);
  SweepParams S = makeParams(M, P);
  ThroughPointer Make(M, P, Name);
  P.Forward = Make.sweep("__fwd", S.Forward, F.result(),
                         {Make.find(P.FrameOut)}, P.FrameOut, "forward");
  P.Reverse =
      Make.sweep("__rev", S.Reverse, M.voidType(), {}, P.FrameIn, "reverse");
  M.setPrimal(P.Forward, F);
}
