// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Traces: what making and destroying objects that the text does not name leaves
// behind in storage that others read. A full expression is taken apart, so
// temporaries do not live as long as C++ says.

#ifndef NABLA_TRANSFORM_IMPORT_TRACES_H
#define NABLA_TRANSFORM_IMPORT_TRACES_H

#include "Import/Body.h"
#include "Import/Objection.h"
#include <vector>

namespace nabla::import {

/// Temporaries of B's function that leave traces, and parameters whose copying
/// does.
std::vector<Objection> objectionsToTraces(Body &B);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_TRACES_H
