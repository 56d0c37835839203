// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// + - * / of arrays, element by element, and with numbers and vectors: a number
// stands for an array of that number, a vector for a matrix of that row.

#ifndef NABLA_TAPE_ARRAY_ARITHMETIC_H
#define NABLA_TAPE_ARRAY_ARITHMETIC_H

#include "nabla/tape/arithmetic.h"
#include "nabla/tape/array_operation.h"

namespace nabla {
namespace taping {

/// The type of the numbers in A.
template <class A> struct element_type {
  using type = A;
};
template <class T> struct element_type<array<T>> {
  using type = T;
};
template <class A>
using element_t = typename element_type<value_type_t<A>>::type;

/// That of the arrays among A...
template <class... A> struct array_element;
template <class A, class... Rest>
struct array_element<A, Rest...>
    : std::conditional_t<is_array_operand<A>, element_type<value_type_t<A>>,
                         array_element<Rest...>> {};
template <> struct array_element<> {};

template <class... A>
constexpr bool is_array_call =
    (is_operand<A> && ...) && (is_array_operand<A> || ...);

/// An operand in the precision of the arrays.
template <class T, class A> decltype(auto) with_element(const A &a) {
  if constexpr (is_array_operand<A>) {
    static_assert(std::is_same<element_t<A>, T>::value,
                  "arrays in one expression are of one precision");
    return (a);
  } else if constexpr (std::is_arithmetic<A>::value) {
    return static_cast<T>(a);
  } else {
    return variable<T>(as_variable(a));
  }
}

template <class T> shape shape_of(const array<T> &a) { return a.shape(); }
template <class T> shape shape_of(const variable<array<T>> &a) {
  return a.shape();
}
template <class N, class = std::enable_if_t<std::is_floating_point<N>::value>>
shape shape_of(N) {
  return shape(1);
}
template <class T, class = std::enable_if_t<std::is_floating_point<T>::value>>
shape shape_of(const variable<T> &) {
  return shape(1);
}

/// The number that an operand has where the result has its i-th.
template <class T> struct elements {
  const T *data;
  std::size_t size;
  std::size_t place(std::size_t i) const {
    return size == 1 ? 0 : i < size ? i : i % size;
  }
  T operator[](std::size_t i) const { return data[place(i)]; }
};
template <class T> elements<T> elements_of(const array<T> &a) {
  return {a.data(), a.size()};
}
template <class T, class = std::enable_if_t<std::is_floating_point<T>::value>>
elements<T> elements_of(const T &x) {
  return {&x, 1};
}

/// The shape of an element by element operation. Error: they do not fit.
inline shape common_shape(const char *name, const shape &a, bool a_is_number,
                          const shape &b, bool b_is_number) {
  if (a == b || b_is_number)
    return a;
  if (a_is_number)
    return b;
  auto is_row_of = [](const shape &row, const shape &s) {
    return row.rank() == 1 && s.rank() > 1 && row[0] == s[s.rank() - 1];
  };
  if (is_row_of(b, a))
    return a;
  if (is_row_of(a, b))
    return b;
  fail("'" + std::string(name) + "' of arrays of shapes " + text(a) + " and " +
       text(b) +
       "; the shapes must be the same, or one a number, or a vector as long as "
       "the other's rows");
}

template <class G, class Like> auto reduce_to(const G &g, const Like &like);

/// The adjoint of the sum of all elements, or of all rows.
struct broadcast_op {
  static constexpr const char *name = "broadcast";
  nabla::shape to;
  template <class X> auto value(const X &x) const {
    const auto from = elements_of(x);
    auto r = array<element_t<X>>::uninitialized(to);
    auto *out = r.data_mutable();
    for (std::size_t i = 0; i < to.size(); ++i)
      out[i] = from[i];
    return r;
  }
  template <int, class G, class R, class X>
  auto pull_back(const G &g, const R &, const X &x) const {
    return reduce_to(g, x);
  }
};

struct sum_op {
  static constexpr const char *name = "sum";
  template <class T> T value(const array<T> &a) const {
    T s = 0;
    for (T x : a)
      s += x;
    return s;
  }
  template <int, class G, class R, class X>
  auto pull_back(const G &g, const R &, const X &x) const {
    return apply(broadcast_op{shape_of(x)}, g);
  }
};

struct sum_rows_op {
  static constexpr const char *name = "sum of rows";
  template <class T> array<T> value(const array<T> &a) const {
    const std::size_t n = a.shape()[a.shape().rank() - 1];
    array<T> r(shape(n), T(0));
    T *out = r.data_mutable();
    for (const T *row = a.begin(); row != a.end(); row += n)
      for (std::size_t i = 0; i < n; ++i)
        out[i] += row[i];
    return r;
  }
  template <int, class G, class R, class X>
  auto pull_back(const G &g, const R &, const X &x) const {
    return apply(broadcast_op{shape_of(x)}, g);
  }
};

/// The adjoint of an operand from one of the result's shape.
template <class G, class Like> auto reduce_to(const G &g, const Like &like) {
  if constexpr (!is_array_operand<Like>)
    return apply(sum_op(), g);
  else
    return shape_of(g) == shape_of(like) ? g : apply(sum_rows_op(), g);
}

struct negate_elements {
  static constexpr const char *name = "negate";
  template <class T> array<T> value(const array<T> &a) const {
    auto r = array<T>::uninitialized(a.shape());
    std::transform(a.begin(), a.end(), r.data_mutable(),
                   [](T x) { return -x; });
    return r;
  }
  template <int, class G, class R, class X>
  auto pull_back(const G &g, const R &, const X &) const {
    return apply(negate_elements(), g);
  }
};

/// Arithmetic element by element, by the scalar Op.
template <class Op> struct elementwise {
  static constexpr const char *name = Op::name;
  template <class X, class Y> auto value(const X &x, const Y &y) const {
    using T = element_t<std::conditional_t<is_array_operand<X>, X, Y>>;
    auto r = array<T>::uninitialized(
        common_shape(name, shape_of(x), !is_array_operand<X>, shape_of(y),
                     !is_array_operand<Y>));
    const auto a = elements_of(x), b = elements_of(y);
    T *out = r.data_mutable();
    const std::size_t n = r.size();
    if (a.size == n && b.size == n)
      for (std::size_t i = 0; i < n; ++i)
        out[i] = Op::template value<T>(a.data[i], b.data[i]);
    else
      for (std::size_t i = 0; i < n; ++i)
        out[i] = Op::template value<T>(a[i], b[i]);
    return r;
  }
  template <int K, class G, class R, class X, class Y>
  auto pull_back(const G &g, const R &r, const X &x, const Y &y) const {
    if constexpr (std::is_same<Op, add_op>::value)
      return reduce_to(g, pick<K>(x, y));
    else if constexpr (std::is_same<Op, subtract_op>::value)
      return subtracted<K>(g, x, y);
    else if constexpr (std::is_same<Op, divide_op>::value)
      return divided<K>(g, r, x, y);
    else
      return reduce_to(scaled(g, pick<1 - K>(x, y)), pick<K>(x, y));
  }

private:
  template <int K, class X, class Y>
  static const auto &pick(const X &x, const Y &y) {
    if constexpr (K == 0)
      return x;
    else
      return y;
  }
  template <class G, class P> static auto scaled(const G &g, const P &p) {
    return apply(elementwise<scale_op>(), g, p);
  }
  template <int K, class G, class X, class Y>
  static auto subtracted(const G &g, const X &x, const Y &y) {
    if constexpr (K == 0)
      return reduce_to(g, x);
    else
      return reduce_to(apply(negate_elements(), g), y);
  }
  template <int K, class G, class R, class X, class Y>
  static auto divided(const G &g, const R &r, const X &x, const Y &y) {
    if constexpr (K == 0)
      return reduce_to(scaled(g, reciprocal(y)), x);
    else
      return reduce_to(
          scaled(g, apply(negate_elements(), apply(elementwise(), r, y))), y);
  }
  template <class Y> static auto reciprocal(const Y &y) {
    using T = element_t<Y>;
    if constexpr (is_array_operand<Y>)
      return apply(elementwise(), T(1), y);
    else
      return T(1) / y;
  }
};

template <class Op, class A, class B>
auto array_arithmetic(const A &x, const B &y) {
  using T = typename array_element<A, B>::type;
  return apply(elementwise<Op>(), with_element<T>(x), with_element<T>(y));
}

template <class A, class B>
using enable_arrays = std::enable_if_t<is_array_call<A, B>, int>;
template <class A>
using enable_array = std::enable_if_t<is_array_operand<A>, int>;

} // namespace taping

template <class A, class B, taping::enable_arrays<A, B> = 0>
auto operator+(const A &x, const B &y) {
  return taping::array_arithmetic<taping::add_op>(x, y);
}
template <class A, class B, taping::enable_arrays<A, B> = 0>
auto operator-(const A &x, const B &y) {
  return taping::array_arithmetic<taping::subtract_op>(x, y);
}
/// Element by element; products of matrices are in linear_algebra.h.
template <class A, class B, taping::enable_arrays<A, B> = 0>
auto operator*(const A &x, const B &y) {
  return taping::array_arithmetic<taping::multiply_op>(x, y);
}
template <class A, class B, taping::enable_arrays<A, B> = 0>
auto operator/(const A &x, const B &y) {
  return taping::array_arithmetic<taping::divide_op>(x, y);
}
template <class A, taping::enable_array<A> = 0> auto operator-(const A &x) {
  return taping::apply(taping::negate_elements(), x);
}

/// Sum and mean of all elements.
template <class A, taping::enable_array<A> = 0> auto sum(const A &x) {
  return taping::apply(taping::sum_op(), x);
}
template <class A, taping::enable_array<A> = 0> auto mean(const A &x) {
  using T = taping::element_t<A>;
  return sum(x) / static_cast<T>(value_of(x).size());
}

/// An array of that shape, all x.
template <class A, std::enable_if_t<!taping::is_array_operand<A>, int> = 0>
auto fill(const shape &s, const A &x) {
  return taping::apply(taping::broadcast_op{s}, x);
}

} // namespace nabla

#endif // NABLA_TAPE_ARRAY_ARITHMETIC_H
