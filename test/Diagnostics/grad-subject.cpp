// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What [[grad]] cannot mark.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

[[grad]] int counter; // expected-error {{'grad' marks functions, not a variable ('counter'); mark the function to differentiate}}
double (*pointer [[grad]])(double); // expected-error {{'grad' marks functions, not a variable ('pointer'); mark the function to differentiate}}
struct [[grad]] State { // expected-error {{'grad' marks functions, not a type ('State'); mark the function to differentiate}}
  [[grad]] double x; // expected-error {{'grad' marks functions, not a data member ('x'); mark the function to differentiate}}
};
using Alias [[grad]] = double; // expected-error {{'grad' marks functions, not a type ('Alias'); mark the function to differentiate}}
namespace [[grad]] model {} // expected-error {{'grad' marks functions, not a namespace ('model'); mark the function to differentiate}}
enum { red [[grad]] }; // expected-error {{'grad' marks functions, not this declaration ('red'); mark the function to differentiate}}

double takes([[grad]] double x); // expected-error {{'grad' marks functions, not a parameter ('x'); mark the function to differentiate}}

void statements(double x) {
  [[grad]] x = 1; // expected-error {{'grad' marks functions, not a statement; mark the function to differentiate}}
  [[grad]] double y = x; // expected-error {{'grad' marks functions, not a variable ('y'); mark the function to differentiate}}
  (void)y;
}

double onType(double x) [[grad]]; // expected-error {{'grad' attribute cannot be applied to types}}
double [[grad]] onResult(double x); // expected-error {{'grad' attribute cannot be applied to types}}
