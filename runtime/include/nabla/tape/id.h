// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of variables: 64-bit numbers that no other log, of any thread, uses
// again. So a variable that outlives its tape, or that another thread reads, is
// recognised as a constant by one comparison.

#ifndef NABLA_TAPE_ID_H
#define NABLA_TAPE_ID_H

#include "nabla/tape/pool.h"
#include <atomic>

namespace nabla {
namespace taping {

using id_type = std::uint64_t; ///< 0: a constant.
using index = std::uint32_t;   ///< Of a node in its log; 0: none.

/// A log's ids are base + 1 ... base + 2^32 - 1.
constexpr id_type ids_of_log = id_type(1) << 32;
constexpr id_type ids_of_thread = id_type(1) << 36;
/// Ids of parameters have this bit.
constexpr id_type parameter_bit = id_type(1) << 63;

struct id_range {
  id_type next, end;
};
inline std::atomic<id_type> next_thread_ids{ids_of_thread};
inline std::atomic<id_type> next_parameter_id{parameter_bit + 1};
inline thread_local id_range thread_ids = {0, 0};

inline id_type take_ids() {
  id_range &r = thread_ids;
  if (r.end - r.next < ids_of_log) {
    r.next = next_thread_ids.fetch_add(ids_of_thread) & ~parameter_bit;
    r.end = r.next + ids_of_thread;
  }
  r.next += ids_of_log;
  return r.next - ids_of_log;
}

/// The log at `base` is gone and has used that many ids.
inline void give_ids(id_type base, index used) {
  if (base + ids_of_log == thread_ids.next)
    thread_ids.next = base + used;
}

/// A map from ids to numbers, in open addressing.
class id_map {
public:
  std::uint64_t *find(id_type id) {
    if (slots_.empty())
      return nullptr;
    slot &s = slots_[place(id)];
    return s.id ? &s.number : nullptr;
  }
  std::uint64_t &insert(id_type id, std::uint64_t number) {
    if (4 * (count_ + 1) > 3 * slots_.size())
      rehash();
    slot &s = slots_[place(id)];
    count_ += s.id == 0;
    s = {id, number};
    return s.number;
  }
  bool empty() const { return count_ == 0; }
  void clear() {
    slots_.clear();
    count_ = 0;
  }

private:
  struct slot {
    id_type id;
    std::uint64_t number;
  };
  std::size_t place(id_type id) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = std::size_t((id * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (slots_[i].id != 0 && slots_[i].id != id)
      i = (i + 1) & mask;
    return i;
  }
  void rehash() {
    pool_vector<slot> old;
    for (const slot &s : slots_)
      if (s.id)
        old.push_back(s);
    slots_.assign_bytes(slots_.empty() ? 8 : 2 * slots_.size(), 0);
    for (const slot &s : old)
      slots_[place(s.id)] = s;
  }
  pool_vector<slot> slots_;
  std::size_t count_ = 0;
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_ID_H
