// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What substitute bodies are written with; what they are, bodies.h says.

#ifndef NABLA_RULES_BODY_H
#define NABLA_RULES_BODY_H

#pragma GCC system_header

#include "nabla/detail/sizes.h"

namespace nabla {

/// Specialized for each function that has a substitute body.
template <class Tag> struct body;

namespace rules {
/// A parameter that takes nothing but the literal 0.
struct literal_zero {};

/// A number of bytes that has to be a multiple of sizeof(T), or of the size of
/// T's elements: a call where that is not known has no substitute.
template <class T> using bytes_of = size_t;

template <class T> struct plain {
  using type = T;
};
template <class T> struct plain<const T> {
  using type = T;
};

/// Of objects that may not be changed, so that neither may be by less.
template <class T, class Less>
bool comes_first(const T &a, const T &b, Less less) {
  return less(a, b);
}

} // namespace rules

} // namespace nabla

#endif // NABLA_RULES_BODY_H
