// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mechanism of the registry. A rule says how a function is differentiated;
// it is a specialization of nabla::rule, which the plugin reads from the AST.
// Written in one line, at global scope:
//
//   NABLA_RULE(logistic, (x), spellings(my::logistic),
//              partials(r * (1 - r)), samples(-2, 0, 0.5, 30))
//
// name        of the rule, not yet taken: names the rule in diagnostics.
// operands    how the partials call the arguments: n and m are integers, all
//             others real; r is the result and no operand's name.
// spellings   qualified names of the functions; the first is how derivatives
//             call them. cmath(sin, more...) stands for std::sin and the forms
//             of it that C and the compiler have, and more; special(beta) for
//             std::beta, betaf and betal; c(j0) for the forms of a function
//             that C++ does not have, builtin(powi) for those of one that only
//             the compiler has.
// partials    one expression for each real operand, of arithmetic, comparisons,
//             ?:, literals, and calls of functions that have rules themselves;
//             the functions of <cmath> are named without std::. 0 says that the
//             derivative is zero, unknown() that it has no known form.
//             A constant that no double holds is written T(0.6931...L).
//             known(y) is true where y is a constant of the user's program.
// samples     points for the tests, one value or {x, y, ...} each.
// ulps        optional: how many units in the last place a partial may be off
//             at the samples, where the tests' own limit is too strict.
//
// A function without derivative:
//
//   NABLA_INACTIVE(bin_of, (x), spellings(my::bin_of))
//   NABLA_PREDICATE(is_odd, (x), spellings(my::is_odd))      one that is bool
//
// docs/rules.md has examples. This header gives rules the form that the plugin
// reads, for double; rules/formula.h adds the same formulas for every type.

#ifndef NABLA_RULES_RULE_H
#define NABLA_RULES_RULE_H

#pragma GCC system_header

#include "nabla/rules/macros.h"
#include "nabla/rules/override.h"

namespace nabla {

/// Specialized for each function that has a rule:
///   spellings       const char *: what the rule is for, separated by commas
///   partial_0, ...  double (operands..., double r): one for each real operand
/// The plugin reads the bodies of the partials; they are never run.
template <class Tag> struct rule;

/// The tags: nabla::names::sin.
namespace names {}

namespace rules {
/// What partials may say besides the functions that have rules.
struct language {
  using T = double;
  static double unknown();
  static bool known(double);
};

/// How many numbers a sample is: 1 or {1, 2}.
struct sample_size {
  int n;
  template <class... Number>
  constexpr sample_size(Number...) : n(sizeof...(Number)) {}
};
struct no_samples {};
template <int Operands> struct samples_of {
  template <int N> static constexpr bool fit(const sample_size (&samples)[N]) {
    for (const sample_size &s : samples)
      if (s.n != Operands)
        return false;
    return true;
  }
  static constexpr bool fit(no_samples = {}) { return true; } // said already
};
} // namespace rules
} // namespace nabla

#define NABLA_RULE(Name, Operands, Spellings, ...)                             \
  NABLA_IF_WELL_FORMED(NABLA_CHECKED_RULE, Name, Operands, Spellings,          \
                       __VA_ARGS__, )
#define NABLA_CHECKED_RULE(Name, Operands, Spellings, Partials, ...)           \
  NABLA_RULE_FOR_PLUGIN(                                                       \
      functions, Name,                                                         \
      (NABLA_UNUSED_OPERANDS Operands, [[maybe_unused]] double r), Spellings,  \
      Partials, NABLA_RULE_CHECKS(Name, Operands, Partials, __VA_ARGS__))      \
  NABLA_OVERRIDES(Name, Operands)
#define NABLA_INACTIVE(Name, Operands, Spellings)                              \
  NABLA_INACTIVE_FOR_PLUGIN(functions, double, Name, Operands, Spellings)      \
  NABLA_OVERRIDES(Name, Operands)
#define NABLA_PREDICATE(Name, Operands, Spellings)                             \
  NABLA_INACTIVE_FOR_PLUGIN(functions, bool, Name, Operands, Spellings)        \
  NABLA_OVERRIDES(Name, Operands)

#define NABLA_RULE_CHECKS(Name, Operands, Partials, ...)                       \
  static_assert(NABLA_HAS_SAMPLES(__VA_ARGS__),                                \
                "rule '" #Name "' has no sample points: end it with "          \
                "samples(...)");                                               \
  static_assert(                                                               \
      nabla::rules::samples_of<NABLA_COUNT Operands>::fit NABLA_LISTED(        \
          __VA_ARGS__),                                                        \
      "rule '" #Name "' has a sample that is not one number for "              \
      "each operand; write x, or {x, y, ...} for several operands");           \
  static_assert(NABLA_COUNT(NABLA_UNWRAP_##Partials) ==                        \
                    NABLA_NUM_REALS Operands,                                  \
                "rule '" #Name "' needs one partial for each real operand");

// Base is where partials find the functions that they call without
// qualification.
#define NABLA_RULE_FOR_PLUGIN(Base, Name, Signature, Spellings, Partials,      \
                              Checks)                                          \
  namespace nabla {                                                            \
  namespace names {                                                            \
  struct Name;                                                                 \
  }                                                                            \
  template <> struct rule<names::Name> : rules::Base {                         \
    Checks static constexpr const char *spellings =                            \
        NABLA_SPELLINGS_##Spellings;                                           \
    NABLA_DOUBLE_PARTIALS(Signature, NABLA_UNWRAP_##Partials)                  \
  };                                                                           \
  }
#define NABLA_INACTIVE_FOR_PLUGIN(Base, Result, Name, Operands, Spellings)     \
  namespace nabla {                                                            \
  namespace names {                                                            \
  struct Name;                                                                 \
  }                                                                            \
  template <> struct rule<names::Name> : rules::Base {                         \
    static constexpr const char *spellings = NABLA_SPELLINGS_##Spellings;      \
    static Result inactive(NABLA_DOUBLE_OPERANDS Operands);                    \
  };                                                                           \
  }

#define NABLA_DOUBLE_PARTIALS(S, ...)                                          \
  NABLA_CAT(NABLA_DOUBLE_PARTIALS_, NABLA_COUNT(__VA_ARGS__))(S, __VA_ARGS__)
#define NABLA_DOUBLE_PARTIALS_1(S, a) NABLA_DOUBLE_PARTIAL(0, S, a)
#define NABLA_DOUBLE_PARTIALS_2(S, a, b)                                       \
  NABLA_DOUBLE_PARTIALS_1(S, a) NABLA_DOUBLE_PARTIAL(1, S, b)
#define NABLA_DOUBLE_PARTIALS_3(S, a, b, c)                                    \
  NABLA_DOUBLE_PARTIALS_2(S, a, b) NABLA_DOUBLE_PARTIAL(2, S, c)
#define NABLA_DOUBLE_PARTIALS_4(S, a, b, c, d)                                 \
  NABLA_DOUBLE_PARTIALS_3(S, a, b, c) NABLA_DOUBLE_PARTIAL(3, S, d)
#define NABLA_DOUBLE_PARTIAL(I, S, Expression)                                 \
  static double partial_##I S { return Expression; }

#endif // NABLA_RULES_RULE_H
