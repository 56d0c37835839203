// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arena: where generated code keeps what its reverse sweep needs.
//
// Each thread has one: a list of chunks, filled from the first to the last and
// kept between calls, so that a gradient evaluated again allocates nothing.
// `arena_scope` marks the arena and releases to the mark when it is destroyed,
// also by an exception. Details of the chunks are in detail/chunks.h.
//
// Generated code includes this header in every file: it must stay cheap to
// parse.

#ifndef NABLA_ARENA_H
#define NABLA_ARENA_H

#include "nabla/detail/chunks.h"

namespace nabla {

/// Everything reserved on this thread's arena while an arena_scope lives is
/// given back when it is destroyed, and so is what was noted to be given back
/// late (blocks.h). Scopes nest like the blocks they stand in.
class arena_scope {
public:
  arena_scope() noexcept
      : cursor_(detail::arena.cursor), chunk_(detail::arena.current),
        late_(detail::arena.late) {
    ++detail::arena.scopes;
  }
  ~arena_scope() {
    if (__builtin_expect(detail::arena.late != late_, 0))
      detail::give_back(late_);
    detail::release(cursor_, chunk_);
  }
  arena_scope(const arena_scope &) = delete;
  arena_scope &operator=(const arena_scope &) = delete;

private:
  char *cursor_;
  detail::chunk *chunk_;
  detail::late_release *late_;
};

namespace arena {

/// Room for n objects of T, not initialised, aligned to 64 bytes, valid until
/// the innermost arena_scope of this thread ends. For n <= 0 the pointer is not
/// null, and must not be read through. Throws std::bad_alloc if there is no
/// memory, as a new-expression does.
///
/// The result aliases nothing else that is alive: the optimizer knows.
template <class T, class N> inline T *reserve(N n) {
  static_assert(__is_trivially_copyable(T),
                "only trivially copyable types can be kept on the arena");
  static_assert(alignof(T) <= detail::arena_alignment,
                "the arena aligns to 64 bytes at most");
  static_assert(sizeof(N) <= sizeof(size_t), "count is too wide");
  void *p = detail::reserve(n < N(1) ? 0 : size_t(n), sizeof(T));
  NABLA_DETAIL_ESCAPE(p);
  return static_cast<T *>(p);
}

/// The same, with every byte set to zero.
template <class T, class N> inline T *reserve_zeroed(N n) {
  T *p = reserve<T>(n);
  if (n >= N(1))
    __builtin_memset(static_cast<void *>(p), 0, size_t(n) * sizeof(T));
  return p;
}

/// How this thread's arena is doing; sizes in bytes.
struct statistics {
  size_t in_use; ///< Reserved now, with what alignment has cost.
  size_t peak;   ///< The largest in_use since the thread began.
  size_t held;   ///< Taken from the system.
  size_t chunks; ///< In how many pieces.
};
inline statistics stats() noexcept {
  const detail::arena_state &a = detail::arena;
  return {a.in_use(), a.peak, a.held, a.chunks};
}

/// Gives back to the system the memory of this thread that nothing is kept in.
inline void shrink() noexcept { detail::shrink(); }

} // namespace arena
} // namespace nabla

#endif // NABLA_ARENA_H
