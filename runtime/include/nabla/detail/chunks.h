// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chunks behind arena.h: a doubly linked list for each thread, in order of
// use. Chunks before `current` are full, `current` is filled up to `cursor`,
// those after it are empty and wait to be used again.
//
// Surprises, with reasons:
// - The state that every reservation touches is initialised statically and has
//   no destructor: reading a thread_local with one costs a call and a test.
//   What frees the chunks when the thread ends is another object
//   (`thread_exit`), which only the slow path touches.
// - `reserve` is never inlined: inlining would lose the attribute `malloc`, and
//   with it what lets the optimizer vectorize loops that store to the arena.
// - Memory is reserved again after a release, and the optimizer, which does not
//   know of releases, may not move an old access behind a new reservation.
//   Letting the pointer escape to the opaque `reserve` forbids it
//   (NABLA_DETAIL_ESCAPE).
// - Chunks come from ::operator new, which needs no header: it throws
//   std::bad_alloc, and ends the program where exceptions are off.

#ifndef NABLA_DETAIL_CHUNKS_H
#define NABLA_DETAIL_CHUNKS_H

#include "nabla/detail/sizes.h"

#if defined(__SANITIZE_ADDRESS__)
#define NABLA_DETAIL_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NABLA_DETAIL_ASAN 1
#endif
#endif

// Not inlined; for GCC also not looked into by its callers' optimization.
#if defined(__clang__)
#define NABLA_DETAIL_OPAQUE __attribute__((noinline))
#else
#define NABLA_DETAIL_OPAQUE __attribute__((noipa))
#endif
// One arena for each thread, also where shared libraries hide their symbols.
#define NABLA_DETAIL_SHARED __attribute__((visibility("default")))
#define NABLA_DETAIL_ESCAPE(p) __asm__ volatile("" : : "r"(p) : "memory")

#if defined(NABLA_DETAIL_ASAN)
extern "C" void __asan_poison_memory_region(const volatile void *,
                                            __SIZE_TYPE__);
extern "C" void __asan_unpoison_memory_region(const volatile void *,
                                              __SIZE_TYPE__);
#endif

namespace nabla {
namespace detail {

constexpr size_t arena_alignment = 64;
constexpr size_t first_chunk_size = size_t(64) * 1024;
/// More is never asked of the system: sizes below it add up safely.
constexpr size_t largest_size = ~size_t(0) / 4;

constexpr size_t round_up(size_t bytes) {
  return (bytes + arena_alignment - 1) & ~(arena_alignment - 1);
}

/// Head of a chunk; its memory follows, up to `end`.
struct alignas(arena_alignment) chunk {
  chunk *previous, *next;
  char *end;
  void *block;   ///< What operator new returned.
  size_t before; ///< Bytes in the chunks in front of this one.

  char *begin() { return reinterpret_cast<char *>(this + 1); }
  size_t size() { return size_t(end - begin()); }
};

/// Something to be given back when the scope around it ends.
struct late_release {
  late_release *next;
  void (*give_back)(void *);
  void *what;
};

struct arena_state {
  char *cursor; ///< Next free byte, always aligned.
  char *limit;  ///< End of the current chunk.
  chunk *current, *first, *last;
  size_t peak, held, chunks;
  size_t scopes;      ///< How many marks may be released to.
  bool leaving;       ///< The thread is ending: keep nothing.
  late_release *late; ///< The last one noted.

