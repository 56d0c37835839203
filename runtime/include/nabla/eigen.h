// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::variable as a scalar of Eigen: its traits, products with numbers, and
// matrices as structures that tapes watch and take gradients by.

#ifndef NABLA_EIGEN_H
#define NABLA_EIGEN_H

#include "nabla/tape/eigen_angle.h"
#include "nabla/tape/eigen_general.h"
#include "nabla/tape/eigen_lu.h"
#include "nabla/tape/eigen_reflection.h"
#include "nabla/tape/eigen_refused.h"
#include "nabla/tape/eigen_rotation.h"
#include "nabla/tape/eigen_substitution.h"
#include "nabla/tape/eigen_symmetric.h"

namespace Eigen {

template <class T> struct NumTraits<nabla::variable<T>> : NumTraits<T> {
  using Real = nabla::variable<T>;
  using NonInteger = nabla::variable<T>;
  using Nested = nabla::variable<T>;
  using Literal = nabla::variable<T>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 8,
    MulCost = 8
  };
  static Real epsilon() { return NumTraits<T>::epsilon(); }
  static Real dummy_precision() { return NumTraits<T>::dummy_precision(); }
  static Real highest() { return NumTraits<T>::highest(); }
  static Real lowest() { return NumTraits<T>::lowest(); }
  static Real infinity() { return NumTraits<T>::infinity(); }
  static Real quiet_NaN() { return NumTraits<T>::quiet_NaN(); }
  static int digits10() { return NumTraits<T>::digits10(); }
};

template <class T, class Op>
struct ScalarBinaryOpTraits<nabla::variable<T>, T, Op> {
  using ReturnType = nabla::variable<T>;
};
template <class T, class Op>
struct ScalarBinaryOpTraits<T, nabla::variable<T>, Op> {
  using ReturnType = nabla::variable<T>;
};

} // namespace Eigen

namespace nabla {

/// A matrix of variables; mapped to one of numbers or variables, or, where
/// elements may be none, to a std::vector in the order of memory.
template <class T, int Rows, int Cols, int Options, int MaxRows, int MaxCols>
struct structure<
    Eigen::Matrix<variable<T>, Rows, Cols, Options, MaxRows, MaxCols>> {
  template <class S, class F> static void each(S &s, F &&f) {
    for (Eigen::Index i = 0; i < s.size(); ++i)
      f(s.data()[i]);
  }
  template <class S, class F> static auto map(const S &s, F &&f) {
    using R = decltype(f(s.data()[0]));
    if constexpr (std::is_same<R, T>::value ||
                  std::is_same<R, variable<T>>::value) {
      Eigen::Matrix<R, Rows, Cols, Options, MaxRows, MaxCols> result(s.rows(),
                                                                     s.cols());
      for (Eigen::Index i = 0; i < s.size(); ++i)
        result.data()[i] = f(s.data()[i]);
      return result;
    } else {
      std::vector<R> result;
      for (Eigen::Index i = 0; i < s.size(); ++i)
        result.push_back(f(s.data()[i]));
      return result;
    }
  }
};

} // namespace nabla

#endif // NABLA_EIGEN_H
