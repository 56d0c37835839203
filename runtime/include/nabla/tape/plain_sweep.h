// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reverse sweep over numbers: from the adjoints of some nodes to those of
// the nodes that they were computed from. A node whose adjoint is zero is
// passed over, so that its partials do not matter, infinite ones included.

#ifndef NABLA_TAPE_PLAIN_SWEEP_H
#define NABLA_TAPE_PLAIN_SWEEP_H

#include "nabla/tape/view.h"
#include <ostream>

namespace nabla {
namespace taping {

/// An adjoint that is more than a number.
struct adjoint_object {
  virtual ~adjoint_object() = default;
};

class plain_sweep {
public:
  explicit plain_sweep(const view &v)
      : view_(v), wide_(v.source().wide),
        bytes_(std::size_t(v.cells()) << shift()),
        cells_(static_cast<unsigned char *>(take_block(bytes_ + 1))) {
    std::memset(cells_, 0, bytes_);
  }
  ~plain_sweep() {
    for (adjoint_object *o : objects_)
      delete o;
    give_block(cells_, bytes_ + 1);
  }
  plain_sweep(const plain_sweep &) = delete;
  plain_sweep &operator=(const plain_sweep &) = delete;

  log &source() const { return view_.source(); }

  /// The adjoint of node i, which is of type T.
  template <class T> T adjoint(index i) const {
    const index c = view_.cell(i);
    const T a = c == view::none ? T(0) : load<T>(c);
    if (listener && a != 0)
      *listener << " adjoint " << a << " ->";
    return a;
  }
  /// Adds to it.
  template <class T> void add(index i, T x) {
    const index c = view_.cell(i);
    if (c != view::none)
      store<T>(c, load<T>(c) + x);
    if (listener)
      *listener << " #" << i << " += " << x;
  }
  /// While a node is traced: gets what is read and added.
  std::ostream *listener = nullptr;

  /// The adjoint of node i as an Object, made if there is none yet; null where
  /// nobody wants to know.
  template <class Object> Object *object(index i) {
    const index c = view_.cell(i);
    if (c == view::none)
      return nullptr;
    adjoint_object *o = load<adjoint_object *>(c);
    if (!o) {
      o = new Object();
      objects_.push_back(o);
      store(c, o);
    }
    return static_cast<Object *>(o);
  }
  template <class Object> Object *find_object(index i) const {
    const index c = view_.cell(i);
    return c == view::none ? nullptr
                           : static_cast<Object *>(load<adjoint_object *>(c));
  }

  void run() {
    if (view_.whole() && !wide_)
      run_range<true, 3>();
    else if (!wide_)
      run_range<false, 3>();
    else
      run_range<false, 4>();
  }
  /// One node alone: for tracing.
  void step(index i) {
    const node &n = source().at(i);
    if (n.form() == partials_of_double)
      pass_on<false, 3, double>(n, i);
    else if (n.form() == partials_of_float)
      pass_on<false, 3, float>(n, i);
    else if (n.op().reverse)
      n.op().reverse(*this, n, i);
  }
  const view &range() const { return view_; }

private:
  int shift() const { return wide_ ? 4 : 3; }
  template <class T> T load(index cell) const {
    T x;
    std::memcpy(&x, cells_ + (std::size_t(cell) << shift()), sizeof x);
    return x;
  }
  template <class T> void store(index cell, T x) {
    std::memcpy(cells_ + (std::size_t(cell) << shift()), &x, sizeof x);
  }

  /// A node with two partials.
  template <bool Whole, int Shift, class T>
  void pass_on(const node &n, index i) {
    if constexpr (!Whole) {
      const T a = adjoint<T>(i);
      if (a == 0)
        return;
      add<T>(n.a, a * n.get<T>(0));
      if (n.b)
        add<T>(n.b, a * n.get<T>(1));
    } else {
      // Cells are indexed as nodes are; 0 is there, and nobody's.
      T a;
      std::memcpy(&a, cells_ + (std::size_t(i) << Shift), sizeof a);
      if (a == 0)
        return;
      bump<Shift>(n.a, a * n.get<T>(0));
      bump<Shift>(n.b, a * n.get<T>(1));
    }
  }
  template <int Shift, class T> void bump(index i, T x) {
    unsigned char *cell = cells_ + (std::size_t(i) << Shift);
    T sum;
    std::memcpy(&sum, cell, sizeof sum);
    sum += x;
    std::memcpy(cell, &sum, sizeof sum);
  }

  template <bool Whole, int Shift> void run_range() {
    index i = view_.top();
    const index first = view_.begin() ? view_.begin() : 1;
    while (i >= first) {
      index start = i - i % log::nodes_per_chunk;
      if (start < first)
        start = first;
      const node *n = &source().at(i);
      for (; i >= start; --i, --n) {
        if (!Whole && !view_.contains(i))
          continue;
        const std::uintptr_t form = n->form();
        if (form == partials_of_double)
          pass_on<Whole, Shift, double>(*n, i);
        else if (form == partials_of_float)
          pass_on<Whole, Shift, float>(*n, i);
        else if (auto *reverse = n->op().reverse)
          reverse(*this, *n, i);
      }
    }
  }

  const view &view_;
  bool wide_;
  std::size_t bytes_;
  unsigned char *cells_;
  pool_vector<adjoint_object *> objects_;
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_PLAIN_SWEEP_H
