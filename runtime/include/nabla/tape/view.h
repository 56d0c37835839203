// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tape's view of its log: which nodes are its own. A node is a tape's if the
// tape recorded when it was made and one of its operands was watched by then.
// Where a tape has its log to itself all nodes are; where tapes nest, a pass
// over the tape's part of the log marks them.

#ifndef NABLA_TAPE_VIEW_H
#define NABLA_TAPE_VIEW_H

#include "nabla/tape/thread.h"
#include <algorithm>

namespace nabla {
namespace taping {

/// A node that a tape watches, from when on.
struct watched_node {
  index node, since;
};

class view {
public:
  static constexpr index none = ~index(0);

  /// Nodes from `begin` up to `top`, and those watched that are older; what was
  /// computed in a pause or from `end` on is not the tape's.
  view(log &l, bool alone, index begin, index top, index end,
       const pool_vector<watched_node> &watched,
       const pool_vector<interval> &pauses)
      : log_(l), begin_(alone ? 0 : begin), top_(top) {
    if (!alone)
      mark(watched, pauses, end);
  }

  log &source() const { return log_; }
  index begin() const { return begin_; }
  index top() const { return top_; }
  /// Every node of the log is the tape's, and cells are indexed as nodes are.
  bool whole() const { return begin_ == 0; }
  bool contains(index i) const {
    if (whole())
      return i <= top_;
    if (i - begin_ < count())
      return marks_[i - begin_] != 0;
    return cell(i) != none;
  }

  /// How many adjoints there can be, and where that of node i is.
  index cells() const { return count() + index(early_.size()); }
  index cell(index i) const {
    if (__builtin_expect(i - begin_ < count(), 1))
      return i - begin_;
    for (std::size_t lo = 0, hi = early_.size(); lo < hi;) {
      const std::size_t mid = (lo + hi) / 2;
      if (early_[mid].node == i)
        return count() + index(mid);
      (early_[mid].node < i ? lo : hi) = early_[mid].node < i ? mid + 1 : mid;
    }
    return none;
  }

  /// Which cells the nodes in `from` were computed from.
  void reach(const pool_vector<index> &from,
             pool_vector<unsigned char> &reached) const {
    reached.assign_bytes(cells() + 1, 0);
    for (index i : from)
      if (contains(i))
        reached[cell(i)] = 1;
    struct context {
      const view &v;
      pool_vector<unsigned char> &reached;
    } c{*this, reached};
    const parent_visitor visit = {[](void *self, index parent) {
                                    auto &in = *static_cast<context *>(self);
                                    const index at = in.v.cell(parent);
                                    if (at != none)
                                      in.reached[at] = 1;
                                  },
                                  &c, true};
    for (index i = top_; i >= std::max<index>(begin_, 1); --i)
      if (contains(i) && reached[cell(i)])
        visit_parents(i, visit);
  }

private:
  index count() const { return top_ + 1 - begin_; }
  void visit_parents(index i, const parent_visitor &visit) const {
    const node &n = log_.at(i);
    if (n.form())
      visit_a_and_b(n, i, visit);
    else
      n.op().parents(n, i, visit);
  }

  enum : unsigned char { computed = 1, root = 2 };

  void mark(const pool_vector<watched_node> &watched,
            const pool_vector<interval> &pauses, index end) {
    marks_.assign_bytes(count(), 0);
    for (const watched_node &w : watched) {
      if (w.node > top_)
        continue;
      if (w.node >= begin_)
        marks_[w.node - begin_] |= root;
      if (w.node < begin_ || w.since > w.node)
        (w.node < begin_ ? early_ : late_).push_back(w);
    }
    sort(early_);
    sort(late_);
    std::size_t p = 0;
    for (index i = begin_; i <= top_ && i < end; ++i) {
      while (p < pauses.size() && pauses[p].to <= i)
        ++p;
      if (p < pauses.size() && pauses[p].from <= i)
        continue;
      if (is_computed(i))
        marks_[i - begin_] |= computed;
    }
  }
  /// By node, and of each the first.
  static void sort(pool_vector<watched_node> &v) {
    std::sort(v.begin(), v.end(),
              [](const watched_node &x, const watched_node &y) {
                return x.node != y.node ? x.node < y.node : x.since < y.since;
              });
    watched_node *end = std::unique(
        v.begin(), v.end(), [](const watched_node &x, const watched_node &y) {
          return x.node == y.node;
        });
    v.truncate(std::size_t(end - v.begin()));
  }
  bool is_computed(index i) const {
    struct context {
      const view &v;
      index i;
      bool found;
    } c{*this, i, false};
    visit_parents(i, {[](void *self, index parent) {
                        auto &in = *static_cast<context *>(self);
                        in.found = in.found || in.v.watches(parent, in.i);
                      },
                      &c});
    return c.found;
  }
  /// Whether a use of node p as node i was recorded.
  bool watches(index p, index i) const {
    if (p >= begin_) {
      const unsigned char m = marks_[p - begin_];
      if (m & computed)
        return true;
      return (m & root) && since(late_, p) <= i;
    }
    const index s = since(early_, p);
    return s != 0 && s <= i;
  }
  static index since(const pool_vector<watched_node> &v, index p) {
    const watched_node *w = std::lower_bound(
        v.begin(), v.end(), p,
        [](const watched_node &x, index i) { return x.node < i; });
    return w != v.end() && w->node == p ? w->since : 0;
  }

  log &log_;
  index begin_, top_;
  pool_vector<unsigned char> marks_;
  pool_vector<watched_node> early_, late_;
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_VIEW_H
