// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What -fplugin-arg-nabla-... asks for.

#ifndef NABLA_PLUGIN_ARGUMENTS_H
#define NABLA_PLUGIN_ARGUMENTS_H

#include "Support/Options.h"
#include "clang/Basic/Diagnostic.h"
#include <string>
#include <vector>

namespace nabla::plugin {

struct Arguments {
  Options Pipeline;
  /// Where the generated source is written to; "-" is stdout, empty is nowhere.
  std::string EmitPath;
  /// If not empty, only functions of this name, qualified or not, are
  /// differentiated.
  std::string Function;
};

/// Reads "name=value" or "name" from each of Given. Reports what it does not
/// know, and then returns false.
bool parseArguments(clang::DiagnosticsEngine &D,
                    const std::vector<std::string> &Given, Arguments &A);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_ARGUMENTS_H
