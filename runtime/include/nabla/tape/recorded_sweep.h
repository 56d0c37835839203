// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reverse sweep over variables: what it computes is recorded by the tapes
// that record meanwhile, so that they can be asked for the derivative of the
// derivative.

#ifndef NABLA_TAPE_RECORDED_SWEEP_H
#define NABLA_TAPE_RECORDED_SWEEP_H

#include "nabla/tape/plain_sweep.h"
#include "nabla/tape/variable.h"

namespace nabla {
namespace taping {

/// adjoint * partial, where a constant zero contributes zero and a constant
/// one costs nothing. Defined in arithmetic.h.
template <class T>
variable<T> scale(const variable<T> &adjoint, const variable<T> &partial);

class recorded_sweep {
  struct cell {
    unsigned char value[16];
    id_type id;
    adjoint_object *object;
    bool touched;
  };

public:
  explicit recorded_sweep(const view &v) : view_(v) {
    cells_.assign_bytes(v.cells(), 0);
  }
  ~recorded_sweep() {
    for (const cell &c : cells_)
      delete c.object;
  }
  recorded_sweep(const recorded_sweep &) = delete;
  recorded_sweep &operator=(const recorded_sweep &) = delete;

  log &source() const { return view_.source(); }
  const view &range() const { return view_; }

  template <class T> variable<T> adjoint(index i) const {
    const index c = view_.cell(i);
    const variable<T> a =
        c == view::none || !cells_[c].touched ? variable<T>() : load<T>(c);
    if (listener)
      *listener << " adjoint " << a.value() << " ->";
    return a;
  }
  template <class T> void add(index i, const variable<T> &x) {
    const index c = view_.cell(i);
    if (c != view::none)
      store(c, cells_[c].touched ? load<T>(c) + x : x);
    if (listener)
      *listener << " #" << i << " += " << x.value();
  }
  /// While a node is traced: gets what is read and added.
  std::ostream *listener = nullptr;
  template <class Object> Object *object(index i) {
    const index c = view_.cell(i);
    if (c == view::none)
      return nullptr;
    if (!cells_[c].object)
      cells_[c].object = new Object();
    return static_cast<Object *>(cells_[c].object);
  }
  template <class Object> Object *find_object(index i) const {
    const index c = view_.cell(i);
    return c == view::none ? nullptr : static_cast<Object *>(cells_[c].object);
  }
  bool touched(index i) const {
    const index c = view_.cell(i);
    return c != view::none && cells_[c].touched;
  }

  /// The value and name of node i as an operand.
  template <class T> variable<T> operand(index i) const {
    return access::make(source().value<T>(i), source().id_of(i));
  }

  void run() {
    for (index i = view_.top(); i >= std::max<index>(view_.begin(), 1); --i)
      if (view_.contains(i))
        step(i);
  }
  void step(index i) {
    const node n = source().at(i);
    if (n.form() == partials_of_double)
      pass_on<double>(n, i);
    else if (n.form() == partials_of_float)
      pass_on<float>(n, i);
    else if (n.op().reverse_recorded)
      n.op().reverse_recorded(*this, n, i);
  }

private:
  template <class T> variable<T> load(index c) const {
    T value;
    std::memcpy(&value, cells_[c].value, sizeof value);
    return access::make(value, cells_[c].id);
  }
  template <class T> void store(index c, const variable<T> &x) {
    const T value = x.value();
    std::memcpy(cells_[c].value, &value, sizeof value);
    cells_[c].id = x.id();
    cells_[c].touched = true;
  }
  template <class T> void pass_on(const node &n, index i) {
    if (!touched(i))
      return;
    const variable<T> a = adjoint<T>(i);
    add(n.a, scale(a, variable<T>(n.get<T>(0))));
    if (n.b)
      add(n.b, scale(a, variable<T>(n.get<T>(1))));
  }

  const view &view_;
  pool_vector<cell> cells_;
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_RECORDED_SWEEP_H
