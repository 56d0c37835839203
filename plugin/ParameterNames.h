// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function's parameters are called, for templates: nabla::gradient<f,
// "x"> (runtime/include/nabla/detail/parameter_names.h).

#ifndef NABLA_PLUGIN_PARAMETERNAMES_H
#define NABLA_PLUGIN_PARAMETERNAMES_H

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

namespace nabla::plugin {

/// If the class D, which has just been defined, is nabla::detail::names_of<F>:
/// gives it the member type `type`, a name_list of F's parameters.
void tellParameterNames(clang::Sema &S, clang::TagDecl *D);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_PARAMETERNAMES_H
