// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An arena that belongs to an object instead of a thread: what a pullback
// keeps between its calls. While an arena_in_use lives, it stands in for the
// thread's arena, so that generated code fills it without knowing.

#ifndef NABLA_DETAIL_OWNED_ARENA_H
#define NABLA_DETAIL_OWNED_ARENA_H

#include "nabla/detail/chunks.h"

namespace nabla {
namespace detail {

#if defined(NABLA_DETAIL_ASAN)
/// Also what lies between the things that are reserved.
__attribute__((no_sanitize("address"))) inline void
copy_bytes(char *to, const char *from, size_t n) {
  for (size_t i = 0; i < n; ++i)
    const_cast<volatile char *>(to)[i] = from[i];
}
#else
inline void copy_bytes(char *to, const char *from, size_t n) {
  __builtin_memcpy(to, from, n);
}
#endif

/// Memory that is given back with it, in whatever thread that happens.
class owned_arena {
public:
  owned_arena() = default;
  ~owned_arena();
  owned_arena(const owned_arena &) = delete;
  owned_arena &operator=(const owned_arena &) = delete;

  /// All that is reserved is as it was when this was called first. Not while
  /// the arena is in use.
  void rewind() {
    const bool first = !copy_;
    if (first && state_.in_use() == 0)
      return;
    if (first)
      copy_ = static_cast<char *>(::operator new(state_.in_use()));
    char *at = copy_;
    for (chunk *c = state_.first; c; c = c->next) {
      const size_t n =
          c == state_.current ? size_t(state_.cursor - c->begin()) : c->size();
      if (first)
        copy_bytes(at, c->begin(), n);
      else
        copy_bytes(c->begin(), at, n);
      at += n;
      if (c == state_.current)
        break;
    }
  }

private:
  friend class arena_in_use;
  arena_state state_ = {no_memory, no_memory, nullptr, nullptr, nullptr, 0,
                        0,         0,         0,       false,   nullptr};
  char *copy_ = nullptr; ///< What is in the chunks, one after the other.
};

/// While it lives, this thread reserves from `owner`. They nest like blocks.
class arena_in_use {
public:
  explicit arena_in_use(owned_arena &owner) noexcept : owner_(owner) {
    exchange();
  }
  ~arena_in_use() { exchange(); }
  arena_in_use(const arena_in_use &) = delete;
  arena_in_use &operator=(const arena_in_use &) = delete;

private:
  void exchange() noexcept {
    arena_state other = owner_.state_;
    owner_.state_ = arena;
    arena = other;
  }
  owned_arena &owner_;
};

inline owned_arena::~owned_arena() {
  {
    arena_in_use use(*this);
    give_back(nullptr); // blocks of the heap, see blocks.h
  }
  for (chunk *c = state_.first; c;) {
    chunk *next = c->next;
    permit(c->begin(), c->size());
    ::operator delete(c->block);
    c = next;
  }
  ::operator delete(copy_);
}

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_OWNED_ARENA_H
