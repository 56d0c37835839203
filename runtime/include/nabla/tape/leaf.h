// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the ends of a gradient do, by the type that a variable is of: how an
// adjoint is seeded and how it is read. Here for numbers; array_leaf.h has it
// for arrays.

#ifndef NABLA_TAPE_LEAF_H
#define NABLA_TAPE_LEAF_H

#include "nabla/tape/content.h"
#include "nabla/tape/parameter.h"
#include <optional>

namespace nabla {

/// What a gradient is where the target does not depend on the source: an empty
/// std::optional, or zero. Which it is the type of the result says.
namespace unconnected {
struct none_t {};
struct zero_t {};
inline constexpr none_t none{};
inline constexpr zero_t zero{};
} // namespace unconnected

namespace taping {

template <class T> struct leaf_kind {
  static_assert(std::is_floating_point<T>::value,
                "targets and sources are variables or parameters of real "
                "numbers, or structures of these; integers have no derivative");
  static variable<T> ones(const T &) { return variable<T>(T(1)); }
  static variable<T> zeros(const T &) { return variable<T>(); }
  template <class Seed>
  static variable<T> as_seed(const T &, const Seed &seed) {
    return variable<T>(seed);
  }

  static void seed(plain_sweep &s, index i, const variable<T> &x) {
    s.add<T>(i, x.value());
  }
  static void seed(recorded_sweep &s, index i, const variable<T> &x) {
    s.add<T>(i, x);
  }
  static variable<T> adjoint(plain_sweep &s, index i, const T &) {
    return variable<T>(s.adjoint<T>(i));
  }
  static variable<T> adjoint(recorded_sweep &s, index i, const T &) {
    return s.adjoint<T>(i);
  }
  /// Whether the sweep cannot tell if anything reached node i.
  static bool is_doubtful(plain_sweep &s, index i) {
    return s.adjoint<T>(i) == 0;
  }
  static bool is_reached(recorded_sweep &s, index i) { return s.touched(i); }
};

/// The node in l that x stands for; 0: none.
template <class T> index find_node(log &l, const variable<T> &x) {
  return active_index(l, x.id());
}
template <class T> index find_node(log &l, const parameter<T> &p) {
  const std::uint64_t *entry = l.roots.find(p.id());
  return entry ? root_of(l, unpack(*entry).node) : 0;
}
template <class N, class = std::enable_if_t<std::is_arithmetic<N>::value>>
index find_node(log &, const N &) {
  static_assert(std::is_floating_point<N>::value,
                "the target of a gradient is of an integer type, which has no "
                "derivative; compute it in real numbers");
  return 0;
}

template <class S> struct is_policy : std::false_type {};
template <> struct is_policy<unconnected::none_t> : std::true_type {};
template <> struct is_policy<unconnected::zero_t> : std::true_type {};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_LEAF_H
