// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SourceLine.h"

using namespace clang;

std::string nabla::plugin::lineAt(const SourceManager &SM, ir::SourceLoc L) {
  SourceLocation At = SourceLocation::getFromRawEncoding(L.Raw);
  if (At.isInvalid())
    return "";
  auto [File, Offset] = SM.getDecomposedExpansionLoc(At);
  bool Invalid = false;
  llvm::StringRef Text = SM.getBufferData(File, &Invalid);
  if (Invalid || Offset >= Text.size())
    return "";
  size_t Begin = Text.take_front(Offset).rfind('\n') + 1;
  size_t End = std::min(Text.find('\n', Offset), Text.size());
  return Text.slice(Begin, End).trim(" \t\r\\").str();
}
