// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// + - * / and comparisons of variables, parameters and numbers. The type of a
// result is that of the same expression over numbers.

#ifndef NABLA_TAPE_ARITHMETIC_H
#define NABLA_TAPE_ARITHMETIC_H

#include "nabla/tape/record.h"

namespace nabla {
namespace taping {

struct binary_op {
  static constexpr int reals = 2, ints = 0;
  static constexpr bool generic = true, cheap = true;
  template <int> static constexpr bool unknown() { return false; }
};
struct add_op : binary_op {
  static constexpr const char *name = "add";
  template <class T> static T value(T x, T y) { return x + y; }
  template <int K, class S>
  static S partial(const S *, const int *, const S &) {
    return S(1);
  }
};
struct subtract_op : binary_op {
  static constexpr const char *name = "subtract";
  template <class T> static T value(T x, T y) { return x - y; }
  template <int K, class S>
  static S partial(const S *, const int *, const S &) {
    return S(K ? -1 : 1);
  }
};
struct multiply_op : binary_op {
  static constexpr const char *name = "multiply";
  template <class T> static T value(T x, T y) { return x * y; }
  template <int K, class S>
  static S partial(const S *x, const int *, const S &) {
    return x[1 - K];
  }
};
struct divide_op : binary_op {
  static constexpr bool cheap = false;
  static constexpr const char *name = "divide";
  template <class T> static T value(T x, T y) { return x / y; }
  template <int K, class S>
  static S partial(const S *x, const int *, const S &r) {
    if constexpr (K == 0)
      return S(1) / x[1];
    else
      return -r / x[1];
  }
};
/// x * y, but zero where x is, whatever y is.
struct scale_op : multiply_op {
  static constexpr const char *name = "scale";
  template <class T> static T value(T x, T y) {
    const T xy = x * y; // without a branch
    return x == 0 ? T(0) : xy;
  }
};
struct negate_op {
  static constexpr int reals = 1, ints = 0;
  static constexpr bool generic = true, cheap = true;
  static constexpr const char *name = "negate";
  template <int> static constexpr bool unknown() { return false; }
  template <int K, class S>
  static S partial(const S *, const int *, const S &) {
    return S(-1);
  }
};
/// The same number as another node.
struct identity_op : negate_op {
  static constexpr const char *name = "identity";
  template <int K, class S>
  static S partial(const S *, const int *, const S &) {
    return S(1);
  }
};

template <class Op, class T>
NABLA_TAPE_INLINE variable<T> apply_binary(T x, id_type x_id, T y,
                                           id_type y_id) {
  const T r = Op::template value<T>(x, y);
  if (!(x_id | y_id))
    return variable<T>(r);
  log *l = thread.recording;
  if (!l)
    return variable<T>(r);
  const index a = active_index(*l, x_id), b = active_index(*l, y_id);
  if (!(a | b))
    return variable<T>(r);
  return record<Op, T>(*l, {{x, y}, {a, b}, {}, r});
}

template <class Op, class T>
inline variable<T> apply_unary(const variable<T> &x, T r) {
  log *l = x.id() ? thread.recording : nullptr;
  const index a = l ? active_index(*l, x.id()) : 0;
  if (!a)
    return variable<T>(r);
  return record<Op, T>(*l, {{x.value()}, {a}, {}, r});
}

template <class T>
variable<T> scale(const variable<T> &adjoint, const variable<T> &partial) {
  if (!partial.id() && partial.value() == 1)
    return adjoint;
  if (!partial.id() && partial.value() == -1)
    return apply_unary<negate_op, T>(adjoint, -adjoint.value());
  return apply_binary<scale_op, T>(adjoint.value(), adjoint.id(),
                                   partial.value(), partial.id());
}

/// The type of arithmetic between A and B, which may be variables.
template <class A, class B>
using common_real =
    decltype(std::declval<value_type_t<A>>() + std::declval<value_type_t<B>>());

template <class A, class B>
using enable_scalars =
    std::enable_if_t<(is_active_scalar<A> || is_active_scalar<B>) &&
                     is_scalar_operand<A> && is_scalar_operand<B>>;

/// The operand in the type T: a conversion of a variable is recorded.
template <class T> const variable<T> &operand_as(const variable<T> &x) {
  return x;
}
template <class T, class A,
          class = std::enable_if_t<!std::is_same<A, variable<T>>::value>>
variable<T> operand_as(const A &x) {
  return variable<T>(as_variable(x));
}

template <class Op, class A, class B>
NABLA_TAPE_INLINE auto arithmetic(const A &x, const B &y) {
  using T = common_real<A, B>;
  if constexpr (std::is_arithmetic<B>::value) {
    const variable<T> &v = operand_as<T>(x);
    return apply_binary<Op, T>(v.value(), v.id(), static_cast<T>(y), 0);
  } else if constexpr (std::is_arithmetic<A>::value) {
    const variable<T> &w = operand_as<T>(y);
    return apply_binary<Op, T>(static_cast<T>(x), 0, w.value(), w.id());
  } else {
    const variable<T> &v = operand_as<T>(x);
    const variable<T> &w = operand_as<T>(y);
    return apply_binary<Op, T>(v.value(), v.id(), w.value(), w.id());
  }
}

} // namespace taping

template <class A, class B, class = taping::enable_scalars<A, B>>
inline auto operator+(const A &x, const B &y) {
  return taping::arithmetic<taping::add_op>(x, y);
}
template <class A, class B, class = taping::enable_scalars<A, B>>
inline auto operator-(const A &x, const B &y) {
  return taping::arithmetic<taping::subtract_op>(x, y);
}
template <class A, class B, class = taping::enable_scalars<A, B>>
inline auto operator*(const A &x, const B &y) {
  return taping::arithmetic<taping::multiply_op>(x, y);
}
template <class A, class B, class = taping::enable_scalars<A, B>>
inline auto operator/(const A &x, const B &y) {
  return taping::arithmetic<taping::divide_op>(x, y);
}

template <class A, class = std::enable_if_t<taping::is_active_scalar<A>>>
inline auto operator-(const A &x) {
  using T = taping::value_type_t<A>;
  const variable<T> &v = taping::as_variable(x);
  return taping::apply_unary<taping::negate_op, T>(v, -v.value());
}
template <class A, class = std::enable_if_t<taping::is_active_scalar<A>>>
inline variable<taping::value_type_t<A>> operator+(const A &x) {
  return taping::as_variable(x);
}

#define NABLA_TAPE_COMPARISON(op)                                              \
  template <class A, class B, class = taping::enable_scalars<A, B>>            \
  inline bool operator op(const A &x, const B &y) {                            \
    return value_of(x) op value_of(y);                                         \
  }
NABLA_TAPE_COMPARISON(<)
NABLA_TAPE_COMPARISON(<=)
NABLA_TAPE_COMPARISON(>)
NABLA_TAPE_COMPARISON(>=)
NABLA_TAPE_COMPARISON(==)
NABLA_TAPE_COMPARISON(!=)
#undef NABLA_TAPE_COMPARISON

template <class A, class = std::enable_if_t<taping::is_active_scalar<A>>>
inline bool operator!(const A &x) {
  return value_of(x) == 0;
}
template <class Stream, class A,
          class = std::enable_if_t<taping::is_active_scalar<A>>>
inline auto operator<<(Stream &stream, const A &x)
    -> decltype(stream << value_of(x)) {
  return stream << value_of(x);
}
/// What is read is a constant.
template <class Stream, class T>
inline auto operator>>(Stream &stream, variable<T> &x)
    -> decltype(stream >> std::declval<T &>()) {
  T value = x.value();
  auto &&result = stream >> value;
  x = variable<T>(value);
  return result;
}

} // namespace nabla

#endif // NABLA_TAPE_ARITHMETIC_H
