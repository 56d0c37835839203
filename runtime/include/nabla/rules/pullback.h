// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reverse direction of the registry in plain C++: the value of a call of a
// function that has a rule, and its pullback, from the same declarations as in
// compiled derivatives. Needs no plugin.
//
//   auto [y, pull] = nabla::value_and_pullback<nabla::names::atan2>(a, b);
//   pull(1.0, &d_a, &d_b);                                   a one-line rule
//   auto [s, pull] = nabla::value_and_pullback<&my::log_sum>(n, x);
//   pull(1.0, d_x);
//   auto [pull] = nabla::value_and_pullback<&my::gemv>(m, n, A, x, y);
//   pull(d_A, d_x, d_y);                                     no result: no seed
//   auto [t, pull] =
//       nabla::value_and_pullback<my::dot_rule>(&my::dot<float>, n, x, y);
//
// The function is called once, or the rule's forward in its place. The pullback
// adds to the shadows, which are pointers, one for each argument that holds a
// real; what the function has written has in its shadow the adjoint of what is
// there now, and gets that of what was there before. A shadow may be null where
// the rule takes it by pointer and tests it, or is of one line. It can be
// called as often as one likes.
//
// What a rule's reads lists with its extent is copied, before the call or after
// it; so are the arguments themselves. A constant array that is not listed so
// has to stay as it is; one that the function may write to and that is not
// listed is a null pointer to the rule.
//
// A seed that is zero contributes zero, whatever the partial is, where the
// function returns a real and the arguments lead to no memory that it may
// write.

#ifndef NABLA_RULES_PULLBACK_H
#define NABLA_RULES_PULLBACK_H

#pragma GCC system_header

#include "nabla/detail/kept_call.h"
#include "nabla/rules/tangent.h"
#include <memory>

namespace nabla {

/// What value_and_pullback returns: auto [value, pull] = ...
template <class R, class Pullback> struct with_pullback {
  R value;
  Pullback pull;
};
template <class Pullback> struct with_pullback<void, Pullback> {
  Pullback pull;
};

namespace detail {

/// Of a rule of full power.
template <class Rule, class Function> class pullback_of_call;
template <class Rule, class R, class... P>
class pullback_of_call<Rule, R(P...)> {
  using call = kept_call<Rule, R(P...)>;

public:
  template <class F, class... A> static auto run(F f, A &&...a) {
    static_assert(sizeof...(A) == sizeof...(P),
                  "nabla: the arguments of the function are expected");
    if constexpr (sizeof...(A) == sizeof...(P)) {
      using both = with_pullback<R, pullback_of_call>;
      pullback_of_call p{std::make_unique<call>()};
      if constexpr (std::is_void_v<R>) {
        p.call_->forward(f, {}, std::forward<A>(a)...);
        return both{std::move(p)};
      } else {
        R value = p.call_->forward(f, {}, std::forward<A>(a)...);
        return both{std::move(value), std::move(p)};
      }
    }
  }

  /// [seed], shadows...
  template <class... S> void operator()(S... given) const {
    if constexpr (std::is_void_v<R>)
      call_->reverse(char(),
                     shadow_at<std::remove_pointer_t<S>, false>{given}...);
    else
      with_seed(given...);
  }

private:
  explicit pullback_of_call(std::unique_ptr<call> c) : call_(std::move(c)) {}

  template <class... S>
  void with_seed(const typename call::seed &seed, S *...shadows) const {
    if constexpr (std::is_floating_point_v<R> && !(is_writable<P> || ...))
      if (seed == 0)
        return;
    call_->reverse(seed, shadow_at<S, false>{shadows}...);
  }
  std::unique_ptr<call> call_;
};

/// Of a rule of one line.
template <class Formula, class T, class Operands> struct pullback_of_formula {
  Operands operands;
  T r;

  template <class... S> void operator()(T seed, S... shadows) const {
    static_assert(sizeof...(S) == number_of_reals<Formula>(),
                  "nabla: a seed is expected, and then a pointer to a shadow "
                  "for each operand that is real");
    if (seed != 0)
      add(seed, std::index_sequence_for<S...>(), shadows...);
  }

private:
  template <std::size_t... K, class... S>
  void add(T seed, std::index_sequence<K...>, S... shadows) const {
    (add_one<K>(seed, shadows), ...);
  }
  template <int K, class S> void add_one(T seed, S shadow) const {
    if constexpr (!std::is_null_pointer_v<S>) {
      if (!shadow)
        return;
      if (Formula::is_unknown[K])
        misuse("nabla: this derivative has no known form; only a null pointer "
               "can be given for that shadow");
      *shadow += seed * std::apply(
                            [&](const auto &...a) {
                              return partial_of<K, Formula, T>(r, a...);
                            },
                            operands);
    }
  }
};

template <class Formula, std::size_t... I, class... A>
auto pullback_of_operands(std::index_sequence<I...>, const A &...given) {
  using T = std::common_type_t<real_of<Formula::is_real[I], A>...>;
  auto operands = std::make_tuple(operand_of<Formula::is_real[I], T>(given)...);
  const T r = std::apply(
      [](const auto &...a) { return T(Formula::template value<T>(a...)); },
      operands);
  using pullback = pullback_of_formula<Formula, T, decltype(operands)>;
  return with_pullback<T, pullback>{r, pullback{operands, r}};
}

} // namespace detail

/// By the rule of that tag: of one line, with its operands; or of full power by
/// name, with a pointer to the function, and its arguments. See above.
template <class Tag, class First, class... A>
auto value_and_pullback(First &&first, A &&...a) {
  if constexpr (detail::is_function_pointer<std::decay_t<First>>) {
    using function = typename detail::called_type<std::decay_t<First>>::type;
    return detail::pullback_of_call<rule<Tag>, function>::run(
        std::decay_t<First>(first), std::forward<A>(a)...);
  } else {
    using Formula = formula<Tag>;
    static_assert(1 + sizeof...(A) == Formula::arity,
                  "nabla: the operands of the rule are expected");
    if constexpr (1 + sizeof...(A) == Formula::arity)
      return detail::pullback_of_operands<Formula>(
          std::make_index_sequence<Formula::arity>(), first, a...);
  }
}

/// By the rule nabla::adjoint<Function>.
template <auto Function, class... A> auto value_and_pullback(A &&...a) {
  static_assert(detail::exists<adjoint<Function>>,
                "nabla: the function has no rule 'nabla::adjoint<&f>'");
  if constexpr (detail::exists<adjoint<Function>>)
    return detail::pullback_of_call<
        adjoint<Function>, typename detail::called_type<
                               decltype(Function)>::type>::run(Function,
                                                               std::forward<A>(
                                                                   a)...);
}

} // namespace nabla

#endif // NABLA_RULES_PULLBACK_H
