// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// QuietParse: while it lives, what is parsed is ours: no access control, no
// warnings, and errors are caught instead of printed.

#ifndef NABLA_PLUGIN_QUIETPARSE_H
#define NABLA_PLUGIN_QUIETPARSE_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include <string>
#include <vector>

namespace nabla::plugin {

/// An error that Clang found in our text.
struct ParseError {
  clang::SourceLocation Loc;
  std::string Text;
};
using ParseErrors = std::vector<ParseError>;

class QuietParse {
public:
  explicit QuietParse(clang::CompilerInstance &CI);
  ~QuietParse();
  QuietParse(const QuietParse &) = delete;
  QuietParse &operator=(const QuietParse &) = delete;

  ParseErrors takeErrors() { return std::move(Catcher.Errors); }

private:
  struct Catch : clang::DiagnosticConsumer {
    ParseErrors Errors;
    void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                          const clang::Diagnostic &Info) override;
  };

  clang::DiagnosticsEngine &Diags;
  clang::LangOptions &Options;
  bool AccessControl, IgnoredWarnings, SuppressedSystem, HadFatalError;
  clang::DiagnosticConsumer *Client;
  std::unique_ptr<clang::DiagnosticConsumer> OwnedClient;
  Catch Catcher;
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_QUIETPARSE_H
