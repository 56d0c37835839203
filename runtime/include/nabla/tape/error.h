// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tape says when it is misused: nabla::tape_error for what cannot go
// on, and warnings, which go through a handler that can be set.

#ifndef NABLA_TAPE_ERROR_H
#define NABLA_TAPE_ERROR_H

#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace nabla {

/// The tape was used in a way that has no right answer. The message says what
/// was seen and then what to do.
class tape_error : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

/// Gets each warning; must be callable from every thread.
using tape_warning_handler = void (*)(const char *message);

namespace taping {

inline void print_warning(const char *message) {
  std::fprintf(stderr, "nabla: warning: %s\n", message);
}
inline std::atomic<tape_warning_handler> warning_handler{print_warning};

inline void warn(const char *message) { warning_handler.load()(message); }

[[noreturn]] inline void fail(const std::string &message) {
  throw tape_error("nabla: " + message);
}

} // namespace taping

/// Sets where warnings go, for all threads; null: to stderr again. Returns the
/// handler that was set before.
inline tape_warning_handler
set_tape_warning_handler(tape_warning_handler handler) {
  return taping::warning_handler.exchange(handler ? handler
                                                  : taping::print_warning);
}

} // namespace nabla

#endif // NABLA_TAPE_ERROR_H
