// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To be precompiled: Nabla's rules and two of a user's, one of which comes
// before a rule of Nabla's.

#include <cmath>
#include <nabla/rules.h>

namespace my {
double f(double);
}

NABLA_RULE(pch_f, (x), spellings(my::f), partials(3 * x + cos(x)), samples(1))
NABLA_RULE(pch_tanh, (x), cmath(tanh), partials(1 / (cosh(x) * cosh(x))),
           samples(0, 0.5, 5))
