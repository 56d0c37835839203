// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules that compile but that the plugin cannot read.
//
// RUN: not %nabla -std=c++17 -fsyntax-only %s 2>&1 | FileCheck %s

#include <nabla/rules.h>

namespace my {
double without_rule(double);
double f(double);
double g(double);
double h(double);
double k(double);
extern double tuning;
} // namespace my

// The form of the specializations is looked at first.
// CHECK: errors.cpp:[[@LINE+1]]:{{.*}} rule 'by_hand' is not in the form that NABLA_RULE gives it; write it with NABLA_RULE or NABLA_INACTIVE
template <> struct nabla::rule<struct by_hand> {};

// CHECK: errors.cpp:[[@LINE+1]]:{{.*}} rule 'calls': 'without_rule' has no rule;
NABLA_RULE(calls, (x), spellings(my::f), partials(my::without_rule(x)),
           samples(1))

// CHECK: errors.cpp:[[@LINE+1]]:{{.*}} rule 'assigns': '=' cannot be read;
NABLA_RULE(assigns, (x), spellings(my::g), partials(x = 2), samples(1))

// CHECK: errors.cpp:[[@LINE+1]]:{{.*}} rule 'reads': 'tuning' is neither an operand nor a constant;
NABLA_RULE(reads, (x), spellings(my::h), partials(my::tuning), samples(1))

// CHECK: errors.cpp:[[@LINE+1]]:{{.*}} rule 'converts': a conversion to 'bool' cannot be read;
NABLA_RULE(converts, (x), spellings(my::k), partials((x ? 1 : 2)), samples(1))

// CHECK: errors.cpp:[[@LINE+2]]:{{.*}} rules 'calls' and 'again' are both for 'my::f'; keep one of them
// CHECK: 'calls' is here
NABLA_RULE(again, (x), spellings(my::e, my::f), partials(2), samples(1))

[[grad]] double use(double x) { return my::f(x); }
