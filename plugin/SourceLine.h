// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line that the user wrote at a location, for comments in derivatives.

#ifndef NABLA_PLUGIN_SOURCELINE_H
#define NABLA_PLUGIN_SOURCELINE_H

#include "IR/Expr.h"
#include "clang/Basic/SourceManager.h"

namespace nabla::plugin {

/// Without the blanks around it, and fit to stand in a // comment: what a
/// backslash at its end would join to it is not swallowed. Of a macro, the line
/// where it is used. "" if there is no such line.
std::string lineAt(const clang::SourceManager &SM, ir::SourceLoc L);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_SOURCELINE_H
