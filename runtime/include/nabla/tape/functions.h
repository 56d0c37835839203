// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function that has a rule, for variables: made from the rules, each
// under its rule's name, and found where it is called without std::. A rule of
// your own that is written after <nabla/gradient_tape.h> becomes a function of
// that kind too: NABLA_RULE(logistic, ...) gives logistic(variable); and where
// it is for a function that Nabla has a rule for, it comes before that one:
// which rule holds is part of the type of what is called.

#ifndef NABLA_TAPE_FUNCTIONS_H
#define NABLA_TAPE_FUNCTIONS_H

#include "nabla/tape/rule_op.h"

namespace nabla {

// Functions without derivative. They are looked up where the variables' are not
// among them.
namespace formulas {
template <class Tag> struct inactive;
#define NABLA_INACTIVE_FORMULA(Name, Operands, Spellings)                      \
  template <> struct inactive<names::Name> {                                   \
    static constexpr int arity = NABLA_ARITY Operands;                         \
    static constexpr bool is_real[] = {NABLA_ARE_REAL Operands};               \
    template <class... T> static auto value(T... x) {                          \
      return NABLA_CALL_##Spellings(x...);                                     \
    }                                                                          \
  };
#pragma push_macro("NABLA_RULE")
#pragma push_macro("NABLA_INACTIVE")
#pragma push_macro("NABLA_PREDICATE")
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_RULE(...)
#define NABLA_INACTIVE NABLA_INACTIVE_FORMULA
#define NABLA_PREDICATE NABLA_INACTIVE
#include "nabla/rules/builtin.def"
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#pragma pop_macro("NABLA_PREDICATE")
#pragma pop_macro("NABLA_INACTIVE")
#pragma pop_macro("NABLA_RULE")
} // namespace formulas

namespace taping {

template <class T, class = void> constexpr bool is_defined = false;
template <class T>
constexpr bool is_defined<T, std::void_t<decltype(sizeof(T))>> = true;

/// The type in which <cmath> computes with an argument of type A.
template <class A>
using math_type = std::conditional_t<std::is_integral<value_type_t<A>>::value,
                                     double, value_type_t<A>>;
template <class... A> using math_result = std::common_type_t<math_type<A>...>;

/// The common type of those arguments of a rule that are real.
template <class Operands, class Indices, class... A> struct rule_result;
template <class Operands, std::size_t... I, class... A>
struct rule_result<Operands, std::index_sequence<I...>, A...> {
  using type = std::common_type_t<
      std::conditional_t<Operands::is_real[I], math_type<A>, float>...>;
};
template <class Operands, class... A>
using rule_result_t =
    typename rule_result<Operands, std::index_sequence_for<A...>, A...>::type;

/// Whether A... are arguments of a function of that arity, of which one is
/// active.
template <int Arity, class... A>
constexpr bool is_scalar_call =
    sizeof...(A) == Arity && (is_scalar_operand<A> && ...) &&
    (is_active_scalar<A> || ...);
/// The same where arrays may be among them, active or not.
template <int Arity, class... A>
constexpr bool is_call = is_scalar_call<Arity, A...> ||
                         (sizeof...(A) == Arity && is_array_call<A...>);

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

template <class Tag, class... A> inline auto apply_to_numbers(const A &...a) {
  using Op = rule_op<Tag>;
  using T = rule_result_t<formula<Tag>, A...>;
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

template <class Tag> constexpr std::size_t operand_of_real(int real) {
  int k = 0;
  while (rule_op<Tag>::real_number(k + 1) <= real)
    ++k;
  return std::size_t(k);
}
template <class Tag, class T, std::size_t... I, class... A>
auto apply_to_reals(elementwise_rule<Tag> op, std::index_sequence<I...>,
                    const std::tuple<const A &...> &a) {
  return apply(op,
               with_element<T>(std::get<operand_of_real<Tag>(int(I))>(a))...);
}
/// With arrays among the operands.
template <class Tag, class... A> auto apply_to_arrays(const A &...a) {
  using T = typename array_element<A...>::type;
  elementwise_rule<Tag> op{};
  int position = 0, integer = 0;
  auto note = [&](const auto &x) {
    if constexpr (std::is_arithmetic<std::decay_t<decltype(x)>>::value)
      if (!formula<Tag>::is_real[position])
        op.n[integer++] = static_cast<int>(x);
    ++position;
  };
  (note(a), ...);
  return apply_to_reals<Tag, T>(
      op, std::make_index_sequence<rule_op<Tag>::reals>(), std::tie(a...));
}

/// What a function without derivative gives: a number of the precision it was
/// given is a variable again, others stay what they are.
template <class T, class R> inline auto inactive_result(R r) {
  if constexpr (std::is_floating_point<R>::value)
    return variable<T>(static_cast<T>(r));
  else
    return r;
}
template <class T, bool IsReal, class A> inline auto inactive_operand(A a) {
  return static_cast<std::conditional_t<IsReal, T, int>>(a);
}
template <class Tag, std::size_t... I, class... A>
inline auto apply_inactive(std::index_sequence<I...>, const A &...a) {
  using Function = formulas::inactive<Tag>;
  using T = rule_result_t<Function, A...>;
  return inactive_result<T>(Function::value(
      inactive_operand<T, Function::is_real[I]>(value_of(a))...));
}

template <class Tag, class... A> inline auto apply_rule(const A &...a) {
  static_assert(is_defined<formula<Tag>> || is_defined<formulas::inactive<Tag>>,
                "nabla: a rule for this function stands before #include "
                "<nabla/gradient_tape.h>; put it behind, so that the tape has "
                "it too");
  if constexpr (is_defined<formulas::inactive<Tag>>)
    return apply_inactive<Tag>(std::index_sequence_for<A...>(), a...);
  else if constexpr ((is_array_operand<A> || ...))
    return apply_to_arrays<Tag>(a...);
  else if constexpr (is_defined<formula<Tag>>)
    return apply_to_numbers<Tag>(a...);
}

/// An operand that is an integer is given one.
template <class Operands, class... A, std::size_t... I>
constexpr bool has_integers(std::index_sequence<I...>) {
  return ((Operands::is_real[I] || std::is_integral<A>::value) && ...);
}
/// Whether a rule of the user's for a function of that name is one for A...: it
/// may be for another overload. (Of one without formula there is more to say.)
template <class Rule, class... A> constexpr bool is_for() {
  if constexpr (std::is_void<Rule>::value)
    return false;
  else if constexpr (is_defined<formula<Rule>>)
    return has_integers<formula<Rule>, A...>(std::index_sequence_for<A...>());
  else if constexpr (is_defined<formulas::inactive<Rule>>)
    return has_integers<formulas::inactive<Rule>, A...>(
               std::index_sequence_for<A...>()) &&
           !(is_array_operand<A> || ...);
  else
    return true;
}
/// The rule for a call of what Tag is the rule of.
template <class Tag, class... A> struct rule_in_force {
  using users = rules::overriding<rule<Tag>, sizeof...(A)>;
  using type = std::conditional_t<is_for<users, A...>(), users, Tag>;
};
template <class Tag, class... A>
using rule_for = typename rule_in_force<Tag, A...>::type;

} // namespace taping

/// Calls the function that Tag is the rule of: call<names::sin>(x) is sin(x).
template <class Tag, class... A,
          class = std::enable_if_t<(taping::is_operand<A> && ...)>,
          class Rule = taping::rule_for<Tag, A...>>
inline auto call(const A &...a) {
  return taping::apply_rule<Rule>(a...);
}

#define NABLA_TAPE_FUNCTION(Name)                                              \
  template <class... A,                                                        \
            class = std::enable_if_t<                                          \
                taping::is_call<formula<names::Name>::arity, A...>>,           \
            class Rule = taping::rule_for<names::Name, A...>>                  \
  inline auto Name(const A &...a) {                                            \
    return taping::apply_rule<Rule>(a...);                                     \
  }
#define NABLA_TAPE_STEP(Name)                                                  \
  template <class... A,                                                        \
            class = std::enable_if_t<taping::is_scalar_call<                   \
                formulas::inactive<names::Name>::arity, A...>>,                \
            class Rule = taping::rule_for<names::Name, A...>>                  \
  inline auto Name(const A &...a) {                                            \
    return taping::apply_rule<Rule>(a...);                                     \
  }

#pragma push_macro("NABLA_RULE")
#pragma push_macro("NABLA_INACTIVE")
#pragma push_macro("NABLA_PREDICATE")
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_RULE(Name, ...) NABLA_TAPE_FUNCTION(Name)
#define NABLA_INACTIVE(Name, Operands, Spellings) NABLA_TAPE_STEP(Name)
#define NABLA_PREDICATE NABLA_INACTIVE
#include "nabla/rules/builtin.def"
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#pragma pop_macro("NABLA_PREDICATE")
#pragma pop_macro("NABLA_INACTIVE")
#pragma pop_macro("NABLA_RULE")

// Second spellings.
namespace taping {
struct spelled_abs {
  static constexpr const char *spellings = "std::abs, c:abs";
};
template <class A> struct rule_for_abs {
  using users = rules::overriding<spelled_abs, is_active_scalar<A>>;
  using type = std::conditional_t<is_for<users, A>(), users, names::fabs>;
};
} // namespace taping
template <class A, class = std::enable_if_t<taping::is_active_scalar<A>>,
          class Rule = typename taping::rule_for_abs<A>::type>
inline auto abs(const A &x) {
  return taping::apply_rule<Rule>(x);
}
template <class A, class B, class C,
          class = std::enable_if_t<taping::is_call<3, A, B, C>>>
inline auto hypot(const A &x, const B &y, const C &z) {
  return hypot3(x, y, z);
}

// Those that store a second result, as rules/outputs.h says of compiled
// functions: the exponent and the integral part are steps.
template <class A, class = std::enable_if_t<taping::is_active_scalar<A>>>
inline auto frexp(const A &x, int *exponent) {
  std::frexp(value_of(x), exponent);
  if (!(value_of(x) - value_of(x) == 0)) // no finite number
    *exponent = 0;
  return ldexp(x, -*exponent);
}
template <
    class A, class T,
    class = std::enable_if_t<taping::is_active_scalar<A> &&
                             std::is_same<taping::math_type<A>, T>::value>>
inline variable<T> modf(const A &x, variable<T> *integral) {
  T whole;
  const T fraction = std::modf(value_of(x), &whole);
  const variable<T> result = taping::apply_unary<taping::identity_op, T>(
      taping::operand_as<T>(x), fraction);
  *integral = variable<T>(whole); // which may be x
  return result;
}
template <class A, class B,
          class = std::enable_if_t<taping::is_scalar_call<2, A, B>>>
inline auto remquo(const A &x, const B &y, int *quotient) {
  using T = taping::math_result<A, B>;
  std::remquo(static_cast<T>(value_of(x)), static_cast<T>(value_of(y)),
              quotient);
  return remainder(x, y);
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
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_RULE(Name, Operands, Spellings, ...)                             \
  NABLA_IF_WELL_FORMED(NABLA_RULE_FUNCTION_AND_FORMULA, Name, Operands,        \
                       Spellings, __VA_ARGS__, )
#define NABLA_RULE_FUNCTION_AND_FORMULA(Name, Operands, Spellings, Partials,   \
                                        ...)                                   \
  NABLA_RULE_AND_FORMULA(Name, Operands, Spellings, Partials, __VA_ARGS__)     \
  namespace nabla {                                                            \
  template <>                                                                  \
  struct taping::rule_is_generic<names::Name>                                  \
      : std::bool_constant<!taping::is_qualified(#Partials)> {};               \
  NABLA_TAPE_FUNCTION(Name)                                                    \
  }
#define NABLA_INACTIVE(Name, Operands, Spellings)                              \
  NABLA_INACTIVE_FOR_PLUGIN(functions, double, Name, Operands, Spellings)      \
  NABLA_INACTIVE_FUNCTION(Name, Operands, Spellings)
#define NABLA_PREDICATE(Name, Operands, Spellings)                             \
  NABLA_INACTIVE_FOR_PLUGIN(functions, bool, Name, Operands, Spellings)        \
  NABLA_INACTIVE_FUNCTION(Name, Operands, Spellings)
#define NABLA_INACTIVE_FUNCTION(Name, Operands, Spellings)                     \
  NABLA_OVERRIDES(Name, Operands)                                              \
  namespace nabla {                                                            \
  namespace formulas {                                                         \
  NABLA_INACTIVE_FORMULA(Name, Operands, Spellings)                            \
  }                                                                            \
  NABLA_TAPE_STEP(Name)                                                        \
  }

#endif // NABLA_TAPE_FUNCTIONS_H
