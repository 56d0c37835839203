// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the tape: blocks whose size is a power of two. Each thread keeps
// what was given back, up to a limit, and takes it again, so that a loop over
// tapes allocates nothing; what is above the limit goes back to the system at
// once.

#ifndef NABLA_TAPE_POOL_H
#define NABLA_TAPE_POOL_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

namespace nabla {
namespace taping {

constexpr int smallest_block = 6; // 64 bytes
constexpr int largest_block = 28; // 256 MiB; larger ones are not kept
constexpr std::size_t default_kept_bytes = std::size_t(4) << 20;

struct pool_state {
  void *free[largest_block + 1]; ///< Lists through the first word of a block.
  std::size_t kept, in_use, limit;
  bool leaving; ///< The thread is ending: keep nothing.
};

// Without a destructor, so that reading it costs no call.
inline thread_local pool_state pool = {{}, 0, 0, default_kept_bytes, false};

inline void free_kept_blocks(std::size_t limit) noexcept {
  for (int k = largest_block; k >= smallest_block; --k)
    while (pool.kept > limit && pool.free[k]) {
      void *block = pool.free[k];
      std::memcpy(&pool.free[k], block, sizeof(void *));
      pool.kept -= std::size_t(1) << k;
      ::operator delete(block);
    }
}

struct pool_exit {
  bool used;
  ~pool_exit() {
    pool.leaving = true;
    free_kept_blocks(0);
  }
};
inline void free_pool_at_exit() {
  static thread_local pool_exit at_exit;
  at_exit.used = true;
}

inline int block_class(std::size_t bytes) {
  int k = smallest_block;
  while ((std::size_t(1) << k) < bytes)
    ++k;
  return k;
}

/// A block of at least that many bytes, aligned for every fundamental type.
inline void *take_block(std::size_t bytes) {
  const int k = block_class(bytes);
  const std::size_t size = std::size_t(1) << k;
  pool.in_use += size;
  if (k <= largest_block && pool.free[k]) {
    void *block = pool.free[k];
    std::memcpy(&pool.free[k], block, sizeof(void *));
    pool.kept -= size;
    return block;
  }
  return ::operator new(size);
}

/// `bytes` as it was taken. From any thread.
inline void give_block(void *block, std::size_t bytes) noexcept {
  const int k = block_class(bytes);
  const std::size_t size = std::size_t(1) << k;
  pool.in_use -= size;
  if (k > largest_block || pool.kept + size > pool.limit || pool.leaving) {
    ::operator delete(block);
    return;
  }
  if (!pool.kept)
    free_pool_at_exit();
  std::memcpy(block, &pool.free[k], sizeof(void *));
  pool.free[k] = block;
  pool.kept += size;
}

/// A vector of trivially copyable elements in the pool's memory.
template <class T> class pool_vector {
  static_assert(std::is_trivially_copyable<T>::value, "elements are moved raw");

public:
  pool_vector() = default;
  pool_vector(const pool_vector &) = delete;
  pool_vector &operator=(const pool_vector &) = delete;
  ~pool_vector() { clear(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  T &operator[](std::size_t i) { return data_[i]; }
  const T &operator[](std::size_t i) const { return data_[i]; }
  T &back() { return data_[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_)
      grow(size_ + 1);
    data_[size_++] = value;
  }
  void pop_back() { --size_; }
  void truncate(std::size_t size) { size_ = size; }
  /// Sets the size; every byte of every element is `byte`.
  void assign_bytes(std::size_t size, unsigned char byte) {
    if (size > capacity_)
      grow(size);
    size_ = size;
    if (size)
      std::memset(static_cast<void *>(data_), byte, size * sizeof(T));
  }
  void clear() noexcept {
    if (data_)
      give_block(data_, capacity_ * sizeof(T));
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

private:
  void grow(std::size_t needed) {
    std::size_t bytes =
        std::size_t(1) << block_class(
            (needed > 2 * size_ ? needed : 2 * size_) * sizeof(T));
    T *fresh = static_cast<T *>(take_block(bytes));
    if (size_)
      std::memcpy(static_cast<void *>(fresh), data_, size_ * sizeof(T));
    if (data_)
      give_block(data_, capacity_ * sizeof(T));
    data_ = fresh;
    capacity_ = bytes / sizeof(T);
  }
  T *data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

} // namespace taping

/// The memory of this thread's tapes, in bytes.
namespace tape_memory {
/// In blocks that tapes and arrays hold now.
inline std::size_t in_use() noexcept { return taping::pool.in_use; }
/// Kept for the next tape.
inline std::size_t kept() noexcept { return taping::pool.kept; }
/// Sets how much this thread keeps at most; 4 MiB at the beginning.
inline void keep(std::size_t bytes) noexcept {
  taping::pool.limit = bytes;
  taping::free_kept_blocks(bytes);
}
} // namespace tape_memory
} // namespace nabla

#endif // NABLA_TAPE_POOL_H
