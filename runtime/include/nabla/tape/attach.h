// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes with an attachment: the node itself, then a node for each output, whose
// adjoints the attachment's reverse reads.

#ifndef NABLA_TAPE_ATTACH_H
#define NABLA_TAPE_ATTACH_H

#include "nabla/tape/leaf.h"

namespace nabla {
namespace taping {

inline attachment &attached(const node &n) { return *n.get<attachment *>(0); }
template <class Sweep> void reverse_attached(Sweep &s, const node &n, index i) {
  attached(n).reverse(s, i);
}
inline void visit_attached(const node &n, index, const parent_visitor &v) {
  attached(n).visit_parents(v);
}
inline constexpr operation attachment_operation = {
    "attachment", reverse_attached<plain_sweep>,
    reverse_attached<recorded_sweep>, visit_attached, nullptr};
inline constexpr operation output_operation = {"output", nullptr, nullptr,
                                               visit_a, nullptr};

inline const char *name_of(const node &n) {
  return &n.op() == &attachment_operation ? attached(n).name() : n.op().name;
}

/// Appends the node; its outputs must follow. The log owns a.
inline index attach(log &l, attachment *a) {
  l.own(a);
  const index main = l.next();
  node &n = l.push();
  n.set(attachment_operation);
  n.put(0, a);
  return main;
}
/// Appends a node for an output and names it.
template <class T> void attach_output(log &l, index main, variable<T> &x) {
  const index i = l.next();
  node &n = l.push();
  n.set(output_operation);
  n.a = main;
  if constexpr (std::is_floating_point<T>::value) {
    const T value = x.value();
    n.put<T>(0, value);
    if (sizeof(T) > 8)
      l.wide = true;
  }
  access::set_id(x, l.id_of(i));
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_ATTACH_H
