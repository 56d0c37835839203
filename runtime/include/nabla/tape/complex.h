// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::complex<variable<T>> with plain numbers: std::complex itself has these
// operators only for its own parts' type. And functions of <complex> that take
// a part that is zero for constant, and lose its derivative.

#ifndef NABLA_TAPE_COMPLEX_H
#define NABLA_TAPE_COMPLEX_H

#include "nabla/tape/functions.h"
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

namespace taping {

template <class T>
std::complex<variable<T>> complex_sqrt(const std::complex<variable<T>> &z) {
  const variable<T> x = z.real(), y = z.imag();
  if (x.value() == 0 && y.value() == 0) {
    const variable<T> root = sqrt(abs(x) + abs(y)); // infinite partials
    return {root, root};
  }
  const bool right = x.value() >= 0;
  const variable<T> t = sqrt(T(2) * (std::abs(z) + (right ? x : -x)));
  if (right)
    return {t / T(2), y / t};
  return {abs(y) / t, (y.value() < 0 ? -t : t) / T(2)};
}

template <class T>
std::complex<variable<T>> complex_pow(const std::complex<variable<T>> &z,
                                      const variable<T> &y) {
  const std::complex<variable<T>> l = std::log(z);
  return std::polar(exp(y * l.real()), y * l.imag());
}

} // namespace taping
} // namespace nabla

namespace std {
#define NABLA_TAPE_COMPLEX(T)                                                  \
  template <>                                                                  \
  inline complex<nabla::variable<T>> sqrt(                                     \
      const complex<nabla::variable<T>> &z) {                                  \
    return nabla::taping::complex_sqrt(z);                                     \
  }                                                                            \
  template <>                                                                  \
  inline complex<nabla::variable<T>> pow(const complex<nabla::variable<T>> &z, \
                                         const nabla::variable<T> &y) {        \
    return nabla::taping::complex_pow(z, y);                                   \
  }
NABLA_TAPE_COMPLEX(float)
NABLA_TAPE_COMPLEX(double)
NABLA_TAPE_COMPLEX(long double)
#undef NABLA_TAPE_COMPLEX
} // namespace std

#endif // NABLA_TAPE_COMPLEX_H
