// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jacobi's and Givens' rotations of variables. Eigen makes a rotation by
// nothing of an element that is zero, and does not apply it.

#ifndef NABLA_TAPE_EIGEN_ROTATION_H
#define NABLA_TAPE_EIGEN_ROTATION_H

#include "nabla/tape/eigen_zeros.h"

namespace Eigen {

/// The members of Eigen's.
template <class T> class JacobiRotation<nabla::variable<T>> {
public:
  using Scalar = nabla::variable<T>;
  using RealScalar = Scalar;

  JacobiRotation() = default;
  JacobiRotation(const Scalar &c, const Scalar &s) : c_(c), s_(s) {}

  Scalar &c() { return c_; }
  Scalar c() const { return c_; }
  Scalar &s() { return s_; }
  /// Of a rotation by an angle that is zero by chance the least number that is
  /// not: it is applied, and changes nothing.
  Scalar s() const {
    using nabla::taping::is_varied;
    const bool by_chance =
        c_.value() == 1 && s_.value() == 0 && (is_varied(c_) || is_varied(s_));
    return by_chance ? s_ + std::numeric_limits<T>::min() : s_;
  }

  JacobiRotation operator*(const JacobiRotation &other) {
    return JacobiRotation(c_ * other.c_ - s_ * other.s_,
                          c_ * other.s_ + s_ * other.c_);
  }
  JacobiRotation transpose() const { return JacobiRotation(c_, -s_); }
  JacobiRotation adjoint() const { return JacobiRotation(c_, -s_); }

  template <class M> bool makeJacobi(const MatrixBase<M> &m, Index p, Index q) {
    return makeJacobi(m.coeff(p, p), m.coeff(p, q), m.coeff(q, q));
  }
  /// False if there is nothing to apply.
  bool makeJacobi(const Scalar &x, const Scalar &y, const Scalar &z) {
    c_ = Scalar(1);
    s_ = Scalar(0);
    if (2 * std::abs(y.value()) < std::numeric_limits<T>::min()) {
      if (!nabla::taping::is_varied(y))
        return false;
      if (x.value() == z.value()) {
        refuse(s_, y);
        return true;
      }
    }
    // The tangent of the angle, of the two solutions the smaller.
    const Scalar d = x - z;
    const Scalar root = hypot(d, T(2) * y);
    const Scalar t = T(2) * y / (d.value() > 0 ? d + root : d - root);
    c_ = T(1) / sqrt(t * t + T(1));
    s_ = -t * c_;
    return true;
  }
  void makeGivens(const Scalar &p, const Scalar &q, Scalar *r = nullptr) {
    if (p.value() == 0 && q.value() == 0) {
      c_ = Scalar(1);
      s_ = Scalar(0);
      if (r)
        *r = Scalar(0);
      if (nabla::taping::is_varied(p) || nabla::taping::is_varied(q)) {
        refuse(c_, p * p + q * q + T(1));
        refuse(s_, p + q);
        if (r)
          refuse(*r, p + q);
      }
    } else if (std::abs(p.value()) > std::abs(q.value())) {
      const Scalar t = q / p;
      const Scalar u = (p < 0 ? T(-1) : T(1)) * sqrt(t * t + T(1));
      c_ = T(1) / u;
      s_ = -t * c_;
      if (r)
        *r = p * u;
    } else {
      const Scalar t = p / q;
      const Scalar u = (q < 0 ? T(-1) : T(1)) * sqrt(t * t + T(1));
      s_ = T(-1) / u;
      c_ = -t * s_;
      if (r)
        *r = q * u;
    }
  }

private:
  static void refuse(Scalar &to, const Scalar &value) {
    to = Scalar(value.value());
    nabla::taping::refuse_derivative(
        to, value,
        "the derivative of a rotation was asked for where every angle would "
        "do: "
        "all that it turns is zero; leave it out there");
  }

  Scalar c_, s_;
};

} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_ROTATION_H
