// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation on arrays, as one node. An Op has
//
//   name
//   value(x...)                        over arrays and numbers
//   pull_back<K>(g, r, x...)           the adjoint of the K-th operand from
//   that
//                                      of the result; written over the
//                                      functions of these headers, so that it
//                                      serves numbers and variables alike
//
// apply(op, x...) is the result: plain if all operands are, else a variable.

#ifndef NABLA_TAPE_ARRAY_OPERATION_H
#define NABLA_TAPE_ARRAY_OPERATION_H

#include "nabla/tape/array_variable.h"
#include "nabla/tape/attach.h"

namespace nabla {
namespace taping {

/// What an operand is the adjoint of, in a sweep over numbers or variables.
template <class V> void add_adjoint(plain_sweep &s, index i, const V &x) {
  using T = value_type_t<V>;
  leaf_kind<T>::seed(s, i, variable<T>(x));
}
template <class T>
void add_adjoint(plain_sweep &s, index i, const indexed_slices<T> &x) {
  leaf_kind<array<T>>::seed(s, i, x);
}
template <class V> void add_adjoint(recorded_sweep &s, index i, const V &x) {
  using T = value_type_t<V>;
  leaf_kind<T>::seed(s, i, variable<T>(x));
}

template <class Op, class R, class... X>
class array_operation final : public attachment {
public:
  array_operation(Op op, R result, const index (&parents)[sizeof...(X)],
                  const X &...x)
      : op_(std::move(op)), result_(std::move(result)), x_(x...) {
    std::copy_n(parents, sizeof...(X), parents_);
  }
  const char *name() const override { return Op::name; }
  void visit_parents(const parent_visitor &visit) const override {
    for (index p : parents_)
      visit(p);
  }

  void reverse(plain_sweep &s, index main) override {
    using Kind = leaf_kind<R>;
    if (Kind::is_doubtful(s, main + 1)) // its adjoint is zero
      return;
    const R g = Kind::adjoint(s, main + 1, result_).value();
    std::apply([&](const X &...x) { pull_all(s, g, result_, x...); }, x_);
  }
  void reverse(recorded_sweep &s, index main) override {
    using Kind = leaf_kind<R>;
    if (!Kind::is_reached(s, main + 1))
      return;
    const variable<R> g = Kind::adjoint(s, main + 1, result_);
    const variable<R> r = access::make(result_, s.source().id_of(main + 1));
    std::apply(
        [&](const X &...x) {
          int k = 0;
          auto named = [&](const auto &x) {
            return access::make(x, s.source().id_of(parents_[k++]));
          };
          // Braces: from left to right.
          std::tuple<variable<X>...> v{named(x)...};
          std::apply([&](const auto &...x) { pull_all(s, g, r, x...); }, v);
        },
        x_);
  }

private:
  template <int K = 0, class Sweep, class G, class... V>
  void pull_all(Sweep &s, const G &g, const G &r, const V &...x) {
    if constexpr (K < int(sizeof...(X))) {
      if (parents_[K])
        add_adjoint(s, parents_[K], op_.template pull_back<K>(g, r, x...));
      pull_all<K + 1>(s, g, r, x...);
    }
  }

  Op op_;
  R result_;
  std::tuple<X...> x_;
  index parents_[sizeof...(X)];
};

/// Whether A is a number, an array, or a variable or parameter of these.
template <class A>
constexpr bool is_operand =
    std::is_floating_point<value_type_t<A>>::value ||
    std::is_integral<A>::value || is_array<value_type_t<A>>::value;
template <class A>
constexpr bool is_array_operand = is_array<value_type_t<A>>::value;

template <class A> id_type any_id(const A &) { return 0; }
template <class T> id_type any_id(const variable<T> &x) { return x.id(); }

template <class Op, class... V> auto record_array(Op op, const V &...x) {
  auto result = op.value(value_of(x)...);
  using R = decltype(result);
  variable<R> v(std::move(result));
  log *l = (any_id(x) | ...) ? thread.recording : nullptr;
  if (!l)
    return v;
  const index parents[] = {active_index(*l, any_id(x))...};
  index any = 0;
  for (index p : parents)
    any |= p;
  if (!any)
    return v;
  attachment *a = new array_operation<Op, R, value_type_t<V>...>(
      std::move(op), v.value(), parents, value_of(x)...);
  attach_output(*l, attach(*l, a), v);
  return v;
}

/// Parameters are read; the rest is itself.
template <class A> const A &operand(const A &x) { return x; }
template <class T> variable<T> operand(const parameter<T> &x) {
  return x.read();
}

template <class Op, class... A> auto apply(Op op, const A &...x) {
  if constexpr ((is_leaf<A> || ...))
    return record_array(std::move(op), operand(x)...);
  else
    return op.value(x...);
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_ARRAY_OPERATION_H
