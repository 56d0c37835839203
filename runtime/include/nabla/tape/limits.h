// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generic code asks about its scalar type.

#ifndef NABLA_TAPE_LIMITS_H
#define NABLA_TAPE_LIMITS_H

#include "nabla/tape/variable.h"
#include <functional>
#include <limits>

/// As of the numbers themselves; the values are constants.
template <class T>
struct std::numeric_limits<nabla::variable<T>> : std::numeric_limits<T> {
  using value = nabla::variable<T>;
  using numbers = std::numeric_limits<T>;
  static constexpr value min() noexcept { return numbers::min(); }
  static constexpr value max() noexcept { return numbers::max(); }
  static constexpr value lowest() noexcept { return numbers::lowest(); }
  static constexpr value epsilon() noexcept { return numbers::epsilon(); }
  static constexpr value round_error() noexcept {
    return numbers::round_error();
  }
  static constexpr value infinity() noexcept { return numbers::infinity(); }
  static constexpr value quiet_NaN() noexcept { return numbers::quiet_NaN(); }
  static constexpr value signaling_NaN() noexcept {
    return numbers::signaling_NaN();
  }
  static constexpr value denorm_min() noexcept { return numbers::denorm_min(); }
};

/// By value: equal variables have equal hashes.
template <class T> struct std::hash<nabla::variable<T>> {
  std::size_t operator()(const nabla::variable<T> &x) const {
    return std::hash<T>()(x.value());
  }
};

#endif // NABLA_TAPE_LIMITS_H
