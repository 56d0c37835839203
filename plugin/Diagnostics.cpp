// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing diagnostics through Clang; see Diagnostics.h.

#include "Diagnostics.h"
#include "clang/Basic/SourceManager.h"
#include <set>

using namespace clang;

namespace nabla::plugin {

static thread_local UserErrors *Watch = nullptr;

UserErrors::UserErrors(DiagnosticsEngine &D) : Trap(D), Outer(Watch) {
  Watch = this;
}

UserErrors::~UserErrors() { Watch = Outer; }

/// While it lives, errors are Nabla's own.
class OwnErrors {
public:
  OwnErrors() {
    if (Watch)
      Watch->Seen = Watch->any();
  }
  ~OwnErrors() {
    if (Watch)
      Watch->Trap.reset();
  }
};

static unsigned diagnosticId(DiagnosticsEngine &D, Severity S) {
  switch (S) {
  case Severity::Error:
    return D.getCustomDiagID(DiagnosticsEngine::Error, "%0");
  case Severity::Warning:
    return D.getCustomDiagID(DiagnosticsEngine::Warning, "%0");
  case Severity::Remark:
    return D.getCustomDiagID(DiagnosticsEngine::Remark, "%0");
  }
  llvm_unreachable("no such severity");
}

void reportError(DiagnosticsEngine &D, SourceRange R, const llvm::Twine &Text) {
  OwnErrors Guard;
  D.Report(R.getBegin(), diagnosticId(D, Severity::Error)) << Text.str() << R;
}

void reportNote(DiagnosticsEngine &D, SourceLocation L,
                const llvm::Twine &Text) {
  D.Report(L, D.getCustomDiagID(DiagnosticsEngine::Note, "%0")) << Text.str();
}

/// A warning says by what it is silenced.
static std::string fullText(const Diagnostic &Each) {
  return Each.Flag.empty() ? Each.Text
                           : Each.Text + " [-Wnabla-" + Each.Flag.str() + "]";
}

static bool isInLibrary(const DiagnosticsEngine &D, ir::SourceLoc L) {
  auto Loc = SourceLocation::getFromRawEncoding(L.Raw);
  return Loc.isValid() && D.getSourceManager().isInSystemHeader(Loc);
}

/// In the text of a derivative.
static bool isInDerivative(const DiagnosticsEngine &D, ir::SourceLoc L) {
  auto Loc = SourceLocation::getFromRawEncoding(L.Raw);
  return Loc.isValid() &&
         D.getSourceManager().getBufferName(Loc).starts_with("<nabla: ");
}

/// An error in a function of a library is none of the user's: it is reported
/// at the last call that is, with what is in the way as a note.
static Diagnostic atUsersCall(const DiagnosticsEngine &D, Diagnostic Each) {
  if (Each.Level != Severity::Error || !isInLibrary(D, Each.Loc))
    return Each;
  size_t Own = Each.Notes.size();
  while (Own && isInLibrary(D, Each.Notes[Own - 1].Loc))
    --Own;
  if (!Own)
    return Each;
  bool Again = isInDerivative(D, Each.Loc) ||
               llvm::any_of(Each.Notes, [&](const DiagNote &N) {
                 return isInDerivative(D, N.Loc);
               });
  Diagnostic Moved{Severity::Error,
                   Each.Notes[Own - 1].Loc,
                   Again
                       ? "this derivative cannot be differentiated again; for "
                         "second derivatives take nested tapes, or "
                         "differences of gradients"
                       : "this function of a library cannot be "
                         "differentiated; write a rule for it, or code of "
                         "your own",
                   {}};
  Moved.Notes.assign(Each.Notes.begin(), Each.Notes.begin() + (Own - 1));
  Moved.Notes.push_back({Each.Loc, Each.Text});
  return Moved;
}

void reportAll(DiagnosticsEngine &D, Diagnostics &List, const Options &Opts) {
  OwnErrors Guard;
  std::set<std::pair<uint32_t, std::string>> Moved;
  for (const Diagnostic &Found : List.take()) {
    Diagnostic Each = atUsersCall(D, Found);
    if (Each.Loc.Raw != Found.Loc.Raw &&
        !Moved.insert({Each.Loc.Raw, Each.Text}).second)
      continue;
    bool IsWarning = Each.Level == Severity::Warning;
    // What was to be said of a derivative has been said of its function.
    if (IsWarning &&
        (Opts.Silenced.count(Each.Flag) || D.getIgnoreAllWarnings() ||
         isInDerivative(D, Each.Loc)))
      continue;
    // Clang itself would not: it does not know what -Werror is to mean for us.
    bool AsError = IsWarning && D.getWarningsAsErrors();
    D.Report(SourceLocation::getFromRawEncoding(Each.Loc.Raw),
             diagnosticId(D, AsError ? Severity::Error : Each.Level))
        << fullText(Each);
    for (const DiagNote &N : Each.Notes)
      reportNote(D, SourceLocation::getFromRawEncoding(N.Loc.Raw), N.Text);
  }
}

} // namespace nabla::plugin
