// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::stack<T>: saved values of a loop whose trip count is not known when it
// begins. The forward sweep pushes, the reverse sweep pops. Its memory comes
// from the arena in pieces, the first one small, and goes back with the
// arena_scope around it; pieces that have been popped are pushed to again.

#ifndef NABLA_STACK_H
#define NABLA_STACK_H

#include "nabla/arena.h"

namespace nabla {
namespace detail {

/// Head of a piece; room for `capacity` elements follows. A stack's pieces are
/// in a list, empty ones behind the one in use.
struct alignas(arena_alignment) stack_piece {
  stack_piece *previous, *next;
  size_t capacity;
  size_t before; ///< Elements in the pieces in front of this one.
};

constexpr size_t first_piece_size = 512;
constexpr size_t largest_piece_size = 64 * 1024;

/// The piece behind `piece` (for null: a first one), made if there is none.
NABLA_DETAIL_OPAQUE inline stack_piece *next_piece(stack_piece *piece,
                                                   size_t element_size) {
  if (piece && piece->next)
    return piece->next;
  size_t bytes = first_piece_size;
  if (piece)
    bytes = 2 * (sizeof(stack_piece) + piece->capacity * element_size);
  if (bytes > largest_piece_size)
    bytes = largest_piece_size;
  // The head is part of the piece, so that pieces fill a chunk without a rest.
  size_t capacity = (bytes - sizeof(stack_piece)) / element_size;
  if (capacity == 0)
    capacity = 1;
  void *p = reserve(sizeof(stack_piece) + capacity * element_size, 1);
  NABLA_DETAIL_ESCAPE(p);
  stack_piece *fresh = static_cast<stack_piece *>(p);
  fresh->previous = piece;
  fresh->next = nullptr;
  fresh->capacity = capacity;
  fresh->before = piece ? piece->before + piece->capacity : 0;
  if (piece)
    piece->next = fresh;
  return fresh;
}

} // namespace detail

/// Last in, first out. All bytes zero is an empty stack. A copy shares the
/// elements. Valid until the innermost arena_scope at its first push ends.
template <class T> class stack {
  static_assert(__is_trivially_copyable(T),
                "only trivially copyable types can be saved");
  static_assert(alignof(T) <= detail::arena_alignment,
                "the arena aligns to 64 bytes at most");

public:
  void push(T value) {
    if (__builtin_expect(top_ == end_, 0))
      forward();
    __builtin_memcpy(static_cast<void *>(top_), &value, sizeof(T));
    ++top_;
  }

  /// Takes back what was pushed last. The stack must not be empty.
  T pop() {
    if (__builtin_expect(top_ == begin_, 0))
      back();
    return *--top_;
  }

  bool empty() const { return size() == 0; }
  size_t size() const {
    return begin_ ? piece()->before + size_t(top_ - begin_) : 0;
  }

private:
  detail::stack_piece *piece() const {
    return begin_ ? reinterpret_cast<detail::stack_piece *>(begin_) - 1
                  : nullptr;
  }
  void enter(detail::stack_piece *p) {
    begin_ = reinterpret_cast<T *>(p + 1);
    end_ = begin_ + p->capacity;
  }
  void forward() {
    enter(detail::next_piece(piece(), sizeof(T)));
    top_ = begin_;
  }
  void back() {
    enter(piece()->previous);
    top_ = end_;
  }

  T *top_ = nullptr, *begin_ = nullptr, *end_ = nullptr;
};

} // namespace nabla

#endif // NABLA_STACK_H
