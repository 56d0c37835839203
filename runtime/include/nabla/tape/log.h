// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log: what one thread records, in order. Tapes that nest record into one
// log, each node once; a tape is a view of it (state.h). A log lives as long as
// some tape holds it.

#ifndef NABLA_TAPE_LOG_H
#define NABLA_TAPE_LOG_H

#include "nabla/tape/error.h"
#include "nabla/tape/node.h"
#include "nabla/tape/owner.h"

namespace nabla {
namespace taping {

/// A node's larger part: operations on arrays, compiled functions, custom
/// gradients. Owned by the log.
class attachment {
public:
  attachment() = default;
  attachment(const attachment &) = delete;
  attachment &operator=(const attachment &) = delete;
  virtual ~attachment() = default;

  virtual const char *name() const = 0;
  /// The node is at `main`, its outputs follow it.
  virtual void reverse(plain_sweep &, index main) = 0;
  virtual void reverse(recorded_sweep &, index main) = 0;
  virtual void visit_parents(const parent_visitor &) const = 0;

  static void *operator new(std::size_t bytes) {
    const std::size_t all = bytes + header;
    char *block = static_cast<char *>(take_block(all));
    std::memcpy(block, &all, sizeof all);
    return block + header;
  }
  static void operator delete(void *p) noexcept {
    char *block = static_cast<char *>(p) - header;
    std::size_t all;
    std::memcpy(&all, block, sizeof all);
    give_block(block, all);
  }

private:
  friend class log;
  static constexpr std::size_t header = 16;
  attachment *next_ = nullptr;
};

/// Nodes from ... to - 1.
struct interval {
  index from, to;
};

class log {
public:
  static constexpr index nodes_per_chunk = 1024;
  static constexpr std::size_t chunk_bytes = nodes_per_chunk * sizeof(node);

  log() : base_(take_ids()) { push().set(no_operation); } // node 0 is none
  log(const log &) = delete;
  log &operator=(const log &) = delete;
  ~log() {
    while (attachments_) {
      attachment *a = attachments_;
      attachments_ = a->next_;
      delete a;
    }
    for (node *chunk : chunks_)
      give_block(chunk, chunk_bytes);
    for (char *block : side_blocks_)
      give_block(block, chunk_bytes);
    give_ids(base_, next_);
  }
  static void *operator new(std::size_t bytes) { return take_block(bytes); }
  static void operator delete(void *p) noexcept { give_block(p, sizeof(log)); }

  /// The index that the next node will have.
  index next() const { return next_; }
  id_type id_of(index i) const { return i ? base_ + i : 0; }
  bool holds(id_type id) const { return id - base_ < next_; }
  /// Of an id that the log holds.
  index index_of(id_type id) const { return index(id - base_); }

  node &at(index i) const {
    return chunks_[i / nodes_per_chunk][i % nodes_per_chunk];
  }
  /// The value of a node that keeps one.
  template <class T> T value(index i) const { return at(i).template get<T>(0); }

  /// A new node; its index was next().
  NABLA_TAPE_INLINE node &push() {
    if (__builtin_expect(cursor_ == limit_, 0))
      grow();
    ++next_;
    return *cursor_++;
  }

  /// Memory that lives as long as the log, for what a node has no room for.
  char *reserve(std::size_t bytes) {
    bytes = (bytes + 15) & ~std::size_t(15);
    if (side_left_ < bytes) {
      side_blocks_.push_back(static_cast<char *>(take_block(chunk_bytes)));
      side_left_ = chunk_bytes;
    }
    side_left_ -= bytes;
    return side_blocks_.back() + side_left_;
  }

  void own(attachment *a) {
    a->next_ = attachments_;
    attachments_ = a;
  }

  /// Nodes keep operands instead of partials, because there may be a derivative
  /// of the reverse sweep. Of nodes from values_from on the value is kept.
  bool replays = false;
  index values_from = ~index(0);
  /// Some node is of a type wider than double.
  bool wide = false;

  /// Nodes of what has its id elsewhere: parameters, variables of other logs.
  id_map roots;
  std::atomic<index> holders{0}; ///< Tapes that need what is here.
  index tapes_ever = 0;          ///< Tapes that have recorded here.
  owner_thread recorder;         ///< Whose tapes record here now.
  /// Changes whenever other tapes than before record.
  index stamp = 1;

  void replay_from_now(bool on) {
    if (on && !replays)
      values_from = next_;
    if (!on)
      values_from = ~index(0);
    replays = on;
  }

private:
  __attribute__((noinline)) void grow() {
    if (next_ == ~index(0) - nodes_per_chunk + 1)
      fail("the tape is full: it has recorded 2^32 operations; record less "
           "before asking for a gradient");
    node *chunk = static_cast<node *>(take_block(chunk_bytes));
    chunks_.push_back(chunk);
    cursor_ = chunk;
    limit_ = chunk + nodes_per_chunk;
  }

  id_type base_;
  index next_ = 0;
  node *cursor_ = nullptr, *limit_ = nullptr;
  pool_vector<node *> chunks_;
  pool_vector<char *> side_blocks_;
  std::size_t side_left_ = 0;
  attachment *attachments_ = nullptr;
};

/// Keeps a log while it is swept: a pullback may reset its tape.
class log_hold {
public:
  explicit log_hold(log &l) : log_(l) { log_.holders.fetch_add(1); }
  ~log_hold() { let_go(log_); }
  log_hold(const log_hold &) = delete;
  log_hold &operator=(const log_hold &) = delete;
  /// One holder less.
  static void let_go(log &l) {
    if (l.holders.fetch_sub(1) == 1)
      delete &l;
  }

private:
  log &log_;
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_LOG_H
