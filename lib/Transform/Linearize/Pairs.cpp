// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/Pairs.h"
#include "Linearize/ShadowType.h"
#include "Support/FlatName.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::linearize;

/// Pointers are kept in a T: their shadows are found while the primal runs.
static bool mayLead(const ir::Type *T) {
  T = T->innermost();
  if (T->is(ir::TypeKind::Record))
    return llvm::any_of(T->fields(), [](const ir::RecordField &F) {
      return mayLead(F.Ty->unqualified());
    });
  return T->isPointer() && T->holdsReal();
}

bool linearize::needsEarlyShadow(const ir::Variable *P) {
  const ir::Type *T = P->type();
  return T->isPointer() || T->isReference() || mayLead(T->value());
}

/// Name, or what no other pair is called.
std::string Pairs::uniqueName(const std::string &Name) {
  std::string Free = Name;
  for (unsigned N = 1; !Names.insert(Free).second; ++N)
    Free = Name + "_" + std::to_string(N);
  return Free;
}

ir::Declarator linearize::privateDeclarator(const ir::Function &F) {
  ir::Declarator D = F.declarator();
  if (D.Namespaces.empty() || !D.Namespaces.back().empty())
    D.Namespaces.push_back("");
  D.Name = names::flat(D.Name);
  D.Static = D.Inline = D.ExternC = D.NoExcept = D.Member = false;
  D.Visibility.clear();
  return D;
}

SweepParams linearize::makeParams(ir::Module &M, Pair &P) {
  const ir::Function &F = *P.Primal;
  auto Param = [&](llvm::StringRef N, const ir::Type *T) {
    return M.makeVariable(M.save(N), T, ir::VariableKind::Param, F.loc());
  };
  const ir::Type *FramePointer = M.pointerTo(P.Frame);
  P.FrameOut = Param(names::Frame, FramePointer);
  P.FrameIn = Param(names::Frame, FramePointer);
  SweepParams S{F.params(), {P.FrameIn}};
  if (!F.result()->isVoid()) {
    P.Seed = Param(names::Seed, F.result()->value());
    S.Reverse.push_back(P.Seed);
  }
  for (unsigned I = 0; I < F.params().size(); ++I) {
    if (!P.Wanted[I])
      continue;
    const ir::Variable *V = F.params()[I];
    P.Shadows.push_back(
        Param(names::shadow(V->name()), shadowParamType(M, V->type())));
    S.Reverse.push_back(P.Shadows.back());
    if (needsEarlyShadow(V))
      S.Forward.push_back(P.Shadows.back());
  }
  S.Forward.push_back(P.FrameOut);
  return S;
}

static std::string keyOf(const ir::Function &F,
                         const analysis::ParamMask &Wanted,
                         llvm::ArrayRef<const ir::Variable *> Carried) {
  std::string Key = F.key().str() + "@";
  for (bool W : Wanted)
    Key += W ? '1' : '0';
  for (const ir::Variable *V : Carried)
    Key += ("," + V->name()).str();
  return Key;
}

/// The namespaces of F with names, as a prefix; from the outside, as a class in
/// a namespace may be called what the namespace is.
static std::string qualifier(const ir::Function &F) {
  std::string Text;
  for (llvm::StringRef N : F.declarator().Namespaces)
    if (!N.empty()) {
      N.consume_front("inline ");
      Text += ((Text.empty() ? "::" : "") + N + "::").str();
    }
  return Text;
}

void Pairs::makeOwn(Pair &P, const std::string &Key) {
  const ir::Function &F = *P.Primal;
  std::string Name = uniqueName(names::flat(F.declarator().Name));
  if (P.Kind == PairKind::Indirect)
    return makeIndirect(M, P, Name);
  P.Frame = M.recordType(M.save(qualifier(F) + names::frameType(Name)));
  SweepParams S = makeParams(M, P);
  ir::Declarator Fwd = privateDeclarator(F), Rev = Fwd;
  Fwd.Name = names::forwardSweep(Name);
  Rev.Name = names::reverseSweep(Name);
  P.Forward = M.makeFunction(Key + "fwd", Fwd, S.Forward, F.result(), F.loc());
  P.Reverse =
      M.makeFunction(Key + "rev", Rev, S.Reverse, M.voidType(), F.loc());
  M.setPrimal(P.Forward, F);
}

const Pair &Pairs::of(const ir::Function &F, const analysis::ParamMask &Wanted,
                      llvm::ArrayRef<const ir::Variable *> Carried) {
  std::string Key = keyOf(F, Wanted, Carried);
  auto [It, New] = ByKey.try_emplace(Key, List.size());
  if (!New)
    return List[It->second];
  Pair P;
  P.Kind = F.isIndirect() ? PairKind::Indirect
           : F.hasBody()  ? PairKind::Own
                          : PairKind::Exported;
  P.Primal = &F;
  P.Wanted = Wanted;
  P.Carried = Carried.vec();
  if (Tries)
    Key += "#" + std::to_string(Tries);
  if (P.Kind == PairKind::Exported)
    makeExported(M, P, Key);
  else
    makeOwn(P, Key);
  ++Count[&F];
  List.push_back(P);
  return List.back();
}

void Pairs::truncate(size_t N) {
  if (List.size() == N)
    return;
  ++Tries; // keys and names are not used again
  while (List.size() > N) {
    const Pair &P = List.back();
    ByKey.erase(keyOf(*P.Primal, P.Wanted, P.Carried));
    List.pop_back();
  }
}
