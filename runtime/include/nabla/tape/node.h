// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A node: one recorded operation, 32 bytes. What the payload holds is its
// operation's concern; docs/tape.md lists the forms.

#ifndef NABLA_TAPE_NODE_H
#define NABLA_TAPE_NODE_H

#include "nabla/tape/id.h"
#include <cstring>
#include <type_traits>

/// Of what each recorded operation goes through.
#define NABLA_TAPE_INLINE __attribute__((always_inline)) inline

namespace nabla {
namespace taping {

class plain_sweep;
class recorded_sweep;
class log;
struct node;

/// Called with each parent of a node.
struct parent_visitor {
  void (*call)(void *self, index parent);
  void *self;
  /// Only parents that the last sweep gave an adjoint to, where the node knows.
  bool connected_only = false;
  void operator()(index parent) const {
    if (parent)
      call(self, parent);
  }
};

/// What a kind of node does. There is one constant for each kind.
struct alignas(8) operation {
  const char *name;
  /// From the adjoint of node i to those of its parents; null: nothing to do.
  void (*reverse)(plain_sweep &, const node &, index i);
  /// The same with variables, for tapes that record it.
  void (*reverse_recorded)(recorded_sweep &, const node &, index i);
  void (*parents)(const node &, index i, const parent_visitor &);
  /// For tracing: writes the values of the operands that the node knows.
  void (*describe)(const log &, const node &, void (*)(void *, long double),
                   void *);
};

enum : std::uintptr_t {
  partials_of_double = 1, ///< The payload is two partials, of parents a and b.
  partials_of_float = 2,
  form_mask = 7,
};

struct alignas(16) node {
  std::uintptr_t tagged; ///< An operation, and the form of the payload.
  index a, b;
  unsigned char payload[16];

  const operation &op() const {
    return *reinterpret_cast<const operation *>(tagged & ~form_mask);
  }
  std::uintptr_t form() const { return tagged & form_mask; }
  void set(const operation &o, std::uintptr_t form = 0) {
    tagged = reinterpret_cast<std::uintptr_t>(&o) | form;
  }
  /// The k-th T of the payload.
  template <class T> T get(int k) const {
    T value;
    std::memcpy(&value, payload + k * sizeof(T), sizeof(T));
    return value;
  }
  template <class T> void put(int k, T value) {
    std::memcpy(payload + k * sizeof(T), &value, sizeof(T));
  }
  /// Where parents a and b would stand: a pointer.
  void *pointer() const {
    void *p;
    std::memcpy(&p, &a, sizeof p);
    return p;
  }
  void set_pointer(const void *p) { std::memcpy(&a, &p, sizeof p); }
};
static_assert(sizeof(node) == 32, "a recorded operation takes 32 bytes");
static_assert(sizeof(void *) == 2 * sizeof(index), "64-bit pointers");

/// The form of a node with two partials of type T; 0: there is none.
template <class T>
constexpr std::uintptr_t partials_of =
    std::is_same<T, double>::value  ? partials_of_double
    : std::is_same<T, float>::value ? partials_of_float
                                    : 0;

inline void visit_a_and_b(const node &n, index, const parent_visitor &visit) {
  visit(n.a);
  visit(n.b);
}

inline void visit_none(const node &, index, const parent_visitor &) {}
inline void visit_a(const node &n, index, const parent_visitor &visit) {
  visit(n.a);
}

/// Of nodes that nothing is to be done for.
inline constexpr operation no_operation = {"none", nullptr, nullptr, visit_none,
                                           nullptr};
/// A watched variable or parameter; the payload is its value.
inline constexpr operation root_operation = {"watch", nullptr, nullptr,
                                             visit_none, nullptr};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_NODE_H
