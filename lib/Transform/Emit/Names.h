// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names: the one place where the names of emitted functions' variables and
// labels are made. A variable keeps its name where it can. It can not where
// another variable of that name is in the way: one of the same C++ block, or
// one of a block around that is used inside; or where the name hides something
// else that the function mentions. Then it gets the first free of x_1, x_2, ...
// Parameters always keep theirs.

#ifndef NABLA_TRANSFORM_EMIT_NAMES_H
#define NABLA_TRANSFORM_EMIT_NAMES_H

#include "IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace nabla::emit {

class Names {
public:
  /// Every variable's own name.
  Names() = default;
  explicit Names(const ir::Function &F);

  /// The name of V; its own for globals and for what F does not declare.
  llvm::StringRef of(const ir::Variable *V) const;
  /// True if F mentions V anywhere but in its declaration.
  bool isUsed(const ir::Variable *V) const { return Used.contains(V); }
  /// True if a parameter hides what has this name at namespace scope.
  bool isHidden(llvm::StringRef Name) const { return Params.contains(Name); }
  /// A label that F does not have yet, after Base.
  std::string newLabel(llvm::StringRef Base);

private:
  llvm::DenseMap<const ir::Variable *, std::string> Given;
  llvm::DenseSet<const ir::Variable *> Used;
  llvm::StringSet<> Labels, Params;
};

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_NAMES_H
