// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GradAttr: the attribute [[grad]]. Clang calls it while a declarator is being
// parsed; it judges the function and the arguments, declares the derivatives
// (Prototypes.h), marks the function (Mark.h) and puts it on the list
// (Requests.h). The attribute registers itself when the plugin is loaded.

#ifndef NABLA_PLUGIN_GRADATTR_H
#define NABLA_PLUGIN_GRADATTR_H

#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include <optional>
#include <vector>

namespace nabla::plugin {

/// Why a function of this kind cannot be differentiated, with what to do; empty
/// if it can. Written to come after the function's name.
std::string whyNotDifferentiable(const clang::FunctionDecl *F);

/// The positions of the parameters to differentiate, increasing; none if there
/// was an error, which has been reported.
std::optional<std::vector<unsigned>> selectParams(clang::Sema &S,
                                                  const clang::FunctionDecl *F,
                                                  const clang::ParsedAttr &A);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_GRADATTR_H
