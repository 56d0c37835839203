// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reverse sweep that says what it does: one line for each node it visits,
//
//   #5 multiply(2, 3): adjoint 1 -> #3 += 3, #4 += 2

#ifndef NABLA_TAPE_TRACE_H
#define NABLA_TAPE_TRACE_H

#include "nabla/tape/attach.h"
#include <ostream>
#include <sstream>

namespace nabla {
namespace taping {

inline void write_operands(std::ostream &out, const log &l, const node &n) {
  if (n.form() || !n.op().describe)
    return;
  struct context {
    std::ostream &out;
    const char *separator;
  } c{out, "("};
  n.op().describe(
      l, n,
      [](void *self, long double x) {
        auto &c = *static_cast<context *>(self);
        c.out << c.separator << x;
        c.separator = ", ";
      },
      &c);
  if (*c.separator == ',')
    out << ')';
}

template <class Sweep> void run_traced(Sweep &s, std::ostream &out) {
  const view &v = s.range();
  for (index i = v.top(); i >= std::max<index>(v.begin(), 1); --i) {
    if (!v.contains(i))
      continue;
    const node n = s.source().at(i);
    std::ostringstream flow;
    s.listener = &flow;
    s.step(i);
    s.listener = nullptr;
    if (flow.str().empty())
      continue;
    out << '#' << i << ' ' << name_of(n);
    write_operands(out, s.source(), n);
    out << ':' << flow.str() << '\n';
  }
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_TRACE_H
