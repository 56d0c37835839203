// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of arrays: rows by their indices, single numbers, ranges; and arrays
// from parts. Reading few rows of a large array has a sparse gradient, which
// costs as much as what was read.

#ifndef NABLA_TAPE_GATHER_H
#define NABLA_TAPE_GATHER_H

#include "nabla/tape/linear_algebra.h"

namespace nabla {
namespace taping {

using index_list = std::vector<std::size_t>;

struct gather_op {
  static constexpr const char *name = "gather";
  index_list rows;
  template <class T> array<T> value(const array<T> &a) const {
    auto r = array<T>::uninitialized(a.shape().with_rows(rows.size()));
    const std::size_t n = a.shape().row_size();
    T *out = r.data_mutable();
    for (std::size_t i : rows) {
      check_row(i, a.shape());
      out = std::copy_n(a.data() + i * n, n, out);
    }
    return r;
  }
  template <int, class T>
  indexed_slices<T> pull_back(const array<T> &g, const array<T> &,
                              const array<T> &a) const {
    return {rows, g, a.shape()};
  }
  template <int, class T>
  auto pull_back(const variable<array<T>> &g, const variable<array<T>> &,
                 const variable<array<T>> &a) const;
};

/// Zeros, with the rows of x added at some places.
struct scatter_op {
  static constexpr const char *name = "scatter";
  index_list rows;
  nabla::shape to;
  template <class T> array<T> value(const array<T> &x) const {
    return indexed_slices<T>{rows, x, to}.dense();
  }
  template <int, class X>
  auto pull_back(const X &g, const X &, const X &) const {
    return apply(gather_op{rows}, g);
  }
};
template <int, class T>
auto gather_op::pull_back(const variable<array<T>> &g,
                          const variable<array<T>> &,
                          const variable<array<T>> &a) const {
  return apply(scatter_op{rows, a.shape()}, g);
}

/// One number of an array of any shape.
struct element_op {
  static constexpr const char *name = "element";
  std::size_t i;
  template <class T> T value(const array<T> &a) const { return a[i]; }
  template <int, class T>
  indexed_slices<T> pull_back(T g, T, const array<T> &a) const {
    const std::size_t n = a.shape().row_size();
    array<T> row(a.shape().with_rows(1), T(0));
    row.data_mutable()[i % n] = g;
    return {{i / n}, std::move(row), a.shape()};
  }
  template <int, class T>
  auto pull_back(const variable<T> &g, const variable<T> &,
                 const variable<array<T>> &a) const {
    const auto one = fill(shape(1), g);
    const auto flat = apply(scatter_op{{i}, shape(a.size())}, one);
    return apply(reshape_op{a.shape()}, flat);
  }
};

// --- numbers into an array, and back

template <class T> class stack_operation final : public attachment {
public:
  explicit stack_operation(std::size_t n) : size_(n) {}
  pool_vector<index> parents;

  const char *name() const override { return "stack"; }
  void visit_parents(const parent_visitor &visit) const override {
    for (index p : parents)
      visit(p);
  }
  void reverse(plain_sweep &s, index main) override {
    auto *a = s.find_object<array_adjoint<T>>(main + 1);
    if (!a)
      return;
    const array<T> &g = a->dense();
    for (std::size_t k = 0; k < size_; ++k)
      if (parents[k])
        s.add<T>(parents[k], g[k]);
  }
  void reverse(recorded_sweep &s, index main) override;

private:
  std::size_t size_;
};

template <class T> class unstack_operation final : public attachment {
public:
  unstack_operation(const shape &s, index parent)
      : shape_(s), parent_(parent) {}
  const char *name() const override { return "unstack"; }
  void visit_parents(const parent_visitor &visit) const override {
    visit(parent_);
  }
  void reverse(plain_sweep &s, index main) override {
    auto g = array<T>::uninitialized(shape_);
    T *out = g.data_mutable();
    bool any = false;
    for (std::size_t k = 0; k < g.size(); ++k) {
      out[k] = s.adjoint<T>(main + 1 + index(k));
      any |= out[k] != 0;
    }
    if (any)
      add_adjoint(s, parent_, g);
  }
  void reverse(recorded_sweep &s, index main) override;

private:
  nabla::shape shape_;
  index parent_;
};

} // namespace taping

/// An array of the variables, a vector or, given a shape, row by row.
template <class T>
variable<array<T>> as_array(const std::vector<variable<T>> &x, const shape &s) {
  using namespace taping;
  auto value = array<T>::uninitialized(s);
  T *out = value.data_mutable();
  if (x.size() != s.size())
    fail("as_array() of " + std::to_string(x.size()) + " variables to shape " +
         text(s) + "; give " + std::to_string(s.size()));
  id_type any = 0;
  for (const variable<T> &e : x) {
    *out++ = e.value();
    any |= e.id();
  }
  variable<array<T>> v(std::move(value));
  log *l = any ? thread.recording : nullptr;
  if (!l)
    return v;
  auto op = std::make_unique<stack_operation<T>>(x.size());
  index any_parent = 0;
  for (const variable<T> &e : x) {
    op->parents.push_back(active_index(*l, e.id()));
    any_parent |= op->parents.back();
  }
  if (any_parent)
    attach_output(*l, attach(*l, op.release()), v);
  return v;
}
template <class T>
variable<array<T>> as_array(const std::vector<variable<T>> &x) {
  return as_array(x, shape(x.size()));
}

/// All numbers of an array, as variables.
template <class T>
std::vector<variable<T>> unstack(const variable<array<T>> &a) {
  using namespace taping;
  std::vector<variable<T>> x(a.value().begin(), a.value().end());
  log *l = a.id() ? thread.recording : nullptr;
  const index parent = l ? active_index(*l, a.id()) : 0;
  if (!parent || x.empty())
    return x;
  const index main = attach(*l, new unstack_operation<T>(a.shape(), parent));
  for (variable<T> &e : x)
    attach_output(*l, main, e);
  return x;
}
template <class T>
std::vector<variable<T>> unstack(const parameter<array<T>> &a) {
  return unstack(a.read());
}

namespace taping {
template <class T>
void stack_operation<T>::reverse(recorded_sweep &s, index main) {
  if (!leaf_kind<array<T>>::is_reached(s, main + 1))
    return;
  const std::vector<variable<T>> g =
      unstack(leaf_kind<array<T>>::adjoint(s, main + 1, array<T>()));
  for (std::size_t k = 0; k < size_; ++k)
    if (parents[k])
      s.add<T>(parents[k], g[k]);
}
template <class T>
void unstack_operation<T>::reverse(recorded_sweep &s, index main) {
  std::vector<variable<T>> g;
  bool any = false;
  for (std::size_t k = 0; k < shape_.size(); ++k) {
    const index i = main + 1 + index(k);
    any |= s.touched(i);
    g.push_back(s.adjoint<T>(i));
  }
  if (any)
    add_adjoint(s, parent_, as_array(g, shape_));
}
} // namespace taping

/// The rows (of a vector: the elements) with these indices.
template <class A, taping::enable_array<A> = 0>
auto gather(const A &a, std::vector<std::size_t> rows) {
  return taping::apply(taping::gather_op{std::move(rows)}, a);
}
/// The i-th number, in the order of memory.
template <class A, taping::enable_array<A> = 0>
auto element(const A &a, std::size_t i) {
  return taping::apply(taping::element_op{i}, a);
}
/// Rows begin ... begin + count - 1.
template <class A, taping::enable_array<A> = 0>
auto slice(const A &a, std::size_t begin, std::size_t count) {
  const std::size_t n = value_of(a).rows();
  if (begin > n || count > n - begin)
    taping::fail_index("a slice of " + std::to_string(count) + " from " +
                           std::to_string(begin),
                       n, value_of(a).shape());
  std::vector<std::size_t> rows(count);
  for (std::size_t k = 0; k < count; ++k)
    rows[k] = begin + k;
  return gather(a, std::move(rows));
}

} // namespace nabla

#endif // NABLA_TAPE_GATHER_H
