// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// size_t and ptrdiff_t of Nabla's own: generated code includes the headers that
// need them wherever it is, which may be where <stddef.h> has been opened but
// not been read.

#ifndef NABLA_DETAIL_SIZES_H
#define NABLA_DETAIL_SIZES_H

namespace nabla {
using size_t = __SIZE_TYPE__;
using ptrdiff_t = __PTRDIFF_TYPE__;
} // namespace nabla

#endif // NABLA_DETAIL_SIZES_H
