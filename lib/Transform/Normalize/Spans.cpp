// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize/Spans.h"
#include "Normalize/ExitsOf.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

static llvm::StringSet<> labelsIn(ir::Block B) {
  llvm::StringSet<> Names;
  forEachLabel(B, [&](const ir::Label *L) { Names.insert(L->Name); });
  return Names;
}

llvm::StringSet<> normalize::nestedLabels(const ir::Stmt *S) {
  llvm::StringSet<> Names;
  ir::forEachBlock(S, [&](ir::Block Inner) {
    forEachLabel(Inner, [&](const ir::Label *L) { Names.insert(L->Name); });
  });
  return Names;
}

static bool jumpsTo(ir::Block From, const llvm::StringSet<> &Names) {
  bool Found = false;
  forEachGoto(From,
              [&](const ir::Exit *E) { Found |= Names.contains(E->Label); });
  return Found;
}

bool normalize::armsEnterEachOther(const ir::Stmt *S) {
  auto *I = dyn_cast<ir::If>(S);
  return I && (jumpsTo(I->Then, labelsIn(I->Else)) ||
               jumpsTo(I->Else, labelsIn(I->Then)));
}

std::optional<Span> normalize::enteredFromOutside(ir::Block Body) {
  for (size_t In = 0; In != Body.size(); ++In) {
    llvm::StringSet<> Names = nestedLabels(Body[In]);
    if (Names.empty())
      continue;
    if (armsEnterEachOther(Body[In]))
      return Span{In, In};
    for (size_t From = 0; From != Body.size(); ++From)
      if (From != In && jumpsTo(Body[From], Names))
        return Span{std::min(From, In), std::max(From, In)};
  }
  return std::nullopt;
}

Span normalize::grown(ir::Block Body, Span S) {
  for (bool Grew = true; Grew;) {
    Grew = false;
    llvm::StringSet<> Names = labelsIn(S.of(Body));
    for (size_t K = 0; K != Body.size(); ++K)
      if ((K < S.First || K > S.Last) && jumpsTo(Body[K], Names)) {
        S = {std::min(S.First, K), std::max(S.Last, K)};
        Grew = true;
      }
  }
  return S;
}

std::optional<Span> normalize::gotosTo(ir::Block Body, llvm::StringRef Label) {
  std::optional<Span> Found;
  for (size_t K = 0; K != Body.size(); ++K)
    forEachGoto(Body[K], [&](const ir::Exit *E) {
      if (E->Label == Label)
        Found = Span{Found ? Found->First : K, K};
    });
  return Found;
}
