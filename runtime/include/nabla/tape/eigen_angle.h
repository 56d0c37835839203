// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The angle and axis of a quaternion of variables. A rotation by nothing has
// no axis, and Eigen gives it a constant one: the derivative of their product,
// which is what is computed with, would be zero. It is an error instead. Eigen
// asks for a stableNorm() there and nowhere else.

#ifndef NABLA_TAPE_EIGEN_ANGLE_H
#define NABLA_TAPE_EIGEN_ANGLE_H

#include "nabla/tape/eigen_reflection.h"

namespace nabla {
namespace taping {

/// What q.vec() of a constant quaternion q is.
template <class Vector>
class vector_of_quaternion : public segment_of_variables<Vector, 3> {
  using Base = segment_of_variables<Vector, 3>;

public:
  using Base::Base;
  using typename Base::Scalar;
  Scalar stableNorm() const {
    const Scalar norm = Base::stableNorm();
    const bool varied = is_varied(this->coeff(0)) ||
                        is_varied(this->coeff(1)) || is_varied(this->coeff(2));
    if (is_zero(norm) && varied)
      fail("the axis of a rotation by nothing, or the norm of a vector that is "
           "zero, was computed from variables that are watched, and has no "
           "derivative; compute angle times axis as 2 * q.vec() / q.w() there");
    return norm;
  }
};

} // namespace taping
} // namespace nabla

namespace Eigen {

#define NABLA_TAPE_VECTOR_OF_QUATERNION(Parameters, ...)                       \
  template <class T, int O Parameters>                                         \
  class VectorBlock<const __VA_ARGS__, 3>                                      \
      : public nabla::taping::vector_of_quaternion<const __VA_ARGS__> {        \
  public:                                                                      \
    using nabla::taping::vector_of_quaternion<                                 \
        const __VA_ARGS__>::vector_of_quaternion;                              \
  };
#define NABLA_TAPE_MAP , int MapOptions, class Stride
#define NABLA_TAPE_FOUR Matrix<nabla::variable<T>, 4, 1, O, 4, 1>
NABLA_TAPE_VECTOR_OF_QUATERNION(, NABLA_TAPE_FOUR)
NABLA_TAPE_VECTOR_OF_QUATERNION(NABLA_TAPE_MAP,
                                Map<NABLA_TAPE_FOUR, MapOptions, Stride>)
NABLA_TAPE_VECTOR_OF_QUATERNION(NABLA_TAPE_MAP,
                                Map<const NABLA_TAPE_FOUR, MapOptions, Stride>)
#undef NABLA_TAPE_VECTOR_OF_QUATERNION
#undef NABLA_TAPE_MAP
#undef NABLA_TAPE_FOUR

} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_ANGLE_H
