// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function may change what its parameter declares const, by a cast:
//
//   void f(const double *x) { *const_cast<double *>(x) *= 2; }
//
// Who asks what such a function changes must not go by what it declares.

#ifndef NABLA_TRANSFORM_IR_CONSTNESS_H
#define NABLA_TRANSFORM_IR_CONSTNESS_H

#include "IR/Module.h"

namespace nabla::ir {

/// T with no const anywhere.
const Type *withoutConst(Module &M, const Type *T);

/// Sets Variable::access() of the parameters of those among Fs, which have got
/// their bodies, that cast const away or call one that does. What they call has
/// got its body already, or is among them.
void findLostConst(Module &M, llvm::ArrayRef<const Function *> Fs);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_CONSTNESS_H
