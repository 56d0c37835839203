// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of <cmath> for programs over nabla::variable: what such a
// program calls nf::sin. Comes after <nabla/gradient_tape.h>, where the
// compiler is told to include both.

#ifndef NABLA_FUZZ_TAPE_H
#define NABLA_FUZZ_TAPE_H

#include <cmath>

namespace nabla_fuzz {
namespace on_tape {

#define NABLA_FUZZ_ON_TAPE(F)                                                  \
  template <class... A> auto F(const A &...X) {                                \
    using std::F;                                                              \
    return F(X...);                                                            \
  }
NABLA_FUZZ_ON_TAPE(exp)
NABLA_FUZZ_ON_TAPE(exp2)
NABLA_FUZZ_ON_TAPE(expm1)
NABLA_FUZZ_ON_TAPE(log)
NABLA_FUZZ_ON_TAPE(log2)
NABLA_FUZZ_ON_TAPE(log10)
NABLA_FUZZ_ON_TAPE(log1p)
NABLA_FUZZ_ON_TAPE(sqrt)
NABLA_FUZZ_ON_TAPE(cbrt)
NABLA_FUZZ_ON_TAPE(sin)
NABLA_FUZZ_ON_TAPE(cos)
NABLA_FUZZ_ON_TAPE(tan)
NABLA_FUZZ_ON_TAPE(asin)
NABLA_FUZZ_ON_TAPE(acos)
NABLA_FUZZ_ON_TAPE(atan)
NABLA_FUZZ_ON_TAPE(sinh)
NABLA_FUZZ_ON_TAPE(cosh)
NABLA_FUZZ_ON_TAPE(tanh)
NABLA_FUZZ_ON_TAPE(asinh)
NABLA_FUZZ_ON_TAPE(acosh)
NABLA_FUZZ_ON_TAPE(atanh)
NABLA_FUZZ_ON_TAPE(erf)
NABLA_FUZZ_ON_TAPE(erfc)
NABLA_FUZZ_ON_TAPE(fabs)
NABLA_FUZZ_ON_TAPE(abs)
NABLA_FUZZ_ON_TAPE(floor)
NABLA_FUZZ_ON_TAPE(ceil)
NABLA_FUZZ_ON_TAPE(trunc)
NABLA_FUZZ_ON_TAPE(round)
NABLA_FUZZ_ON_TAPE(pow)
NABLA_FUZZ_ON_TAPE(atan2)
NABLA_FUZZ_ON_TAPE(hypot)
NABLA_FUZZ_ON_TAPE(fmax)
NABLA_FUZZ_ON_TAPE(fmin)
#undef NABLA_FUZZ_ON_TAPE

} // namespace on_tape
} // namespace nabla_fuzz

#endif // NABLA_FUZZ_TAPE_H
