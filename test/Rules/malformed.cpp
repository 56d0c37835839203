// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rule that lacks something does not compile, with or without the plugin; it
// is said once, at the rule.
//
// RUN: not %clang -std=c++17 -I%include -fsyntax-only -ferror-limit=0 %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: not %clang -std=c++17 -I%include -fsyntax-only %s \
// RUN:   -ferror-limit=0 -include nabla/gradient_tape.h 2>&1 | FileCheck %s

#include <nabla/rules.h>

namespace my {
double f(double);
double g(double, double);
double h(double, int);
} // namespace my

NABLA_RULE(no_samples, (x), spellings(my::f), partials(2 * x))
// CHECK: rule 'no_samples' has no sample points: end it with samples(...)

NABLA_RULE(empty_samples, (x), spellings(my::f), partials(2 * x), samples())
// CHECK: rule 'empty_samples' has no sample points: end it with samples(...)

NABLA_RULE(too_long, (x), spellings(my::f), partials(2 * x), samples(1, {2, 3}))
// CHECK: rule 'too_long' has a sample that is not one number for each operand;
// write x, or {x, y, ...} for several operands

NABLA_RULE(too_short, (x, y), spellings(my::g), partials(y, x),
           samples({1, 2}, {3}))
// CHECK: rule 'too_short' has a sample that is not one number for each operand

NABLA_RULE(flat, (x, n), spellings(my::h), partials(n), samples(1, 2))
// CHECK: rule 'flat' has a sample that is not one number for each operand

NABLA_RULE(no_numbers, (x), spellings(my::f), partials(2 * x), samples({}))
// CHECK: rule 'no_numbers' has a sample that is not one number for each operand

NABLA_RULE(too_few, (x, y), spellings(my::g), partials(y), samples({1, 2}))
// CHECK: rule 'too_few' needs one partial for each real operand

NABLA_RULE(too_many, (x, n), spellings(my::h), partials(n, 0), samples({1, 2}))
// CHECK: rule 'too_many' needs one partial for each real operand

NABLA_RULE(no_operand, (x), spellings(my::f), partials(2 * z), samples(1))
// CHECK: use of undeclared identifier 'z'

NABLA_RULE(misspelled, (x), spelling(my::f), partials(2 * x), samples(1))
// CHECK: malformed.cpp:[[@LINE-1]]:{{.*}} error: {{.*}}rule 'misspelled' has
// 'spelling(my::f)' where spellings(...) is expected

NABLA_RULE(bare, x, spellings(my::f), partials(2 * x), samples(1))
// CHECK-NOT: error:
// CHECK: malformed.cpp:[[@LINE-2]]:{{.*}} error: {{.*}}rule 'bare' has 'x'
// where a list of one to four operands is expected

NABLA_RULE(long_list, (a, b, c, d, e), spellings(my::f), partials(1),
           samples(1))
// CHECK-NOT: error:
// CHECK: error: {{.*}}rule 'long_list' has '(a, b, c, d, e)' where a list of
// one to four operands is expected

NABLA_RULE(no_spellings, (x), partials(2 * x), samples(1))
// CHECK-NOT: error:
// CHECK: error: {{.*}}rule 'no_spellings' has 'partials(2 * x)' where
// spellings(...) is expected

NABLA_RULE(no_order, (x), spellings(my::f), samples(1), partials(2 * x))
// CHECK-NOT: error:
// CHECK: error: {{.*}}rule 'no_order' has 'samples(1)' where partials(...) is
// expected

NABLA_RULE(singular, (x), spellings(my::f), partials(2 * x), sample(1))
// CHECK-NOT: error:
// CHECK: error: {{.*}}rule 'singular' has 'sample(1)' where samples(...) is
// expected

NABLA_RULE(sin, (x), spellings(my::f), partials(2 * x), samples(1))
// CHECK: redefinition of 'rule<nabla::names::sin>'
