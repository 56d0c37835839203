// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tape's unit tests as one file, for compilers.test.

#include "ArrayErrorsTest.cpp"
#include "ArrayTest.cpp"
#include "ConventionsTest.cpp"
#include "FunctionalTest.cpp"
#include "GradientTest.cpp"
#include "RecordingTest.cpp"
#include "RuleCallTest.cpp"
#include "ScalarTest.cpp"
// RulesTest.cpp is left out for the time that it takes: only Clang 22 runs it.
