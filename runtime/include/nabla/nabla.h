// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nabla's library API: derivatives of functions that need not be marked.
//
//   double energy(const double *x, int n);
//   auto g = nabla::gradient<energy>(x, n);                  // x: a
//   std::vector auto [value, slope] = nabla::value_and_gradient<energy>(x, n);
//   auto [value, pullback] = nabla::vjp<energy>(x, n);
//   auto dx = pullback(2.0);                                 // any seed
//   assert(nabla::check_gradient<energy>(x, n));
//
// See docs/api.md. Needs the plugin: compile with nabla++.

#ifndef NABLA_NABLA_H
#define NABLA_NABLA_H

#include "nabla/check_gradient.h"
#include "nabla/gradient.h"
#include "nabla/gradient_functions.h"
#include "nabla/span.h"
#include "nabla/trainable.h"
#include "nabla/vjp.h"

#endif // NABLA_NABLA_H
