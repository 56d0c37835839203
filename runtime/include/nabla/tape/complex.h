// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::complex<variable<T>> with plain numbers: std::complex itself has these
// operators only for its own parts' type.

#ifndef NABLA_TAPE_COMPLEX_H
#define NABLA_TAPE_COMPLEX_H

#include "nabla/tape/arithmetic.h"
#include <complex>

namespace nabla {

#define NABLA_TAPE_COMPLEX(op)                                                 \
  template <class T, class N,                                                  \
            class = std::enable_if_t<std::is_arithmetic<N>::value>>            \
  std::complex<variable<T>> operator op(const std::complex<variable<T>> &z,    \
                                        N x) {                                 \
    return z op variable<T>(x);                                                \
  }                                                                            \
  template <class T, class N,                                                  \
            class = std::enable_if_t<std::is_arithmetic<N>::value>>            \
  std::complex<variable<T>> operator op(N x,                                   \
                                        const std::complex<variable<T>> &z) {  \
    return variable<T>(x) op z;                                                \
  }
NABLA_TAPE_COMPLEX(+)
NABLA_TAPE_COMPLEX(-)
NABLA_TAPE_COMPLEX(*)
NABLA_TAPE_COMPLEX(/)
#undef NABLA_TAPE_COMPLEX

} // namespace nabla

#endif // NABLA_TAPE_COMPLEX_H
