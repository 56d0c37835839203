// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef NABLA_TRANSFORM_IMPORT_EXPOSED_H
#define NABLA_TRANSFORM_IMPORT_EXPOSED_H

#include "Import/Importer.h"

namespace nabla::import {

/// The user's code, as far as this file sees it, does more with the global V
/// than to read it, set it, and take elements and members of it: a pointer or a
/// reference somewhere may lead to it.
bool isExposed(Importer &I, const clang::VarDecl &V);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_EXPOSED_H
