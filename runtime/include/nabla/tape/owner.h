// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which thread has something now: a tape while it records, a log while it is
// recorded to. Any thread may ask. One that finds that nobody has it sees all
// that the last one did.

#ifndef NABLA_TAPE_OWNER_H
#define NABLA_TAPE_OWNER_H

#include <atomic>
#include <cstdint>

namespace nabla {
namespace taping {

inline std::atomic<std::uint64_t> next_thread_number{1};
/// This thread's, which no other one ever has; 0: it has none yet.
inline thread_local std::uint64_t thread_number = 0;

class owner_thread {
public:
  /// Whether a thread other than this one has it.
  bool is_other() const noexcept {
    const std::uint64_t n = number_.load(std::memory_order_acquire);
    return n != 0 && n != thread_number;
  }
  void take() noexcept {
    if (!thread_number)
      thread_number = next_thread_number.fetch_add(1);
    number_.store(thread_number, std::memory_order_relaxed);
  }
  void give_up() noexcept { number_.store(0, std::memory_order_release); }

private:
  std::atomic<std::uint64_t> number_{0};
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_OWNER_H
