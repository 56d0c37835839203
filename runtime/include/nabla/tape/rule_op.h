// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rule as an operation of the tape: of numbers (record.h), and of arrays
// element by element (array_operation.h).

#ifndef NABLA_TAPE_RULE_OP_H
#define NABLA_TAPE_RULE_OP_H

#include "nabla/rules/formula.h"
#include "nabla/tape/gather.h"
#include <tuple>
#include <utility>

namespace nabla {
namespace taping {

/// Whether the partials of a rule call only what variables have too: not
/// functions by their qualified names.
template <class Tag> struct rule_is_generic : std::true_type {};
constexpr bool is_qualified(const char *text) {
  for (; *text; ++text)
    if (text[0] == ':' && text[1] == ':')
      return true;
  return false;
}

/// A rule as an operation (record.h). Operands that are integers and operands
/// that are real are numbered by themselves.
template <class Tag> struct rule_op {
  using formula_type = formula<Tag>;
  static constexpr int arity = formula_type::arity;
  static constexpr int real_number(int operand) {
    int k = 0;
    for (int i = 0; i < operand; ++i)
      k += formula_type::is_real[i];
    return k;
  }
  static constexpr int reals = real_number(arity);
  static constexpr int ints = arity - reals;
  static constexpr const char *name = formula_type::name;
  static constexpr bool generic = rule_is_generic<Tag>::value, cheap = false;
  template <int K> static constexpr bool unknown() {
    return formula_type::is_unknown[K];
  }

  template <class T> static T value(const T *x, const int *n) {
    return value_of_operands(x, n, std::make_integer_sequence<int, arity>());
  }
  template <int K, class S>
  static S partial(const S *x, const int *n, const S &r) {
    return partial_at<K>(x, n, r, std::make_integer_sequence<int, arity>());
  }

private:
  template <int I, class S>
  static decltype(auto) operand(const S *x, const int *n) {
    if constexpr (formula_type::is_real[I])
      return (x[real_number(I)]);
    else
      return (n[I - real_number(I)]);
  }
  template <class T, int... I>
  static T value_of_operands(const T *x, const int *n,
                             std::integer_sequence<int, I...>) {
    return static_cast<T>(formula_type::template value<T>(operand<I>(x, n)...));
  }
  template <int K, class S, int... I>
  static S partial_at(const S *x, const int *n, const S &r,
                      std::integer_sequence<int, I...>) {
    if constexpr (K == 0)
      return formula_type::template partial_0<S>(operand<I>(x, n)..., r);
    else if constexpr (K == 1)
      return formula_type::template partial_1<S>(operand<I>(x, n)..., r);
    else if constexpr (K == 2)
      return formula_type::template partial_2<S>(operand<I>(x, n)..., r);
    else
      return formula_type::template partial_3<S>(operand<I>(x, n)..., r);
  }
};

/// The same, element by element.
template <class Tag> struct elementwise_rule {
  using Op = rule_op<Tag>;
  static constexpr const char *name = Op::name;
  int n[Op::ints ? Op::ints : 1];

  template <class... X> auto value(const X &...x) const {
    using T = typename array_element<X...>::type;
    const nabla::shape s = shape_of_all(x...);
    auto r = array<T>::uninitialized(s);
    T *out = r.data_mutable();
    const elements<T> from[] = {elements_of(x)...};
    for (std::size_t i = 0; i < r.size(); ++i) {
      T at[Op::reals];
      for (int k = 0; k < Op::reals; ++k)
        at[k] = from[k][i];
      out[i] = Op::template value<T>(at, n);
    }
    return r;
  }
  template <int K, class T, class... X>
  auto pull_back(const array<T> &g, const array<T> &r, const X &...x) const {
    auto contribution = array<T>::uninitialized(g.shape());
    T *out = contribution.data_mutable();
    const elements<T> from[] = {elements_of(x)...};
    for (std::size_t i = 0; i < g.size(); ++i) {
      T at[Op::reals];
      for (int k = 0; k < Op::reals; ++k)
        at[k] = from[k][i];
      out[i] = g[i] == 0 ? T(0) : g[i] * partial<K>(at, r[i]);
    }
    return reduce_to(contribution, std::get<K>(std::tie(x...)));
  }
  /// To other tapes: the scalar rule for each element.
  template <int K, class T, class... X>
  auto pull_back(const variable<array<T>> &g, const variable<array<T>> &r,
                 const X &...x) const {
    const std::vector<variable<T>> gs = unstack(g), rs = unstack(r);
    const std::vector<variable<T>> from[] = {numbers(x)...};
    std::vector<variable<T>> contribution;
    for (std::size_t i = 0; i < gs.size(); ++i) {
      using Real = variable<formula_real<T>>;
      Real at[Op::reals];
      for (int k = 0; k < Op::reals; ++k)
        at[k] = from[k][i < from[k].size() ? i : i % from[k].size()];
      contribution.push_back(
          scale(gs[i], variable<T>(partial<K>(at, Real(rs[i])))));
    }
    return reduce_to(as_array(contribution, g.shape()),
                     std::get<K>(std::tie(x...)));
  }

private:
  template <int K, class S> S partial(const S *at, const S &r) const {
    if constexpr (Op::template unknown<K>())
      fail_unknown<Op>(K);
    else if constexpr (is_variable<S>::value && !Op::generic)
      fail_not_generic<Op>();
    else
      return Op::template partial<K, S>(at, n, r);
  }
  template <class T>
  static std::vector<variable<T>> numbers(const variable<array<T>> &a) {
    return unstack(a);
  }
  template <class T>
  static std::vector<variable<T>> numbers(const variable<T> &x) {
    return {x};
  }
  template <class X> static nabla::shape shape_of_all(const X &x) {
    return shape_of(x);
  }
  template <class X, class Y>
  static nabla::shape shape_of_all(const X &x, const Y &y) {
    return common_shape(name, shape_of(x), !is_array_operand<X>, shape_of(y),
                        !is_array_operand<Y>);
  }
  template <class X, class Y, class Z>
  static nabla::shape shape_of_all(const X &x, const Y &y, const Z &z) {
    const nabla::shape s = shape_of_all(x, y);
    return common_shape(name, s, !is_array_operand<X> && !is_array_operand<Y>,
                        shape_of(z), !is_array_operand<Z>);
  }
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_RULE_OP_H
