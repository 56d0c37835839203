// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts: classes that do not show their members, but of which the program
// says, by a specialization of nabla::layout, which fields they consist of. No
// class is known by name here.

#ifndef NABLA_TRANSFORM_IMPORT_LAYOUTS_H
#define NABLA_TRANSFORM_IMPORT_LAYOUTS_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include <optional>
#include <string>
#include <vector>

namespace nabla::import {

/// True if there is a layout for the class.
bool hasLayout(const clang::RecordDecl &D);

/// The names of the functions that yield the fields of a class which has a
/// layout; none for others.
std::vector<std::string> fieldsOf(const clang::RecordDecl &D);

/// The field that E, a call of one of these functions, yields.
std::optional<unsigned> fieldOf(const clang::CallExpr &E);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_LAYOUTS_H
