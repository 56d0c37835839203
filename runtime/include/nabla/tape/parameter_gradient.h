// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::parameter_gradient: a gradient together with the parameter that it is
// by, of whatever type.

#ifndef NABLA_TAPE_PARAMETER_GRADIENT_H
#define NABLA_TAPE_PARAMETER_GRADIENT_H

#include "nabla/tape/array_arithmetic.h"
#include "nabla/tape/parameter.h"
#include <variant>

namespace nabla {

class parameter_gradient {
public:
  explicit parameter_gradient(any_parameter p) : parameter_(std::move(p)) {}

  const any_parameter &parameter() const { return parameter_; }
  /// Whether what was differentiated depends on the parameter.
  bool is_connected() const { return gradient_.index() != 0; }
  /// The gradient by a parameter of a T. Errors: of another type; not
  /// connected.
  template <class T> const variable<T> &as() const {
    if (!is_connected())
      taping::fail("the gradient by a parameter that does not matter is none; "
                   "ask is_connected() first");
    if (!std::holds_alternative<variable<T>>(gradient_))
      taping::fail("the gradient by a parameter is taken for one of another "
                   "type");
    return std::get<variable<T>>(gradient_);
  }
  template <class T> void set(const variable<T> &gradient) {
    gradient_ = gradient;
  }
  /// One step of descent: subtracts rate * gradient from the parameter.
  void descend(double rate) const;

private:
  any_parameter parameter_;
  std::variant<std::monostate, variable<double>, variable<float>,
               variable<long double>, variable<array<double>>,
               variable<array<float>>, variable<array<long double>>>
      gradient_;
};

namespace taping {

template <class T, class F> bool try_type(const any_parameter &p, F &f) {
  if (p.state()->type != &type_key<T>)
    return false;
  f(parameter<T>(p));
  return true;
}
/// f(p as what it is).
template <class F> void with_type(const any_parameter &p, F f) {
  const bool found =
      try_type<double>(p, f) || try_type<float>(p, f) ||
      try_type<long double>(p, f) || try_type<array<double>>(p, f) ||
      try_type<array<float>>(p, f) || try_type<array<long double>>(p, f);
  if (!found)
    fail("a parameter of a type that is not known here");
}

} // namespace taping

inline void parameter_gradient::descend(double rate) const {
  if (!is_connected())
    return;
  taping::with_type(parameter_, [&](auto p) {
    using T = typename decltype(p)::value_type;
    using Number = taping::element_t<T>;
    p.assign(p.value() - as<T>().value() * static_cast<Number>(rate));
  });
}

} // namespace nabla

#endif // NABLA_TAPE_PARAMETER_GRADIENT_H
