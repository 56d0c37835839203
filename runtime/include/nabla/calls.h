// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// calls.h: calls of functions whose body another file has, and of functions
// that only the running program knows: calls through pointers.
//
// A function's pair is its forward and its reverse sweep. A [[grad]] function
// with external linkage exports its pair under names that the linker finds. A
// pair can also be found by the function's address: each file that Nabla sees
// registers the pairs of its [[grad]] functions and of the functions whose
// address it takes, when it is loaded.
//
// A function that is called through a pointer in a derivative and is not
// registered ends in the exception no_derivative, thrown in the forward sweep:
// no shadow has been touched then.

#ifndef NABLA_CALLS_H
#define NABLA_CALLS_H

#include "nabla/arena.h"

#if !defined(__cpp_exceptions)
extern "C" int dprintf(int, const char *, ...);
#endif

namespace nabla {

/// Thrown where a derivative calls a function through a pointer, and no file of
/// the program has registered that function's derivative. Not a std::exception:
/// generated code is parsed where standard headers cannot be included.
class no_derivative {
public:
  explicit no_derivative(const void *function) noexcept : function_(function) {}
  const char *what() const noexcept {
    return "nabla: a function that is called through a pointer has no "
           "derivative here; mark it '[[grad]]' in the file that defines it, "
           "and compile that file with nabla++";
  }
  /// The address of the function; null if the pointer was null.
  const void *function() const noexcept { return function_; }

private:
  const void *function_;
};

/// The frame of a call whose pair is not this file's own.
struct called {
  void *own; ///< The frame that the pair itself has made.
  void (*forward)();
  void (*reverse)();
};

namespace detail {

/// One registered pair, in the list of all that have a signature in common.
struct pair_entry {
  void (*function)();
  void (*forward)();
  void (*reverse)();
  pair_entry *next;
};

/// The pairs of functions of one type, one list in the whole program.
template <class Function> struct NABLA_DETAIL_SHARED pair_list {
  static inline pair_entry *first = nullptr;
};

inline void insert(pair_entry *&first, pair_entry *e) noexcept {
  e->next = __atomic_load_n(&first, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&first, &e->next, e, true,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

/// For a library that is unloaded; no gradient may be at work in it.
inline void remove(pair_entry *&first, pair_entry *e) noexcept {
  for (pair_entry **at = &first; *at; at = &(*at)->next)
    if (*at == e) {
      __atomic_store_n(at, e->next, __ATOMIC_RELEASE);
      return;
    }
}

[[noreturn]] NABLA_DETAIL_OPAQUE inline void throw_no_derivative(void (*f)()) {
#if defined(__cpp_exceptions)
  throw no_derivative(reinterpret_cast<const void *>(f));
#else
  dprintf(2, "%s\n", no_derivative(reinterpret_cast<void *>(f)).what());
  __builtin_abort();
#endif
}

/// Puts the pair of the function that f points to into frame.
template <class R, class... P>
inline void find_pair(R (*f)(P...), called *frame) {
  auto wanted = reinterpret_cast<void (*)()>(f);
  const pair_entry *e =
      __atomic_load_n(&pair_list<R(P...)>::first, __ATOMIC_ACQUIRE);
  while (e && e->function != wanted)
    e = e->next;
  if (!e)
    throw_no_derivative(wanted);
  frame->forward = e->forward;
  frame->reverse = e->reverse;
}

} // namespace detail

/// Registers a function's pair as long as it lives. Made by generated code.
class registration {
public:
  template <class R, class... P, class Forward, class Reverse>
  registration(R (*f)(P...), Forward *forward, Reverse *reverse) noexcept
      : entry_{reinterpret_cast<void (*)()>(f),
               reinterpret_cast<void (*)()>(forward),
               reinterpret_cast<void (*)()>(reverse), nullptr},
        list_(&detail::pair_list<R(P...)>::first) {
    detail::insert(*list_, &entry_);
  }
  ~registration() { detail::remove(*list_, &entry_); }
  registration(const registration &) = delete;
  registration &operator=(const registration &) = delete;

private:
  detail::pair_entry entry_;
  detail::pair_entry **list_;
};

} // namespace nabla

#endif // NABLA_CALLS_H
