// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of the heap in generated code.
//
// The reverse sweep reads what the primal has computed, so what the primal
// gives back while it runs is given back late: when the arena_scope around the
// sweeps ends, by an exception too. `nabla::late` notes what to give back and
// how.
//
// `nabla::measured` makes blocks that know how many objects they hold, for
// functions that use std::realloc.

#ifndef NABLA_BLOCKS_H
#define NABLA_BLOCKS_H

#include "nabla/arena.h"

namespace nabla {
namespace late {

/// When the innermost arena_scope of this thread ends, "delete p".
template <class T> inline void delete_one(const T *p) {
  detail::give_back_late(const_cast<T *>(p),
                         [](void *q) { delete static_cast<T *>(q); });
}

/// The same for "delete[] p".
template <class T> inline void delete_array(const T *p) {
  detail::give_back_late(const_cast<T *>(p),
                         [](void *q) { delete[] static_cast<T *>(q); });
}

/// The same for "free(p)".
template <class T> inline void free(const T *p) {
  detail::give_back_late(const_cast<T *>(p),
                         [](void *q) { __builtin_free(q); });
}

} // namespace late

namespace measured {

/// What stands in front of a block.
struct alignas(16) head {
  size_t length;
};

template <class T> inline size_t bytes(size_t n) {
  static_assert(alignof(T) <= alignof(head), "malloc aligns to 16 bytes");
  const size_t most = (detail::largest_size - sizeof(head)) / sizeof(T);
  return n > most ? detail::largest_size : sizeof(head) + n * sizeof(T);
}

template <class T> inline T *begin(void *p, size_t n) {
  head *h = static_cast<head *>(p);
  h->length = n;
  return reinterpret_cast<T *>(h + 1);
}

/// The block, with every byte set to zero.
template <class T> inline T *cleared(T *p) {
  if (p)
    __builtin_memset(static_cast<void *>(p), 0,
                     (reinterpret_cast<head *>(p) - 1)->length * sizeof(T));
  return p;
}

/// A block of n objects from the heap, not initialised. A null pointer if there
/// is no memory, as from malloc.
template <class T, class N> inline T *allocate(N n) {
  const size_t count = n < N(1) ? 0 : size_t(n);
  void *p = __builtin_malloc(bytes<T>(count));
  return p ? begin<T>(p, count) : nullptr;
}

/// The same from the arena, until the innermost arena_scope ends. Throws
/// std::bad_alloc if there is no memory.
template <class T, class N> inline T *reserve(N n) {
  const size_t count = n < N(1) ? 0 : size_t(n);
  return begin<T>(arena::reserve<char>(bytes<T>(count)), count);
}

/// The same, with every byte set to zero.
template <class T, class N> inline T *allocate_zeroed(N n) {
  return cleared(allocate<T>(n));
}
template <class T, class N> inline T *reserve_zeroed(N n) {
  return cleared(reserve<T>(n));
}

/// The number of objects in a block of one of these; 0 for a null pointer.
template <class T> inline long length(const T *p) {
  return p ? long((reinterpret_cast<const head *>(p) - 1)->length) : 0;
}

/// Gives back what allocate made.
template <class T> inline void release(const T *p) {
  if (p)
    __builtin_free(reinterpret_cast<head *>(const_cast<T *>(p)) - 1);
}

} // namespace measured
} // namespace nabla

#endif // NABLA_BLOCKS_H
