// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::array<T>: a vector, matrix or stack of matrices of numbers. What
// variables and parameters of many numbers are of. Copies share their memory
// until one is written to.

#ifndef NABLA_TAPE_ARRAY_H
#define NABLA_TAPE_ARRAY_H

#include "nabla/tape/error.h"
#include "nabla/tape/pool.h"
#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <utility>
#include <vector>

namespace nabla {

/// Up to three dimensions; the last one is contiguous. Rank 1: a vector; rank
/// 2: rows and columns.
class shape {
public:
  shape() : shape(0) {}
  explicit shape(std::size_t n) : rank_(1), dim_{n, 1, 1} {}
  shape(std::size_t rows, std::size_t cols) : rank_(2), dim_{rows, cols, 1} {}
  shape(std::size_t a, std::size_t b, std::size_t c)
      : rank_(3), dim_{a, b, c} {}
  int rank() const { return rank_; }
  /// The extent of dimension i; 1 of one that there is not.
  std::size_t operator[](int i) const {
    return i >= 0 && i < rank_ ? dim_[i] : 1;
  }
  std::size_t size() const { return dim_[0] * dim_[1] * dim_[2]; }
  /// Numbers in one element of the first dimension.
  std::size_t row_size() const { return dim_[1] * dim_[2]; }
  /// Whether an array of elements of that many bytes can be had at all.
  bool fits(std::size_t bytes) const {
    std::size_t all = bytes;
    bool too_large = false;
    for (std::size_t d : dim_) {
      if (d == 0)
        return true;
      too_large |= __builtin_mul_overflow(all, d, &all);
    }
    return !too_large && all < ~std::size_t(0) / 4;
  }
  /// The same with another first dimension.
  shape with_rows(std::size_t n) const {
    shape s = *this;
    s.dim_[0] = n;
    return s;
  }
  friend bool operator==(const shape &a, const shape &b) {
    return a.rank_ == b.rank_ && a.dim_[0] == b.dim_[0] &&
           a.dim_[1] == b.dim_[1] && a.dim_[2] == b.dim_[2];
  }
  friend bool operator!=(const shape &a, const shape &b) { return !(a == b); }

private:
  int rank_;
  std::size_t dim_[3];
};

namespace taping {

inline std::string text(const shape &s) {
  std::string result = std::to_string(s[0]);
  for (int i = 1; i < s.rank(); ++i)
    result += "x" + std::to_string(s[i]);
  return result;
}

/// `what` is the i-th of n things that an array of shape s has.
[[noreturn]] inline void fail_index(const std::string &what, std::size_t n,
                                    const shape &s) {
  fail(what + " of an array of shape " + text(s) + "; " +
       (n == 0 ? std::string("it has none, the array is empty")
               : "it has " + std::to_string(n) + ", numbered from 0"));
}
/// Of the numbers of an array in the order of memory.
inline void check_element(std::size_t i, const shape &s) {
  if (__builtin_expect(i >= s.size(), 0))
    fail_index("element " + std::to_string(i), s.size(), s);
}
/// Of its rows: of a vector, the elements.
inline void check_row(std::size_t i, const shape &s) {
  if (__builtin_expect(i >= s[0], 0))
    fail_index((s.rank() == 1 ? "element " : "row ") + std::to_string(i), s[0],
               s);
}
[[noreturn]] inline void fail_indices(const shape &s, const std::size_t *i,
                                      int n) {
  if (n != s.rank())
    fail(std::to_string(n) + " indices into an array of shape " + text(s) +
         "; give " + std::to_string(s.rank()));
  int k = 0;
  while (i[k] < s[k])
    ++k;
  fail_index("index " + std::to_string(i[k]) + " in dimension " +
                 std::to_string(k),
             s[k], s);
}
/// Where the element with these indices stands. Errors: not as many as there
/// are dimensions; one that its dimension has not.
inline std::size_t place_in(const shape &s, std::size_t i, std::size_t j) {
  if (__builtin_expect(s.rank() != 2 || i >= s[0] || j >= s[1], 0)) {
    const std::size_t all[] = {i, j};
    fail_indices(s, all, 2);
  }
  return i * s[1] + j;
}
inline std::size_t place_in(const shape &s, std::size_t i, std::size_t j,
                            std::size_t k) {
  if (__builtin_expect(s.rank() != 3 || i >= s[0] || j >= s[1] || k >= s[2],
                       0)) {
    const std::size_t all[] = {i, j, k};
    fail_indices(s, all, 3);
  }
  return (i * s[1] + j) * s[2] + k;
}

/// Head of an array's memory; the numbers follow.
struct alignas(16) array_memory {
  std::atomic<std::size_t> owners;
  std::size_t bytes;
};

} // namespace taping

template <class T> class array {
  static_assert(std::is_floating_point<T>::value,
                "nabla::array is of float, double or long double");

public:
  using value_type = T;

  array() = default;
  /// All numbers are `value`.
  array(const nabla::shape &s, T value) : array(s) {
    std::fill_n(data_mutable(), size(), value);
  }
  array(std::initializer_list<T> numbers)
      : array(nabla::shape(numbers.size())) {
    std::copy(numbers.begin(), numbers.end(), data_mutable());
  }
  array(const std::vector<T> &numbers) : array(nabla::shape(numbers.size())) {
    std::copy(numbers.begin(), numbers.end(), data_mutable());
  }
  /// Row by row. Error: not as many numbers as the shape has.
  array(const nabla::shape &s, const std::vector<T> &numbers) : array(s) {
    if (numbers.size() != size())
      taping::fail("an array of shape " + taping::text(s) + " is made of " +
                   std::to_string(numbers.size()) + " numbers; give " +
                   std::to_string(size()));
    std::copy(numbers.begin(), numbers.end(), data_mutable());
  }
  array(const array &other) noexcept
      : shape_(other.shape_), memory_(other.memory_) {
    if (memory_)
      memory_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  array(array &&other) noexcept
      : shape_(other.shape_), memory_(std::exchange(other.memory_, nullptr)) {
    other.shape_ = nabla::shape();
  }
  array &operator=(array other) noexcept {
    std::swap(shape_, other.shape_);
    std::swap(memory_, other.memory_);
    return *this;
  }
  ~array() { drop(); }

  /// Numbers that are not set yet.
  static array uninitialized(const nabla::shape &s) { return array(s); }
  /// Shared by all of that shape: no allocation in steady state.
  static array zeros(const nabla::shape &s) { return constant(s, 0); }
  static array ones(const nabla::shape &s) { return constant(s, 1); }

  const nabla::shape &shape() const { return shape_; }
  std::size_t size() const { return shape_.size(); }
  std::size_t rows() const { return shape_[0]; }
  std::size_t cols() const { return shape_[1]; }
  const T *data() const {
    return reinterpret_cast<const T *>(memory_ ? memory_ + 1 : nullptr);
  }
  /// For writing: other copies keep what they have.
  T *data_mutable() {
    if (memory_ && memory_->owners.load(std::memory_order_acquire) != 1)
      *this = copy();
    return reinterpret_cast<T *>(memory_ ? memory_ + 1 : nullptr);
  }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size(); }
  /// The i-th number in the order of memory. Here and below an index that there
  /// is not is an error.
  T operator[](std::size_t i) const {
    taping::check_element(i, shape_);
    return data()[i];
  }
  /// Of a matrix, and of a stack of matrices.
  T operator()(std::size_t i, std::size_t j) const {
    return data()[taping::place_in(shape_, i, j)];
  }
  T operator()(std::size_t i, std::size_t j, std::size_t k) const {
    return data()[taping::place_in(shape_, i, j, k)];
  }
  /// The same numbers in another shape of that size.
  array reshaped(const nabla::shape &s) const {
    if (s.size() != size())
      taping::fail("an array of shape " + taping::text(shape_) +
                   " cannot take shape " + taping::text(s) +
                   "; both must have the same size");
    array result(*this);
    result.shape_ = s;
    return result;
  }
  std::vector<T> vector() const { return std::vector<T>(begin(), end()); }

  friend bool operator==(const array &a, const array &b) {
    return a.shape_ == b.shape_ && std::equal(a.begin(), a.end(), b.begin());
  }
  friend bool operator!=(const array &a, const array &b) { return !(a == b); }

private:
  explicit array(const nabla::shape &s) : shape_(s) {
    if (!s.fits(sizeof(T)))
      taping::fail("an array of shape " + taping::text(s) +
                   " is larger than any memory");
    if (s.size() == 0)
      return;
    const std::size_t bytes =
        sizeof(taping::array_memory) + s.size() * sizeof(T);
    memory_ = static_cast<taping::array_memory *>(taping::take_block(bytes));
    new (memory_) taping::array_memory{{1}, bytes};
  }
  array copy() const {
    array result(shape_);
    std::copy(begin(), end(), const_cast<T *>(result.data()));
    return result;
  }
  void drop() noexcept {
    if (memory_ && memory_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
      taping::give_block(memory_, memory_->bytes);
  }
  /// The last few that were asked for are kept.
  static array constant(const nabla::shape &s, T value) {
    struct cache {
      array kept[8];
      unsigned next = 0;
    };
    static thread_local cache zeros, ones;
    cache &c = value == 0 ? zeros : ones;
    for (const array &a : c.kept)
      if (a.memory_ && a.shape_ == s)
        return a;
    array fresh(s, value);
    c.kept[c.next++ % 8] = fresh;
    return fresh;
  }

  nabla::shape shape_;
  taping::array_memory *memory_ = nullptr;
};

template <class Stream, class T>
auto operator<<(Stream &out, const array<T> &a)
    -> decltype(out << std::declval<T>()) {
  out << '[';
  for (std::size_t i = 0; i < a.size(); ++i)
    out << (i == 0                                                  ? ""
            : a.shape().rank() > 1 && i % a.shape().row_size() == 0 ? "; "
                                                                    : ", ")
        << a[i];
  return out << ']';
}

} // namespace nabla

#endif // NABLA_TAPE_ARRAY_H
