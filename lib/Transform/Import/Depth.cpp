// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/Depth.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

using namespace clang;

namespace nabla::import {

static constexpr unsigned MaxDepth = 2000;

const Stmt *tooDeep(const Stmt *Root) {
  llvm::SmallVector<std::pair<const Stmt *, unsigned>, 32> Work{{Root, 0}};
  while (!Work.empty()) {
    auto [S, Depth] = Work.pop_back_val();
    if (Depth > MaxDepth)
      return S;
    for (const Stmt *Child : S->children())
      if (Child)
        Work.push_back({Child, Depth + 1});
  }
  return nullptr;
}

} // namespace nabla::import
