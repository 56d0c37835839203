// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of [[grad]]: names or indices of parameters that can be
// differentiated, each once.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

[[grad("z")]] double unknown(double x, double y); // expected-error {{'unknown' has no parameter 'z'; its parameters are 'x', 'y'}}
[[grad("")]] double emptyName(double); // expected-error {{'emptyName' has no parameter ''; its parameters have no names}}
[[grad("x")]] double nameless(double); // expected-error {{'nameless' has no parameter 'x'; its parameters have no names}}
[[grad("this")]] double noObject(double x); // expected-error {{'noObject' is no member function and has no 'this'; its parameters are 'x'}}
[[grad("x", "z", "w")]] double twoUnknown(double x); // expected-error {{'twoUnknown' has no parameter 'z'; its parameters are 'x'}} expected-error {{'twoUnknown' has no parameter 'w'; its parameters are 'x'}}

[[grad("x", "x")]] double twice(double x); // expected-error {{parameter 'x' of type 'double' is given twice; give it once}}
[[grad(1, 0, 1)]] double twiceByIndex(double x, double); // expected-error {{parameter 1 of type 'double' is given twice; give it once}}

[[grad(2)]] double tooLarge(double x, double y); // expected-error {{'tooLarge' has no parameter with index 2; indices go from 0 to 1}}
[[grad(-1)]] double negative(double x, double y); // expected-error {{'negative' has no parameter with index -1; indices go from 0 to 1}}
[[grad(1)]] double oneOnly(double x); // expected-error {{'oneOnly' has no parameter with index 1; the index of its only parameter is 0}}
[[grad(0)]] double none(); // expected-error {{'none' has no parameter with index 0; it has no parameters}}
[[grad(18446744073709551615u)]] double huge(double x); // expected-error {{'huge' has no parameter with index 18446744073709551615; the index of its only parameter is 0}}

[[grad("x", 1)]] double mixed(double x, double y); // expected-error {{'grad' is given names and indices; give either names or indices}}
[[grad(0, "y")]] double mixedToo(double x, double y); // expected-error {{'grad' is given names and indices; give either names or indices}}

int atRunTime = 0;
[[grad(x)]] double unquoted(double x); // expected-error {{'grad' takes the names of parameters in quotes; write "x"}}
[[grad(0.5)]] double real(double x); // expected-error {{'grad' takes the names of parameters in quotes or their indices, which are integer constants}}
[[grad(true)]] double boolean(double x); // expected-error {{'grad' takes the names of parameters in quotes or their indices, which are integer constants}}
[[grad(+atRunTime)]] double variable(double x); // expected-error {{'grad' takes the names of parameters in quotes or their indices, which are integer constants}}

[[grad("n")]] double integer(double x, int n); // expected-error {{parameter 'n' of type 'int' holds nothing to differentiate; leave it out}} expected-note {{the parameter is declared here}}
struct Grid { int rows, columns; };
[[grad(1, 0)]] double record(double x, const Grid &g); // expected-error {{parameter 'g' of type 'const Grid &' holds nothing to differentiate; leave it out}} expected-note {{the parameter is declared here}}
[[grad(0)]] double callback(double (*)(double)); // expected-error {{parameter 0 of type 'double (*)(double)' holds nothing to differentiate; leave it out}} expected-note {{the parameter is declared here}}

[[grad]] double onlyIntegers(int n, const long *k, char c, void *p, const Grid &g, bool b); // expected-error {{'onlyIntegers' has no parameter that holds anything to differentiate; remove 'grad'}}
[[grad]] double noParameters(); // expected-error {{'noParameters' has no parameter that holds anything to differentiate; remove 'grad'}}

struct Later;
[[grad]] double incomplete(const Later &s, double x); // expected-error {{whether parameter 's' of type 'const Later &' holds anything to differentiate is not known, since its class is not defined here; define it first, or name the parameters to differentiate}}
[[grad("x")]] double incompleteButNamed(const Later &s, double x);

// Constant expressions are indices like literals.
constexpr int First = 0;
[[grad((First), First + 1)]] double constants(double x, double y);
[[grad(First)]] double bareConstant(double x); // expected-error {{'grad' takes the names of parameters in quotes or their indices; if 'First' is a constant, write '(First)'}}
