// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::variable<array<T>>: a whole array under one name, and its adjoint.

#ifndef NABLA_TAPE_ARRAY_VARIABLE_H
#define NABLA_TAPE_ARRAY_VARIABLE_H

#include "nabla/tape/indexed_slices.h"
#include "nabla/tape/leaf.h"

namespace nabla {

template <class T>
class variable<array<T>>
    : public aside::compound_assignments<variable<array<T>>> {
public:
  using value_type = array<T>;

  variable() = default;
  variable(const variable &) = default;
  variable &operator=(const variable &) = default;
  /// What was moved from is an empty constant.
  variable(variable &&other) noexcept
      : value_(std::move(other.value_)), id_(std::exchange(other.id_, 0)) {}
  variable &operator=(variable &&other) noexcept {
    value_ = std::move(other.value_);
    id_ = std::exchange(other.id_, 0);
    return *this;
  }
  variable(array<T> value) : value_(std::move(value)) {}
  variable(std::initializer_list<T> numbers) : value_(numbers) {}
  explicit variable(const std::vector<T> &numbers) : value_(numbers) {}
  variable(const nabla::shape &s, const std::vector<T> &numbers)
      : value_(s, numbers) {}

  const array<T> &value() const noexcept { return value_; }
  taping::id_type id() const noexcept { return id_; }
  const nabla::shape &shape() const { return value_.shape(); }
  std::size_t size() const { return value_.size(); }
  std::size_t rows() const { return value_.rows(); }
  std::size_t cols() const { return value_.cols(); }

  /// One number, as a variable. An index that there is not is an error.
  variable<T> operator[](std::size_t i) const { return element(*this, i); }
  template <class... I>
  variable<T> operator()(std::size_t i, std::size_t j, I... k) const {
    return element(*this, taping::place_in(value_.shape(), i, j, k...));
  }

private:
  friend struct taping::access;
  array<T> value_;
  taping::id_type id_ = 0;
};

namespace taping {

/// Error: what is given as an adjoint has not the shape of its variable.
inline void check_adjoint(const shape &variable, const shape &adjoint) {
  if (adjoint != variable)
    fail("a variable of shape " + text(variable) +
         " is given an adjoint of shape " + text(adjoint) +
         "; an output gradient, and what a pullback returns for an input, "
         "should be of shape " +
         text(variable));
}

/// The adjoint of an array in a sweep over numbers.
template <class T> class array_adjoint final : public adjoint_object {
public:
  void add(const array<T> &a) {
    if (dense_.size() == 0) {
      dense_ = a;
      return;
    }
    check_adjoint(dense_.shape(), a.shape());
    T *to = dense_.data_mutable();
    const T *from = a.data();
    for (std::size_t i = 0; i < a.size(); ++i)
      to[i] += from[i];
  }
  void add(indexed_slices<T> s) { sparse_.push_back(std::move(s)); }

  const array<T> &dense() {
    if (!sparse_.empty()) {
      if (dense_.size() == 0)
        dense_ = array<T>(sparse_[0].dense_shape, T(0));
      for (const indexed_slices<T> &s : sparse_)
        s.add_to(dense_);
      sparse_.clear();
    }
    return dense_;
  }
  indexed_slices<T> slices(const shape &s) const {
    std::vector<indexed_slices<T>> parts;
    if (dense_.size() != 0)
      parts.push_back(indexed_slices<T>::all_of(dense_));
    parts.insert(parts.end(), sparse_.begin(), sparse_.end());
    return concatenate(parts, s);
  }

private:
  array<T> dense_;
  std::vector<indexed_slices<T>> sparse_;
};

/// And in a sweep over variables.
template <class T> struct recorded_array_adjoint final : adjoint_object {
  variable<array<T>> sum;
};

template <class T> struct leaf_kind<array<T>> {
  using array_type = array<T>;
  static variable<array_type> ones(const array_type &a) {
    return array_type::ones(a.shape());
  }
  static variable<array_type> zeros(const array_type &a) {
    return array_type::zeros(a.shape());
  }
  static variable<array_type> as_seed(const array_type &like,
                                      const variable<array_type> &seed) {
    check_adjoint(like.shape(), seed.shape());
    return seed;
  }
  static variable<array_type> as_seed(const array_type &like,
                                      const array_type &seed) {
    return as_seed(like, variable<array_type>(seed));
  }
  static variable<array_type> as_seed(const array_type &like,
                                      const std::vector<T> &seed) {
    return as_seed(like, variable<array_type>(array_type(seed)));
  }
  static variable<array_type> as_seed(const array_type &like, T seed) {
    return array_type(like.shape(), seed);
  }

  static void seed(plain_sweep &s, index i, const variable<array_type> &x) {
    if (auto *a = s.object<array_adjoint<T>>(i))
      a->add(x.value());
    note(s, i, "array");
  }
  static void seed(plain_sweep &s, index i, indexed_slices<T> x) {
    if (auto *a = s.object<array_adjoint<T>>(i))
      a->add(std::move(x));
    note(s, i, "slices");
  }
  static void seed(recorded_sweep &s, index i, const variable<array_type> &x) {
    if (auto *a = s.object<recorded_array_adjoint<T>>(i))
      a->sum = a->sum.size() == 0 ? x : a->sum + x;
    note(s, i, "array");
  }
  static variable<array_type> adjoint(plain_sweep &s, index i,
                                      const array_type &like) {
    auto *a = s.find_object<array_adjoint<T>>(i);
    return a ? variable<array_type>(a->dense()) : zeros(like);
  }
  static variable<array_type> adjoint(recorded_sweep &s, index i,
                                      const array_type &like) {
    auto *a = s.find_object<recorded_array_adjoint<T>>(i);
    return a ? a->sum : zeros(like);
  }
  static bool is_doubtful(plain_sweep &s, index i) {
    return !s.find_object<array_adjoint<T>>(i);
  }
  static bool is_reached(recorded_sweep &s, index i) {
    return s.find_object<recorded_array_adjoint<T>>(i) != nullptr;
  }

private:
  template <class Sweep> static void note(Sweep &s, index i, const char *what) {
    if (s.listener)
      *s.listener << " #" << i << " += " << what;
  }
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_ARRAY_VARIABLE_H
