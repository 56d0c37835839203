// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heap: which calls are of the C library's functions for blocks of memory. The
// compiler knows them itself, as builtins.

#ifndef NABLA_TRANSFORM_IMPORT_HEAP_H
#define NABLA_TRANSFORM_IMPORT_HEAP_H

#include "clang/AST/Expr.h"
#include "clang/Basic/Builtins.h"

namespace nabla::import {

enum class HeapCall : uint8_t { None, Malloc, Calloc, Realloc, Free };

inline HeapCall heapCall(const clang::CallExpr &E) {
  const clang::FunctionDecl *F = E.getDirectCallee();
  switch (F ? F->getBuiltinID() : 0) {
  case clang::Builtin::BImalloc:
  case clang::Builtin::BI__builtin_malloc:
    return HeapCall::Malloc;
  case clang::Builtin::BIcalloc:
  case clang::Builtin::BI__builtin_calloc:
    return HeapCall::Calloc;
  case clang::Builtin::BIrealloc:
  case clang::Builtin::BI__builtin_realloc:
    return HeapCall::Realloc;
  case clang::Builtin::BIfree:
  case clang::Builtin::BI__builtin_free:
    return HeapCall::Free;
  default:
    return HeapCall::None;
  }
}

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_HEAP_H
