// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of numbers in rows, for products of vectors and matrices. One factor
// may be an adjoint: where that is zero the product is zero, whatever the other
// factor is, infinite and NaN included.

#ifndef NABLA_TAPE_PRODUCTS_H
#define NABLA_TAPE_PRODUCTS_H

#include <cstddef>

namespace nabla {
namespace taping {

/// Which factor of a product is an adjoint.
enum class adjoint_factor { none, first, second };
/// Where the factors are exchanged.
constexpr adjoint_factor other(adjoint_factor a) {
  return a == adjoint_factor::first    ? adjoint_factor::second
         : a == adjoint_factor::second ? adjoint_factor::first
                                       : a;
}

template <adjoint_factor A, class T> inline T product(T x, T y) {
  const T xy = x * y;
  if constexpr (A == adjoint_factor::first)
    return x == 0 ? T(0) : xy;
  else if constexpr (A == adjoint_factor::second)
    return y == 0 ? T(0) : xy;
  else
    return xy;
}

/// Whether the plain products of x and whatever are what they should be.
template <adjoint_factor A, class T> inline bool is_ordinary(T x) {
  return A == adjoint_factor::none || (A == adjoint_factor::first && x != 0) ||
         (A == adjoint_factor::second && x - x == 0);
}

/// out[j] = x * y[j]
template <adjoint_factor A, class T>
void set_products(T *out, T x, const T *y, std::size_t n) {
  if (is_ordinary<A>(x))
    for (std::size_t j = 0; j < n; ++j)
      out[j] = x * y[j];
  else
    for (std::size_t j = 0; j < n; ++j)
      out[j] = product<A>(x, y[j]);
}

/// out[j] += x * y[j]
template <adjoint_factor A, class T>
void add_products(T *out, T x, const T *y, std::size_t n) {
  if (A == adjoint_factor::first && x == 0)
    return;
  if (is_ordinary<A>(x))
    for (std::size_t j = 0; j < n; ++j)
      out[j] += x * y[j];
  else
    for (std::size_t j = 0; j < n; ++j)
      out[j] += product<A>(x, y[j]);
}

/// The sum of x[j] * y[j].
template <adjoint_factor A, class T>
T sum_of_products(const T *x, const T *y, std::size_t n) {
  T s = 0;
  for (std::size_t j = 0; j < n; ++j)
    s += product<A>(x[j], y[j]);
  return s;
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_PRODUCTS_H
