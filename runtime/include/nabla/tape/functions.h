// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function that has a rule, for variables: made from the rules, each
// under its rule's name, and found where it is called without std::. A rule of
// your own that is written after <nabla/gradient_tape.h> becomes a function of
// that kind too: NABLA_RULE(logistic, ...) gives logistic(variable).

#ifndef NABLA_TAPE_FUNCTIONS_H
#define NABLA_TAPE_FUNCTIONS_H

#include "nabla/rules/formula.h"
#include "nabla/tape/arithmetic.h"
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

/// The type in which <cmath> computes with an argument of type A.
template <class A>
using math_type = std::conditional_t<std::is_integral<value_type_t<A>>::value,
                                     double, value_type_t<A>>;
template <class... A> using math_result = std::common_type_t<math_type<A>...>;

/// The common type of those arguments of a rule that are real.
template <class Tag, class Indices, class... A> struct rule_result;
template <class Tag, std::size_t... I, class... A>
struct rule_result<Tag, std::index_sequence<I...>, A...> {
  static constexpr auto is_real = formula<Tag>::is_real;
  using type = std::common_type_t<
      std::conditional_t<formula<Tag>::is_real[I], math_type<A>, float>...>;
};

/// Whether A... are arguments of a function of that arity, of which one is
/// active.
template <int Arity, class... A>
constexpr bool is_call =
    sizeof...(A) == Arity && (is_scalar_operand<A> && ...) &&
    (is_active_scalar<A> || ...);

template <class Tag, class T, class A>
inline void set_operand(operands<rule_op<Tag>, T> &o, id_type *ids,
                        bool is_real, int &real, int &integer, const A &a) {
  if (is_real) {
    if constexpr (std::is_arithmetic<A>::value) {
      o.x[real] = static_cast<T>(a);
      ids[real] = 0;
    } else {
      const variable<T> &v = operand_as<T>(a);
      o.x[real] = v.value();
      ids[real] = v.id();
    }
    ++real;
  } else {
    o.n[integer++] = static_cast<int>(value_of(a));
  }
}

template <class Tag, class... A> inline auto apply_rule(const A &...a) {
  using Op = rule_op<Tag>;
  using T =
      typename rule_result<Tag, std::index_sequence_for<A...>, A...>::type;
  operands<Op, T> o{};
  id_type ids[Op::reals];
  int position = 0, real = 0, integer = 0;
  (set_operand<Tag, T>(o, ids, formula<Tag>::is_real[position++], real, integer,
                       a),
   ...);
  o.r = Op::template value<T>(o.x, o.n);
  id_type any = 0;
  for (id_type id : ids)
    any |= id;
  log *l = any ? thread.recording : nullptr;
  if (!l)
    return variable<T>(o.r);
  index parents = 0;
  for (int k = 0; k < Op::reals; ++k)
    parents |= o.parents[k] = active_index(*l, ids[k]);
  return parents ? record<Op, T>(*l, o) : variable<T>(o.r);
}

/// What a function without derivative gives: a number of the precision it was
/// given is a variable again, others stay what they are.
template <class T, class R> inline auto inactive_result(R r) {
  if constexpr (std::is_floating_point<R>::value)
    return variable<T>(static_cast<T>(r));
  else
    return r;
}

} // namespace taping

/// Calls the function that Tag is the rule of: call<names::sin>(x) is sin(x).
template <class Tag, class... A,
          class = std::enable_if_t<(taping::is_scalar_operand<A> && ...)>>
inline auto call(const A &...a) {
  return taping::apply_rule<Tag>(a...);
}

#define NABLA_TAPE_FUNCTION(Name)                                              \
  template <class... A, class = std::enable_if_t<taping::is_call<              \
                            formula<names::Name>::arity, A...>>>               \
  inline auto Name(const A &...a) {                                            \
    return taping::apply_rule<names::Name>(a...);                              \
  }

// Where the function itself is looked up: not among the ones made here.
namespace formulas {
#pragma push_macro("NABLA_RULE")
#pragma push_macro("NABLA_INACTIVE")
#pragma push_macro("NABLA_PREDICATE")
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_RULE(...)
#define NABLA_INACTIVE(Name, Operands, Spellings)                              \
  struct inactive_##Name {                                                     \
    static constexpr int arity = NABLA_ARITY Operands;                         \
    template <class... T> static auto value(T... x) {                          \
      return NABLA_CALL_##Spellings(x...);                                     \
    }                                                                          \
  };
#define NABLA_PREDICATE NABLA_INACTIVE
#include "nabla/rules/builtin.def"
} // namespace formulas

#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_RULE(Name, ...) NABLA_TAPE_FUNCTION(Name)
#define NABLA_INACTIVE(Name, Operands, Spellings)                              \
  template <class... A, class = std::enable_if_t<taping::is_call<              \
                            formulas::inactive_##Name::arity, A...>>>          \
  inline auto Name(const A &...a) {                                            \
    using T = taping::math_result<A...>;                                       \
    return taping::inactive_result<T>(                                         \
        formulas::inactive_##Name::value(static_cast<T>(value_of(a))...));     \
  }
#define NABLA_PREDICATE NABLA_INACTIVE
#include "nabla/rules/builtin.def"
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#pragma pop_macro("NABLA_PREDICATE")
#pragma pop_macro("NABLA_INACTIVE")
#pragma pop_macro("NABLA_RULE")

// Second spellings.
template <class A, class = std::enable_if_t<taping::is_active_scalar<A>>>
inline auto abs(const A &x) {
  return fabs(x);
}
template <class A, class B, class C,
          class = std::enable_if_t<taping::is_call<3, A, B, C>>>
inline auto hypot(const A &x, const B &y, const C &z) {
  return hypot3(x, y, z);
}
template <class A, class = std::enable_if_t<taping::is_active_scalar<A>>>
inline auto llround(const A &x) {
  return static_cast<long long>(lround(x));
}
template <class A, class = std::enable_if_t<taping::is_active_scalar<A>>>
inline auto llrint(const A &x) {
  return static_cast<long long>(lrint(x));
}

} // namespace nabla

// Rules that follow are functions of variables too.
#undef NABLA_RULE
#define NABLA_RULE(Name, Operands, Spellings, ...)                             \
  NABLA_RULE_FUNCTION_AND_FORMULA(Name, Operands, Spellings, __VA_ARGS__, )
#define NABLA_RULE_FUNCTION_AND_FORMULA(Name, Operands, Spellings, Partials,   \
                                        ...)                                   \
  NABLA_RULE_AND_FORMULA(Name, Operands, Spellings, Partials, __VA_ARGS__)     \
  namespace nabla {                                                            \
  template <>                                                                  \
  struct taping::rule_is_generic<names::Name>                                  \
      : std::bool_constant<!taping::is_qualified(#Partials)> {};               \
  NABLA_TAPE_FUNCTION(Name)                                                    \
  }

#endif // NABLA_TAPE_FUNCTIONS_H
