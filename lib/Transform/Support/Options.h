// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be asked of the pipeline from outside (-fplugin-arg-nabla-...).

#ifndef NABLA_TRANSFORM_SUPPORT_OPTIONS_H
#define NABLA_TRANSFORM_SUPPORT_OPTIONS_H

#include <cstdint>
#include <functional>
#include <set>
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
  /// Write, beside the derivatives of a function, the pair of sweeps with which
  /// other files differentiate calls of it.
  bool Exports = true;
  /// Flags of warnings that are not wanted.
  std::set<std::string, std::less<>> Silenced;
  /// Crash when this stage is entered, to see what a crash says; for tests.
  std::string CrashIn;
  /// "file.cpp:12:3", of a location in Clang's encoding; may be empty.
  std::function<std::string(uint32_t)> PositionOf;
  /// One of Clang's locations is before another one in what is compiled; may
  /// be empty.
  std::function<bool(uint32_t, uint32_t)> IsBefore;
};

} // namespace nabla

#endif // NABLA_TRANSFORM_SUPPORT_OPTIONS_H
