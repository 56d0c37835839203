// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be asked of the pipeline from outside (-fplugin-arg-nabla-...).

#ifndef NABLA_TRANSFORM_SUPPORT_OPTIONS_H
#define NABLA_TRANSFORM_SUPPORT_OPTIONS_H

#include <string>

namespace nabla {

struct Options {
  /// Stages whose result is printed on stderr: "ir", "normalized",
  /// "activity", "plan", "adjoint", "simplified", "source"; comma-separated.
  std::string Dump;
  /// Name of the last stage to run; empty: all of them.
  std::string StopAfter;
  /// Run the verifier after every stage.
  bool Verify = false;
  /// Report what is stored, recomputed and fused.
  bool Remarks = false;
};

} // namespace nabla

#endif // NABLA_TRANSFORM_SUPPORT_OPTIONS_H
