// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of vectors and matrices. Each takes arrays, variables and parameters
// of arrays; shapes that do not fit are an error. The adjoint of a product is a
// product with an adjoint, whose zeros are strong (products.h).

#ifndef NABLA_TAPE_LINEAR_ALGEBRA_H
#define NABLA_TAPE_LINEAR_ALGEBRA_H

#include "nabla/tape/array_arithmetic.h"
#include "nabla/tape/products.h"

namespace nabla {
namespace taping {

inline void check_shapes(bool fit, const char *name, const shape &a,
                         const shape &b) {
  if (!fit)
    fail("'" + std::string(name) + "' of arrays of shapes " + text(a) +
         " and " + text(b) + "; the inner dimensions must be the same");
}

inline void check_rank(bool fits, const char *name, const shape &s,
                       const char *wanted) {
  if (!fits)
    fail("'" + std::string(name) + "' of an array of shape " + text(s) +
         "; it takes " + wanted);
}

struct dot_op {
  static constexpr const char *name = "dot";
  template <class T> T value(const array<T> &a, const array<T> &b) const {
    check_shapes(a.shape() == b.shape(), name, a.shape(), b.shape());
    return sum_of_products<adjoint_factor::none>(a.data(), b.data(), a.size());
  }
  template <int K, class G, class X>
  auto pull_back(const G &g, const G &, const X &x, const X &y) const {
    return apply(elementwise<scale_op>(), g, K == 0 ? y : x);
  }
};

template <adjoint_factor Adjoint = adjoint_factor::none> struct outer_op {
  static constexpr const char *name = "outer";
  template <class T>
  array<T> value(const array<T> &u, const array<T> &v) const {
    check_rank(u.shape().rank() == 1, name, u.shape(), "vectors");
    check_rank(v.shape().rank() == 1, name, v.shape(), "vectors");
    auto r = array<T>::uninitialized(shape(u.size(), v.size()));
    T *out = r.data_mutable();
    for (T x : u) {
      set_products<Adjoint>(out, x, v.data(), v.size());
      out += v.size();
    }
    return r;
  }
  template <int K, class X>
  auto pull_back(const X &g, const X &, const X &u, const X &v) const;
};

/// m v, or transpose(m) v.
template <bool Transposed, adjoint_factor Adjoint = adjoint_factor::none>
struct matvec_op {
  static constexpr const char *name =
      Transposed ? "matvec_transposed" : "matvec";
  template <class T>
  array<T> value(const array<T> &m, const array<T> &v) const {
    const std::size_t rows = m.rows(), cols = m.cols();
    check_shapes(m.shape().rank() == 2 && v.shape().rank() == 1 &&
                     v.size() == (Transposed ? rows : cols),
                 name, m.shape(), v.shape());
    array<T> r(shape(Transposed ? cols : rows), T(0));
    T *out = r.data_mutable();
    const T *a = m.data(), *x = v.data();
    for (std::size_t i = 0; i < rows; ++i, a += cols)
      if constexpr (Transposed)
        add_products<swapped>(out, x[i], a, cols);
      else
        out[i] = sum_of_products<Adjoint>(a, x, cols);
    return r;
  }
  template <int K, class X>
  auto pull_back(const X &g, const X &, const X &m, const X &v) const {
    if constexpr (K == 1)
      return apply(matvec_op<!Transposed, adjoint_factor::second>(), m, g);
    else if constexpr (Transposed)
      return apply(outer_op<adjoint_factor::second>(), v, g);
    else
      return apply(outer_op<adjoint_factor::first>(), g, v);
  }

private:
  static constexpr adjoint_factor swapped = other(Adjoint);
};

template <adjoint_factor Adjoint>
template <int K, class X>
auto outer_op<Adjoint>::pull_back(const X &g, const X &, const X &u,
                                  const X &v) const {
  if constexpr (K == 0)
    return apply(matvec_op<false, adjoint_factor::first>(), g, v);
  else
    return apply(matvec_op<true, adjoint_factor::first>(), g, u);
}

struct reshape_op {
  static constexpr const char *name = "reshape";
  nabla::shape to;
  template <class T> array<T> value(const array<T> &a) const {
    return a.reshaped(to);
  }
  template <int, class X>
  auto pull_back(const X &g, const X &, const X &a) const {
    return apply(reshape_op{shape_of(a)}, g);
  }
};

struct transpose_op {
  static constexpr const char *name = "transpose";
  template <class T> array<T> value(const array<T> &m) const {
    check_rank(m.shape().rank() <= 2, name, m.shape(), "a matrix or a vector");
    auto r = array<T>::uninitialized(shape(m.cols(), m.rows()));
    T *out = r.data_mutable();
    for (std::size_t j = 0; j < m.cols(); ++j)
      for (std::size_t i = 0; i < m.rows(); ++i)
        *out++ = m.data()[i * m.cols() + j];
    return r;
  }
  template <int, class X>
  auto pull_back(const X &g, const X &, const X &m) const {
    return apply(reshape_op{shape_of(m)}, apply(transpose_op(), g));
  }
};

template <adjoint_factor Adjoint = adjoint_factor::none> struct matmul_op {
  static constexpr const char *name = "matmul";
  template <class T>
  array<T> value(const array<T> &a, const array<T> &b) const {
    check_shapes(a.shape().rank() == 2 && b.shape().rank() == 2 &&
                     a.cols() == b.rows(),
                 name, a.shape(), b.shape());
    const std::size_t n = b.cols();
    array<T> r(shape(a.rows(), n), T(0));
    T *out = r.data_mutable();
    const T *x = a.data();
    for (std::size_t i = 0; i < a.rows(); ++i, out += n)
      for (std::size_t k = 0; k < a.cols(); ++k)
        add_products<Adjoint>(out, *x++, b.data() + k * n, n);
    return r;
  }
  template <int K, class X>
  auto pull_back(const X &g, const X &, const X &a, const X &b) const {
    if constexpr (K == 0)
      return apply(matmul_op<adjoint_factor::first>(), g,
                   apply(transpose_op(), b));
    else
      return apply(matmul_op<adjoint_factor::second>(),
                   apply(transpose_op(), a), g);
  }
};

} // namespace taping

/// Sum of products of the elements of two arrays of one shape.
template <class A, class B, taping::enable_array<A> = 0,
          taping::enable_array<B> = 0>
auto dot(const A &x, const B &y) {
  return taping::apply(taping::dot_op(), x, y);
}
/// (m, n) matrix times (n) vector: (m).
template <class A, class B, taping::enable_array<A> = 0,
          taping::enable_array<B> = 0>
auto matvec(const A &m, const B &v) {
  return taping::apply(taping::matvec_op<false>(), m, v);
}
/// (m, n) matrix, transposed, times (m) vector: (n).
template <class A, class B, taping::enable_array<A> = 0,
          taping::enable_array<B> = 0>
auto matvec_transposed(const A &m, const B &v) {
  return taping::apply(taping::matvec_op<true>(), m, v);
}
/// (m, k) times (k, n): (m, n).
template <class A, class B, taping::enable_array<A> = 0,
          taping::enable_array<B> = 0>
auto matmul(const A &x, const B &y) {
  return taping::apply(taping::matmul_op<>(), x, y);
}
/// (m) and (n) vectors: their (m, n) matrix of products.
template <class A, class B, taping::enable_array<A> = 0,
          taping::enable_array<B> = 0>
auto outer(const A &u, const B &v) {
  return taping::apply(taping::outer_op<>(), u, v);
}
template <class A, taping::enable_array<A> = 0> auto transpose(const A &m) {
  return taping::apply(taping::transpose_op(), m);
}
/// The same numbers in another shape of the same size.
template <class A, taping::enable_array<A> = 0>
auto reshape(const A &x, const shape &s) {
  return taping::apply(taping::reshape_op{s}, x);
}

} // namespace nabla

#endif // NABLA_TAPE_LINEAR_ALGEBRA_H
