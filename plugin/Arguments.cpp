// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plugin's arguments; see Arguments.h.

#include "Arguments.h"
#include "Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace nabla::plugin {

/// As in Support/Options.h, in the order of the pipeline.
static constexpr llvm::StringLiteral Stages[] = {
    "ir", "normalized", "activity", "plan", "adjoint", "simplified", "source"};

static bool fail(clang::DiagnosticsEngine &D, const llvm::Twine &Text) {
  reportError(D, clang::SourceLocation(), Text);
  return false;
}

static bool needValue(clang::DiagnosticsEngine &D, llvm::StringRef Name,
                      llvm::StringRef Value) {
  return !Value.empty() || fail(D, "plugin argument 'nabla-" + Name +
                                       "' needs a value; write "
                                       "-fplugin-arg-nabla-" +
                                       Name + "=...");
}

static bool needNoValue(clang::DiagnosticsEngine &D, llvm::StringRef Name,
                        llvm::StringRef Given) {
  return Name == Given || fail(D, "plugin argument 'nabla-" + Name +
                                      "' takes no value; write "
                                      "-fplugin-arg-nabla-" +
                                      Name);
}

static bool checkStages(clang::DiagnosticsEngine &D, llvm::StringRef Name,
                        llvm::StringRef Value) {
  llvm::SmallVector<llvm::StringRef, 8> Given;
  Value.split(Given, ',');
  for (llvm::StringRef Stage : Given)
    if (!llvm::is_contained(Stages, Stage))
      return fail(D, "plugin argument 'nabla-" + Name + "' knows no stage '" +
                         Stage + "'; the stages are " +
                         llvm::join(llvm::ArrayRef(Stages), ", "));
  return true;
}

/// "Wno-float-equal".
static bool silence(clang::DiagnosticsEngine &D, llvm::StringRef Given,
                    llvm::StringRef Flag, Arguments &A) {
  if (!llvm::is_contained(warnings::All, Flag))
    return fail(D, "unknown plugin argument 'nabla-" + Given +
                       "'; the warnings are " +
                       llvm::join(llvm::ArrayRef(warnings::All), ", "));
  return A.Pipeline.Silenced.insert(Flag.str()), true;
}

static bool parseOne(clang::DiagnosticsEngine &D, llvm::StringRef Given,
                     Arguments &A) {
  auto [Name, Value] = Given.split('=');
  if (Name == "emit")
    return A.EmitPath = Value.str(), needValue(D, Name, Value);
  if (Name == "function")
    return A.Function = Value.str(), needValue(D, Name, Value);
  if (Name == "dump")
    return A.Pipeline.Dump = Value.str(), checkStages(D, Name, Value);
  if (Name == "stop-after")
    return A.Pipeline.StopAfter = Value.str(),
           checkStages(D, Name, Value.split(',').first);
  if (Name == "verify")
    return A.Pipeline.Verify = true, needNoValue(D, Name, Given);
  if (Name == "remarks")
    return A.Pipeline.Remarks = true, needNoValue(D, Name, Given);
  if (Name == "no-exports")
    return A.Pipeline.Exports = false, needNoValue(D, Name, Given);
  if (Name.consume_front("Wno-"))
    return silence(D, Given, Name, A);
  if (Name == "crash-in") // for tests
    return A.Pipeline.CrashIn = Value.str(), true;
  return fail(D, "unknown plugin argument 'nabla-" + Given +
                     "'; there are emit=PATH, function=NAME, dump=STAGES, "
                     "stop-after=STAGE, verify, remarks, no-exports and "
                     "Wno-WARNING");
}

bool parseArguments(clang::DiagnosticsEngine &D,
                    const std::vector<std::string> &Given, Arguments &A) {
  bool Good = true;
  for (const std::string &Each : Given)
    Good &= parseOne(D, Each, A);
  return Good;
}

} // namespace nabla::plugin
