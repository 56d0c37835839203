// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as data: stages append to a list, the front end prints it at the
// user's lines (plugin/Diagnostics), tests print it as text. A stage that has
// reported an error returns a value that no later stage is given.

#ifndef NABLA_TRANSFORM_SUPPORT_DIAGNOSTICS_H
#define NABLA_TRANSFORM_SUPPORT_DIAGNOSTICS_H

#include "IR/Expr.h"
#include "llvm/ADT/Twine.h"
#include <string>
#include <vector>

namespace nabla {

enum class Severity : uint8_t { Error, Warning, Remark };

struct DiagNote {
  ir::SourceLoc Loc;
  std::string Text;
};

/// Lower case, no full stop, code in single quotes; first what was seen, then
/// what to do. Every text is listed in docs/diagnostics.md.
struct Diagnostic {
  Severity Level;
  ir::SourceLoc Loc;
  std::string Text;
  std::vector<DiagNote> Notes;
};

class Diagnostics {
public:
  Diagnostic &error(ir::SourceLoc L, const llvm::Twine &Text) {
    ++NumErrors;
    return add(Severity::Error, L, Text);
  }
  Diagnostic &warning(ir::SourceLoc L, const llvm::Twine &Text) {
    return add(Severity::Warning, L, Text);
  }
  Diagnostic &remark(ir::SourceLoc L, const llvm::Twine &Text) {
    return add(Severity::Remark, L, Text);
  }
  unsigned numErrors() const { return NumErrors; }
  const std::vector<Diagnostic> &list() const { return List; }
  std::vector<Diagnostic> take() {
    NumErrors = 0;
    return std::move(List);
  }

private:
  Diagnostic &add(Severity S, ir::SourceLoc L, const llvm::Twine &Text) {
    List.push_back({S, L, Text.str(), {}});
    return List.back();
  }
  std::vector<Diagnostic> List;
  unsigned NumErrors = 0;
};

} // namespace nabla

#endif // NABLA_TRANSFORM_SUPPORT_DIAGNOSTICS_H
