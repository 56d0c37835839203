// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the arena takes from the system, seen from outside: this program's
// operator new counts.

#ifndef NABLA_TEST_COUNT_NEW_H
#define NABLA_TEST_COUNT_NEW_H

/// Calls of operator new since the program began.
long news();
/// Blocks that operator new has returned and that are not deleted.
long blocks();

#endif // NABLA_TEST_COUNT_NEW_H
