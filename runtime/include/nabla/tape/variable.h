// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::variable<T>: a number, and the name of the node that it is the result
// of, if any. Copies are the same variable. Everything that a number can do it
// can do: see arithmetic.h and functions.h.

#ifndef NABLA_TAPE_VARIABLE_H
#define NABLA_TAPE_VARIABLE_H

#include "nabla/tape/thread.h"

namespace nabla {

template <class T> class variable;
template <class T> class parameter;
template <class T> class array;

namespace taping {

template <class A> struct is_variable : std::false_type {};
template <class T> struct is_variable<variable<T>> : std::true_type {};
template <class A> struct is_parameter : std::false_type {};
template <class T> struct is_parameter<parameter<T>> : std::true_type {};
template <class A> struct is_array : std::false_type {};
template <class T> struct is_array<array<T>> : std::true_type {};

/// What a variable, parameter or constant is of.
template <class A> struct value_type {
  using type = A;
};
template <class T> struct value_type<variable<T>> {
  using type = T;
};
template <class T> struct value_type<parameter<T>> {
  using type = T;
};
template <class A> using value_type_t = typename value_type<A>::type;

/// Whether a variable or parameter of a number.
template <class A>
constexpr bool is_active_scalar =
    (is_variable<A>::value || is_parameter<A>::value) &&
    std::is_floating_point<value_type_t<A>>::value;
/// What may stand beside one in an expression.
template <class A>
constexpr bool is_scalar_operand =
    is_active_scalar<A> || std::is_arithmetic<A>::value;

/// Makes variables that have a name; for Nabla's headers.
struct access {
  template <class T> static variable<T> make(T value, id_type id) {
    variable<T> v(std::move(value));
    v.id_ = id;
    return v;
  }
  template <class T> static void set_id(variable<T> &v, id_type id) {
    v.id_ = id;
  }
};

template <class T, class U> variable<T> convert(const variable<U> &);

} // namespace taping

// Without functions: it is searched for the calls of variables.
namespace aside {

/// x += a as x = x + a, and its kin.
template <class V> class compound_assignments {
public:
  template <class A> V &operator+=(const A &a) { return self() = self() + a; }
  template <class A> V &operator-=(const A &a) { return self() = self() - a; }
  template <class A> V &operator*=(const A &a) { return self() = self() * a; }
  template <class A> V &operator/=(const A &a) { return self() = self() / a; }

private:
  V &self() { return static_cast<V &>(*this); }
};

} // namespace aside

template <class T>
class variable : public aside::compound_assignments<variable<T>> {
  static_assert(std::is_floating_point<T>::value,
                "nabla::variable is of float, double or long double, or of a "
                "nabla::array of them: integers have no derivative");

public:
  using value_type = T;

  constexpr variable() noexcept = default;
  template <class N, class = std::enable_if_t<std::is_arithmetic<N>::value>>
  constexpr variable(N value) noexcept : value_(static_cast<T>(value)) {}
  /// Precision changes, the connection stays.
  template <class U>
  variable(const variable<U> &other) : variable(taping::convert<T>(other)) {}

  /// The number alone: what is computed from it has no derivative.
  constexpr T value() const noexcept { return value_; }

  /// As numbers convert to integers; the derivative ends here.
  template <class N, class = std::enable_if_t<std::is_integral<N>::value>>
  constexpr explicit operator N() const noexcept {
    return static_cast<N>(value_);
  }

  /// The name under which tapes know it; 0 for a constant.
  constexpr taping::id_type id() const noexcept { return id_; }

  variable &operator++() { return *this = *this + T(1); }
  variable &operator--() { return *this = *this - T(1); }
  variable operator++(int) {
    variable old = *this;
    ++*this;
    return old;
  }
  variable operator--(int) {
    variable old = *this;
    --*this;
    return old;
  }

private:
  friend struct taping::access;
  T value_ = 0;
  taping::id_type id_ = 0;
};

/// The number in a variable, parameter or number.
template <class T> const T &value_of(const T &x) { return x; }
template <class T> T value_of(const variable<T> &x) { return x.value(); }
template <class T> T value_of(const parameter<T> &x) { return x.value(); }

/// The same number as a constant: no tape sees through it.
template <class T> variable<T> stop_gradient(const variable<T> &x) {
  return variable<T>(x.value());
}
template <class T> variable<T> stop_gradient(const parameter<T> &x) {
  return variable<T>(x.value());
}
template <class N, class = std::enable_if_t<std::is_arithmetic<N>::value>>
N stop_gradient(N x) {
  return x;
}

namespace taping {

/// As a variable: itself, or what is read from a parameter.
template <class T> const variable<T> &as_variable(const variable<T> &x) {
  return x;
}
template <class T> variable<T> as_variable(const parameter<T> &x) {
  return x.read();
}
template <class N, class = std::enable_if_t<std::is_arithmetic<N>::value>>
N as_variable(N x) {
  return x;
}

/// The name of a variable; 0 for a number.
template <class T> id_type id_of(const variable<T> &x) { return x.id(); }
template <class N, class = std::enable_if_t<std::is_arithmetic<N>::value>>
id_type id_of(N) {
  return 0;
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_VARIABLE_H
