// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::span: a pointer and a length, for functions that take a pointer:
//
//   nabla::gradient<norm>(nabla::span(p, n), n)
//
// The library API takes anything with data() and size() in its place.

#ifndef NABLA_SPAN_H
#define NABLA_SPAN_H

#include <cstddef>

namespace nabla {

/// Refers to `size` objects from `data` on; owns nothing.
template <class T> class span {
public:
  constexpr span(T *data, std::size_t size) : data_(data), size_(size) {}
  constexpr T *data() const { return data_; }
  constexpr std::size_t size() const { return size_; }

private:
  T *data_;
  std::size_t size_;
};

} // namespace nabla

#endif // NABLA_SPAN_H
