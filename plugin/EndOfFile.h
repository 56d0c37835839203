// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EndOfFile: tells when the parser has reached the end of a file, while it can
// still be made to parse. HandleTopLevelDecl does not: nothing is reported of
// an explicit instantiation that stands last, and HandleTranslationUnit comes
// when Sema has closed the translation unit.

#ifndef NABLA_PLUGIN_ENDOFFILE_H
#define NABLA_PLUGIN_ENDOFFILE_H

#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include <functional>

namespace nabla::plugin {

/// Has no declarations to offer. Sema asks it for some once, as the first thing
/// at the end of a file (not of a precompiled header).
class EndOfFile : public clang::ExternalSemaSource {
public:
  EndOfFile(clang::Sema &S, std::function<void()> Ended)
      : S(S), Ended(std::move(Ended)) {}

  /// Pending is what another source, a precompiled header, has to offer.
  void ReadPendingInstantiations(
      llvm::SmallVectorImpl<
          std::pair<clang::ValueDecl *, clang::SourceLocation>> &Pending)
      override {
    if (!Ended)
      return;
    S.PendingInstantiations.insert(S.PendingInstantiations.begin(),
                                   Pending.begin(), Pending.end());
    Pending.clear();
    std::exchange(Ended, nullptr)();
  }

private:
  clang::Sema &S;
  std::function<void()> Ended;
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_ENDOFFILE_H
