// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The settings under which our text is parsed; see QuietParse.h.

#include "QuietParse.h"

using namespace clang;

namespace nabla::plugin {

QuietParse::QuietParse(CompilerInstance &CI)
    : Diags(CI.getDiagnostics()), Options(CI.getLangOpts()),
      AccessControl(Options.AccessControl),
      IgnoredWarnings(Diags.getIgnoreAllWarnings()),
      SuppressedSystem(Diags.getSuppressSystemWarnings()),
      HadFatalError(Diags.hasFatalErrorOccurred()), Client(Diags.getClient()),
      OwnedClient(Diags.takeClient()) {
  Options.AccessControl = false;
  Diags.setIgnoreAllWarnings(true);
  Diags.setSuppressSystemWarnings(true);
  Diags.setClient(&Catcher, /*ShouldOwnClient=*/false);
}

QuietParse::~QuietParse() {
  Options.AccessControl = AccessControl;
  Diags.setIgnoreAllWarnings(IgnoredWarnings);
  Diags.setSuppressSystemWarnings(SuppressedSystem);
  bool Owned = OwnedClient != nullptr;
  Diags.setClient(Owned ? OwnedClient.release() : Client, Owned);
  // After a fatal error Clang prints nothing more, and this one has not been
  // printed.
  if (Diags.hasFatalErrorOccurred() && !HadFatalError)
    Diags.Reset(/*soft=*/true);
}

void QuietParse::Catch::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                         const clang::Diagnostic &Info) {
  bool IsNote = Level == DiagnosticsEngine::Note && !Errors.empty();
  if (Level < DiagnosticsEngine::Error && !IsNote)
    return;
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  Errors.push_back({Info.getLocation(), Text.str().str()});
}

} // namespace nabla::plugin
