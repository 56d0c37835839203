// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::indexed_slices<T>: the gradient by a large array of which few rows
// were read: those rows, and which they are.

#ifndef NABLA_TAPE_INDEXED_SLICES_H
#define NABLA_TAPE_INDEXED_SLICES_H

#include "nabla/tape/array.h"

namespace nabla {

template <class T> struct indexed_slices {
  /// Which rows (elements of a vector); an index may occur several times.
  std::vector<std::size_t> indices;
  /// One row for each index.
  array<T> values;
  shape dense_shape;

  /// The whole array; rows with the same index are added.
  array<T> dense() const {
    array<T> result(dense_shape, T(0));
    add_to(result);
    return result;
  }
  void add_to(array<T> &target) const {
    check(target.shape());
    for (std::size_t i : indices)
      taping::check_row(i, dense_shape);
    const std::size_t row = dense_shape.row_size();
    const T *from = values.data();
    T *to = target.data_mutable();
    for (std::size_t k = 0; k < indices.size(); ++k)
      for (std::size_t j = 0; j < row; ++j)
        to[indices[k] * row + j] += *from++;
  }
  /// Error: these are not rows of an array of that shape.
  void check(const shape &s) const {
    if (s != dense_shape ||
        values.size() != indices.size() * dense_shape.row_size())
      taping::fail("slices of an array of shape " + taping::text(dense_shape) +
                   " with " + std::to_string(indices.size()) +
                   " indices and values of shape " +
                   taping::text(values.shape()) +
                   " are taken for slices of one of shape " + taping::text(s) +
                   "; give an array of the same shape, and a row of values for "
                   "each index");
  }
  /// Every row of a.
  static indexed_slices all_of(const array<T> &a) {
    indexed_slices s{{}, a, a.shape()};
    for (std::size_t i = 0; i < a.rows(); ++i)
      s.indices.push_back(i);
    return s;
  }
};

/// The sum of gradients by one array: one after the other.
template <class T>
indexed_slices<T> concatenate(const std::vector<indexed_slices<T>> &parts,
                              const shape &dense_shape) {
  std::size_t rows = 0;
  for (const auto &p : parts) {
    p.check(dense_shape);
    rows += p.indices.size();
  }
  indexed_slices<T> s{
      {}, array<T>::uninitialized(dense_shape.with_rows(rows)), dense_shape};
  T *to = s.values.data_mutable();
  for (const auto &p : parts) {
    s.indices.insert(s.indices.end(), p.indices.begin(), p.indices.end());
    to = std::copy(p.values.begin(), p.values.end(), to);
  }
  return s;
}

} // namespace nabla

#endif // NABLA_TAPE_INDEXED_SLICES_H
