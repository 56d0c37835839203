// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as data: stages append to a list, the front end prints it at the
// user's lines (plugin/Diagnostics), tests print it as text. A stage that has
// reported an error returns a value that no later stage is given.

#ifndef NABLA_TRANSFORM_SUPPORT_DIAGNOSTICS_H
#define NABLA_TRANSFORM_SUPPORT_DIAGNOSTICS_H

#include "IR/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <set>
#include <string>
#include <vector>

namespace nabla {

enum class Severity : uint8_t { Error, Warning, Remark };

/// By what warnings are silenced: -fplugin-arg-nabla-Wno-...
namespace warnings {
inline constexpr llvm::StringLiteral IntegerConversion = "integer-conversion";
inline constexpr llvm::StringLiteral FloatEqual = "float-equal";
inline constexpr llvm::StringLiteral ZeroGradient = "zero-gradient";
inline constexpr llvm::StringLiteral UnusedShadow = "unused-shadow";
inline constexpr llvm::StringLiteral All[] = {IntegerConversion, FloatEqual,
                                              ZeroGradient, UnusedShadow};
} // namespace warnings

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
  /// Of a warning: by which it is silenced; empty of anything else.
  llvm::StringRef Flag = {};
};

class Diagnostics {
public:
  Diagnostic &error(ir::SourceLoc L, const llvm::Twine &Text) {
    ++NumErrors;
    return add(Severity::Error, L, Text);
  }
  Diagnostic &warning(llvm::StringLiteral Flag, ir::SourceLoc L,
                      const llvm::Twine &Text) {
    Diagnostic &D = add(Severity::Warning, L, Text);
    D.Flag = Flag;
    return D;
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

  /// Up to where it has been reported.
  struct Mark {
    size_t Reported;
    unsigned Errors;
  };
  Mark mark() const { return {List.size(), NumErrors}; }
  /// Forgets all that was reported since.
  void backTo(Mark M) {
    for (; List.size() > M.Reported; List.pop_back())
      Said.erase({List.back().Loc.Raw, List.back().Text});
    NumErrors = M.Errors;
  }

  /// The ones reported since there were Before, to be completed.
  llvm::MutableArrayRef<Diagnostic> since(size_t Before) {
    return llvm::MutableArrayRef(List).drop_front(Before);
  }

private:
  /// What has been said once of a place is not said again.
  Diagnostic &add(Severity S, ir::SourceLoc L, const llvm::Twine &Text) {
    Diagnostic D{S, L, Text.str(), {}};
    if (!Said.insert({L.Raw, D.Text}).second)
      return Repeated = D;
    List.push_back(D);
    return List.back();
  }
  std::vector<Diagnostic> List;
  std::set<std::pair<unsigned, std::string>> Said;
  Diagnostic Repeated;
  unsigned NumErrors = 0;
};

} // namespace nabla

#endif // NABLA_TRANSFORM_SUPPORT_DIAGNOSTICS_H
