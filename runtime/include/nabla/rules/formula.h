// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules once more, as templates over the scalar type: for the tape, for
// tests, for whoever evaluates partials at run time. nabla::formula<Tag> holds
//
//   name, arity       "atan2", the number of operands
//   is_real[arity]    false for operands that are integers
//   value<T>(operands...)            the function itself
//   partial_K<T>(operands..., r)     for the K-th real operand
//   is_unknown[]      true for partials without known form, by K
//   samples, ulps     as in the rule
//
// A rule that is written after this header was included has its formula too.
// To have something made of every rule of Nabla's own, give NABLA_RULE,
// NABLA_INACTIVE and NABLA_PREDICATE a meaning and include rules/builtin.def.

#ifndef NABLA_RULES_FORMULA_H
#define NABLA_RULES_FORMULA_H

#pragma GCC system_header

#include "nabla/rules/cmath.h"
#include "nabla/rules/elliptic.h"
#include "nabla/rules/gamma.h"
#include "nabla/rules/legendre.h"
#include "nabla/rules/rule.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#ifndef __cpp_lib_math_special_functions
#define NABLA_NO_SPECIAL17
#endif

namespace nabla {
namespace formulas {

template <class Tag> struct of;

/// Literals of the user's program are only known to the plugin.
template <class T> constexpr bool known(const T &) { return false; }

/// A partial without known form: not a number, of any type.
struct no_known_form {
  template <class T> operator T() const {
    return T(std::numeric_limits<double>::quiet_NaN());
  }
};
inline no_known_form unknown() { return {}; }
constexpr bool is_unknown(const char *partial) {
  const char *call = "unknown()";
  while (*partial && *partial == *call)
    ++partial, ++call;
  return *partial == *call;
}

template <class T> T hypot3(const T &x, const T &y, const T &z) {
  using std::hypot;
  return hypot(x, y, z);
}

// Where C has a name for each type, as one overloaded function.
namespace float_forms {
using T = float;
}
namespace double_forms {
using T = double;
}
namespace long_double_forms {
using T = long double;
}

// Partials name the functions of <cmath> alone; those of other scalar types
// are found by the types of their arguments.
#pragma push_macro("NABLA_RULE")
#pragma push_macro("NABLA_INACTIVE")
#pragma push_macro("NABLA_PREDICATE")
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_USING_spellings(...) NONE, ~
#define NABLA_USING_cmath(...) STD, NABLA_FIRST(__VA_ARGS__)
#define NABLA_USING_special(f) STD, f
#define NABLA_USING_c(f) C, f
#define NABLA_USING_builtin(f) BUILTIN, f
#define NABLA_USE(Operands, ...) NABLA_USE_(Operands, __VA_ARGS__)
#define NABLA_USE_(Operands, Kind, f) NABLA_USE_##Kind(Operands, f)
#define NABLA_USE_NONE(Operands, f)
#define NABLA_USE_STD(Operands, f) using std::f;
#define NABLA_USE_C(Operands, Name)                                            \
  NABLA_FORM(float, Name, Operands, ::Name##f)                                 \
  NABLA_FORM(double, Name, Operands, ::Name)                                   \
  NABLA_FORM(long_double, Name, Operands, ::Name##l)
#define NABLA_USE_BUILTIN(Operands, Name)                                      \
  NABLA_FORM(float, Name, Operands, __builtin_##Name##f)                       \
  NABLA_FORM(double, Name, Operands, __builtin_##Name)                         \
  NABLA_FORM(long_double, Name, Operands, __builtin_##Name##l)
#define NABLA_FORM(Type, Name, Operands, Form)                                 \
  namespace Type##_forms {                                                     \
    inline T Name(NABLA_T_OPERANDS Operands) { return Form Operands; }         \
  }                                                                            \
  using Type##_forms::Name;
#define NABLA_RULE(Name, Operands, Spellings, ...)                             \
  NABLA_USE(Operands, NABLA_USING_##Spellings)
#define NABLA_INACTIVE(Name, Operands, Spellings)                              \
  NABLA_RULE(Name, Operands, Spellings, )
#define NABLA_PREDICATE(Name, Operands, Spellings)                             \
  NABLA_RULE(Name, Operands, Spellings, )
#include "nabla/rules/builtin.def"
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#pragma pop_macro("NABLA_PREDICATE")
#pragma pop_macro("NABLA_INACTIVE")
#pragma pop_macro("NABLA_RULE")
#undef NABLA_USING_spellings
#undef NABLA_USING_cmath
#undef NABLA_USING_special
#undef NABLA_USING_c
#undef NABLA_USING_builtin
#undef NABLA_USE
#undef NABLA_USE_
#undef NABLA_USE_NONE
#undef NABLA_USE_STD
#undef NABLA_USE_C
#undef NABLA_USE_BUILTIN
#undef NABLA_FORM

} // namespace formulas

/// See above. No such formula: include <nabla/rules/formula.h> or
/// <nabla/gradient_tape.h> before the rule.
template <class Tag> using formula = formulas::of<Tag>;
} // namespace nabla

#define NABLA_FORMULA(Name, Operands, Spellings, ...)                          \
  NABLA_FORMULA_(Name, Operands, Spellings, __VA_ARGS__, )
#define NABLA_FORMULA_(Name, Operands, Spellings, Partials, ...)               \
  namespace nabla {                                                            \
  namespace names {                                                            \
  struct Name;                                                                 \
  }                                                                            \
  namespace formulas {                                                         \
  template <> struct of<names::Name> {                                         \
    NABLA_RULE_CHECKS(Name, Operands, Partials, __VA_ARGS__)                   \
    static constexpr const char *name = #Name;                                 \
    static constexpr int arity = NABLA_ARITY Operands;                         \
    static constexpr bool is_real[] = {NABLA_ARE_REAL Operands};               \
    template <class T> static auto value(NABLA_T_OPERANDS Operands) {          \
      return NABLA_CALL_##Spellings Operands;                                  \
    }                                                                          \
    NABLA_T_PARTIALS((NABLA_T_OPERANDS Operands, [[maybe_unused]] const T &r), \
                     NABLA_UNWRAP_##Partials)                                  \
    static constexpr bool is_unknown[] = {                                     \
        NABLA_EACH(NABLA_IS_UNKNOWN, NABLA_UNWRAP_##Partials)};                \
    static constexpr NABLA_SECTION(NABLA_SAMPLES, NABLA_FIRST(__VA_ARGS__));   \
    static constexpr double ulps = NABLA_ULPS(__VA_ARGS__);                    \
  };                                                                           \
  }                                                                            \
  }
#define NABLA_IS_UNKNOWN(Expression) nabla::formulas::is_unknown(#Expression)
#define NABLA_ARITY(...) NABLA_COUNT(__VA_ARGS__)
#define NABLA_ARE_REAL(...) NABLA_EACH(NABLA_IS_REAL, __VA_ARGS__)
#define NABLA_SAMPLES_ int samples[] = {0} // what is wrong is said in rule.h
#define NABLA_SAMPLES_samples(...)                                             \
  nabla::formulas::sample<arity>::type samples[] = {__VA_ARGS__}

#define NABLA_T_PARTIALS(S, ...)                                               \
  NABLA_CAT(NABLA_T_PARTIALS_, NABLA_COUNT(__VA_ARGS__))(S, __VA_ARGS__)
#define NABLA_T_PARTIALS_1(S, a) NABLA_T_PARTIAL(0, S, a)
#define NABLA_T_PARTIALS_2(S, a, b)                                            \
  NABLA_T_PARTIALS_1(S, a) NABLA_T_PARTIAL(1, S, b)
#define NABLA_T_PARTIALS_3(S, a, b, c)                                         \
  NABLA_T_PARTIALS_2(S, a, b) NABLA_T_PARTIAL(2, S, c)
#define NABLA_T_PARTIALS_4(S, a, b, c, d)                                      \
  NABLA_T_PARTIALS_3(S, a, b, c) NABLA_T_PARTIAL(3, S, d)
#define NABLA_T_PARTIAL(I, S, Expression)                                      \
  template <class T> static T partial_##I S { return Expression; }

namespace nabla {
namespace formulas {
template <int Arity> struct sample {
  using type = double[Arity];
};
template <> struct sample<1> {
  using type = double;
};
} // namespace formulas
} // namespace nabla

// Nabla's own rules have their form for the plugin already.
#pragma push_macro("NABLA_RULE")
#pragma push_macro("NABLA_INACTIVE")
#pragma push_macro("NABLA_PREDICATE")
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_RULE NABLA_FORMULA
#define NABLA_INACTIVE(Name, Operands, Spellings)
#define NABLA_PREDICATE(Name, Operands, Spellings)
#include "nabla/rules/builtin.def"
#pragma pop_macro("NABLA_PREDICATE")
#pragma pop_macro("NABLA_INACTIVE")
#pragma pop_macro("NABLA_RULE")

#undef NABLA_RULE
#define NABLA_RULE(Name, Operands, Spellings, ...)                             \
  NABLA_IF_WELL_FORMED(NABLA_RULE_AND_FORMULA, Name, Operands, Spellings,      \
                       __VA_ARGS__, )
#define NABLA_RULE_AND_FORMULA(Name, Operands, Spellings, Partials, ...)       \
  NABLA_RULE_FOR_PLUGIN(                                                       \
      functions, Name,                                                         \
      (NABLA_UNUSED_OPERANDS Operands, [[maybe_unused]] double r), Spellings,  \
      Partials, )                                                              \
  NABLA_OVERRIDES(Name, Operands)                                              \
  NABLA_FORMULA_(Name, Operands, Spellings, Partials, __VA_ARGS__)

#endif // NABLA_RULES_FORMULA_H