  size_t in_use() const noexcept {
    return current ? current->before + size_t(cursor - current->begin()) : 0;
  }
};

/// Where the cursor stands before there is any chunk: reserving nothing gives a
/// valid address even then.
alignas(arena_alignment) inline char no_memory[arena_alignment];

NABLA_DETAIL_SHARED inline thread_local arena_state arena = {
    no_memory, no_memory, nullptr, nullptr, nullptr, 0,
    0,         0,         0,       false,   nullptr};

// Under the address sanitizer only what is reserved may be touched.
#if defined(NABLA_DETAIL_ASAN)
inline void forbid(char *from, char *to) noexcept {
  __asan_poison_memory_region(from, size_t(to - from));
}
inline void permit(char *from, size_t bytes) noexcept {
  __asan_unpoison_memory_region(from, bytes);
}
#else
inline void forbid(char *, char *) noexcept {}
inline void permit(char *, size_t) noexcept {}
#endif

/// Makes c, of which nothing is in use, the current chunk.
inline void enter(arena_state &a, chunk *c) noexcept {
  a.current = c;
  a.cursor = c ? c->begin() : no_memory;
  a.limit = c ? c->end : no_memory;
}

/// Gives back every chunk that nothing is kept in.
NABLA_DETAIL_OPAQUE inline void shrink() noexcept {
  arena_state &a = arena;
  if (a.in_use() == 0 && a.scopes == 0) // no mark points into a chunk
    enter(a, nullptr);
  chunk *kept = a.current;
  for (chunk *c = kept ? kept->next : a.first; c;) {
    chunk *next = c->next;
    a.held -= c->size();
    --a.chunks;
    permit(c->begin(), c->size());
    ::operator delete(c->block);
    c = next;
  }
  (kept ? kept->next : a.first) = nullptr;
  a.last = kept;
}

/// Frees this thread's chunks when the thread ends. Destructors of other
/// thread_local objects may still compute gradients after that: `leaving` makes
/// them give back what they take.
struct thread_exit {
  bool used;
  ~thread_exit() {
    arena.leaving = true;
    shrink();
  }
};

NABLA_DETAIL_SHARED inline void free_at_thread_exit() {
  // In a function, so that files that reserve nothing hold no trace of it.
  static thread_local thread_exit at_exit;
  at_exit.used = true;
}

/// Appends a chunk with room for `bytes` or more.
inline chunk *append_chunk(arena_state &a, size_t bytes) {
  if (!a.leaving)
    free_at_thread_exit();
  size_t size = a.last ? 2 * a.last->size() : first_chunk_size;
  if (size < bytes)
    size = bytes;
  void *block = ::operator new(size + sizeof(chunk) + arena_alignment);
  const size_t skew = reinterpret_cast<size_t>(block) % arena_alignment;
  char *aligned =
      static_cast<char *>(block) + (skew ? arena_alignment - skew : 0);
  chunk *c = reinterpret_cast<chunk *>(aligned);
  c->previous = a.last;
  c->next = nullptr;
  c->end = c->begin() + size;
  c->block = block;
  c->before = a.last ? a.last->before + a.last->size() : 0;
  (a.last ? a.last->next : a.first) = c;
  a.last = c;
  a.held += size;
  ++a.chunks;
  forbid(c->begin(), c->end);
  return c;
}

/// Goes on to the next chunk with room for `bytes`.
NABLA_DETAIL_OPAQUE inline void next_chunk(size_t bytes) {
  arena_state &a = arena;
  chunk *c = a.current ? a.current->next : a.first;
  while (c && c->size() < bytes)
    c = c->next;
  enter(a, c ? c : append_chunk(a, bytes));
}

__attribute__((malloc, returns_nonnull,
               assume_aligned(64))) NABLA_DETAIL_OPAQUE inline void *
reserve(size_t count, size_t element_size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, element_size, &bytes) ||
      bytes > largest_size)
    bytes = largest_size; // too much for operator new
  arena_state &a = arena;
  const size_t rounded = round_up(bytes);
  if (size_t(a.limit - a.cursor) < rounded)
    next_chunk(rounded);
  char *p = a.cursor;
  a.cursor = p + rounded;
  if (size_t used = a.in_use(); a.peak < used)
    a.peak = used;
  permit(p, bytes);
  return p;
}

/// Releases to a mark in another chunk than the current one.
NABLA_DETAIL_OPAQUE inline void release_chunks(char *cursor,
                                               chunk *mark) noexcept {
  arena_state &a = arena;
  for (chunk *c = a.current; c != mark; c = c->previous)
    forbid(c->begin(), c->end);
  enter(a, mark ? mark : a.first);
  if (mark)
    a.cursor = cursor;
  forbid(a.cursor, a.limit);
  if (a.leaving)
    shrink();
}

inline void release(char *cursor, chunk *mark) noexcept {
  --arena.scopes;
#if !defined(NABLA_DETAIL_ASAN)
  if (__builtin_expect(mark == arena.current, 1)) {
    arena.cursor = cursor;
    return;
  }
#endif
  release_chunks(cursor, mark);
}

/// Notes that what is to be given back when the innermost arena_scope ends.
NABLA_DETAIL_OPAQUE inline void give_back_late(void *what,
                                               void (*give_back)(void *)) {
  if (!what)
    return;
  void *p = reserve(1, sizeof(late_release));
  NABLA_DETAIL_ESCAPE(p);
  late_release *noted = static_cast<late_release *>(p);
  *noted = {arena.late, give_back, what};
  arena.late = noted;
}

/// Gives back what was noted after `mark`, in the order of the primal.
NABLA_DETAIL_OPAQUE inline void give_back(late_release *mark) noexcept {
  late_release *first = nullptr;
  while (arena.late != mark) {
    late_release *last = arena.late;
    arena.late = last->next;
    last->next = first;
    first = last;
  }
  for (; first; first = first->next)
    first->give_back(first->what);
}

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_CHUNKS_H
