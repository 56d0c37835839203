// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nabla's own rules, <cmath> and more, in the form that the plugin reads.
// <cmath> itself is not needed: partials are read, not run.

#ifndef NABLA_RULES_CMATH_H
#define NABLA_RULES_CMATH_H

#pragma GCC system_header

#include "nabla/rules/rule.h"

#pragma push_macro("NABLA_RULE")
#pragma push_macro("NABLA_INACTIVE")
#pragma push_macro("NABLA_PREDICATE")
#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_RULE(Name, Operands, ...)                                        \
  static double Name(NABLA_DOUBLE_OPERANDS Operands);
#define NABLA_INACTIVE(Name, Operands, Spellings) NABLA_RULE(Name, Operands, )
#define NABLA_PREDICATE(Name, Operands, Spellings)                             \
  static bool Name(NABLA_DOUBLE_OPERANDS Operands);

namespace nabla {
namespace rules {
/// What the partials call: each function's name is that of its rule.
struct functions : language {
#include "nabla/rules/builtin.def"
};
/// Marks Nabla's own rules: others for the same functions come before them.
struct builtin : functions {};
} // namespace rules
} // namespace nabla

#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
// Their checks are left to formula.h: these lines are parsed in every file that
// has a [[grad]].
#define NABLA_RULE(Name, Operands, Spellings, Partials, ...)                   \
  NABLA_RULE_FOR_PLUGIN(builtin, Name,                                         \
                        (NABLA_DOUBLE_OPERANDS Operands, double r), Spellings, \
                        Partials, )
#define NABLA_INACTIVE(Name, Operands, Spellings)                              \
  NABLA_INACTIVE_FOR_PLUGIN(builtin, double, Name, Operands, Spellings)
#define NABLA_PREDICATE(Name, Operands, Spellings)                             \
  NABLA_INACTIVE_FOR_PLUGIN(builtin, bool, Name, Operands, Spellings)
#include "nabla/rules/builtin.def"

#pragma pop_macro("NABLA_PREDICATE")
#pragma pop_macro("NABLA_INACTIVE")
#pragma pop_macro("NABLA_RULE")

#endif // NABLA_RULES_CMATH_H
