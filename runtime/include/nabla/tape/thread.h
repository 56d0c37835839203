// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each thread knows of its tapes: which log is recorded to now, and which
// tapes record.

#ifndef NABLA_TAPE_THREAD_H
#define NABLA_TAPE_THREAD_H

#include "nabla/tape/log.h"

namespace nabla {
namespace taping {

class tape_state;

struct thread_state {
  log *recording;      ///< Null: nothing is recorded.
  log *session;        ///< The log of the tapes in the list below.
  tape_state *started; ///< Those that record or are paused, innermost first.
  bool parameters_forbidden; ///< In a function with a custom gradient.
};
inline thread_local thread_state thread = {nullptr, nullptr, nullptr, false};

/// The node of a variable in the log that is recorded to; 0: a constant there.
inline index active_index(log &l, id_type id) {
  if (__builtin_expect(l.holds(id), 1))
    return l.index_of(id);
  if (id == 0 || l.roots.empty())
    return 0;
  const std::uint64_t *root = l.roots.find(id);
  return root ? index(*root) : 0;
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_THREAD_H
