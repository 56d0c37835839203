// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algorithms of Eigen pass over what is zero: a column that is zero below the
// diagonal is not reflected, an unknown that is zero is not divided by its
// pivot, a rotation by nothing is not done. The value is right, and the
// derivative by what happens to be zero is lost. Where that matters Eigen's
// templates are specialized for variables: eigen_substitution.h,
// eigen_reflection.h, eigen_rotation.h, eigen_lu.h, eigen_angle.h. This is what
// they share.

#ifndef NABLA_TAPE_EIGEN_ZEROS_H
#define NABLA_TAPE_EIGEN_ZEROS_H

#include "nabla/gradient_tape.h"
#include <Eigen/Core>

namespace nabla {
namespace taping {

/// Whether what records now sees where x comes from: it is zero by chance, if
/// it is, and not for good.
template <class T> bool is_varied(const variable<T> &x) {
  return x.id() && thread.recording && active_index(*thread.recording, x.id());
}
template <class T> bool is_varied(const std::complex<variable<T>> &x) {
  return is_varied(x.real()) || is_varied(x.imag());
}

template <class T> bool is_zero(const variable<T> &x) { return x.value() == 0; }
template <class T> bool is_zero(const std::complex<variable<T>> &x) {
  return is_zero(x.real()) && is_zero(x.imag());
}
/// Zero for good.
template <class S> bool is_nothing(const S &x) {
  return is_zero(x) && !is_varied(x);
}

/// Stands for the pullback of what has no derivative.
struct no_derivative {
  const char *message;
  template <class... Seeds> std::nullopt_t operator()(const Seeds &...) const {
    fail(message);
  }
};
/// Makes x, which keeps its value, a function of `of` that has no derivative:
/// asking for it is an error.
template <class T>
void refuse_derivative(variable<T> &x, const variable<T> &of,
                       const char *message) {
  const std::tuple<variable<T>> input(of);
  record_external(x, input, no_derivative{message}, "no derivative");
}
template <class T>
void refuse_derivative(std::complex<variable<T>> &x,
                       const std::complex<variable<T>> &of,
                       const char *message) {
  const variable<T> both = of.real() + of.imag();
  variable<T> re = x.real(), im = x.imag();
  refuse_derivative(re, both, message);
  refuse_derivative(im, both, message);
  x = {re, im};
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_EIGEN_ZEROS_H
