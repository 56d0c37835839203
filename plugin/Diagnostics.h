// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nabla's diagnostics, printed by Clang at the user's lines. Also tells the
// errors of the user's program, after which nothing is differentiated, from
// Nabla's own, after which the other functions still are.

#ifndef NABLA_PLUGIN_DIAGNOSTICS_H
#define NABLA_PLUGIN_DIAGNOSTICS_H

#include "Support/Diagnostics.h"
#include "Support/Options.h"
#include "clang/Basic/Diagnostic.h"

namespace nabla::plugin {

/// Prints an error of Nabla's.
void reportError(clang::DiagnosticsEngine &D, clang::SourceRange R,
                 const llvm::Twine &Text);

/// Prints a note that belongs to the diagnostic before it.
void reportNote(clang::DiagnosticsEngine &D, clang::SourceLocation L,
                const llvm::Twine &Text);

/// Prints what the stages have reported, but for warnings with a flag in
/// Opts.Silenced, and empties the list.
void reportAll(clang::DiagnosticsEngine &D, Diagnostics &List,
               const Options &Opts);

/// Watches for errors that do not come from reportError or reportAll. One at a
/// time in a thread, from its construction to its destruction.
class UserErrors {
public:
  explicit UserErrors(clang::DiagnosticsEngine &D);
  ~UserErrors();
  UserErrors(const UserErrors &) = delete;
  UserErrors &operator=(const UserErrors &) = delete;

  bool any() const { return Seen || Trap.hasUnrecoverableErrorOccurred(); }

private:
  friend class OwnErrors;
  clang::DiagnosticErrorTrap Trap;
  bool Seen = false;
  UserErrors *Outer;
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_DIAGNOSTICS_H
