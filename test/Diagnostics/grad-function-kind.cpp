// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that cannot be differentiated, or not yet, for what they are.
//
// RUN: %clang_plugin -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

#include <coroutine>

[[grad]] int main(int, char **) { return 0; } // expected-error {{'main' is the program's entry and cannot be differentiated; mark a function that it calls}}

[[grad]] double variadic(double x, ...); // expected-error {{'variadic' takes variable arguments ('...') and cannot be differentiated; mark a function with a fixed list of parameters}}

struct Number { double value; };
[[grad]] double operator+(Number a, Number b); // expected-error {{'operator+' is an operator, whose derivative would have no name; call a named function and mark that}}
[[grad]] double operator""_squared(long double x); // expected-error {{is an operator, whose derivative would have no name; call a named function and mark that}}

[[grad]] auto deduced(double x) { return x * x; } // expected-error {{'deduced' has a deduced result type; write the type}}
[[grad]] auto trailing(double x) -> double;

[[grad]] consteval double compileTime(double x) { return x * x; } // expected-error {{'compileTime' is consteval, so nothing is left to differentiate at run time; make it constexpr}}

[[grad]] double temporary(Number &&n); // expected-error {{'temporary' has the rvalue reference parameter 'n', which is not yet supported; take it by value or by reference}}

template <class T> [[grad]] T square(T x) { return x * x; } // expected-error {{'square' is a function template, which is not yet supported; mark a function that calls it}}
[[grad]] double abbreviated(auto x) { return x * x; } // expected-error {{'abbreviated' is a function template, which is not yet supported; mark a function that calls it}}
template <class T> T cube(T x);
template <> [[grad]] double cube(double x) { return x * x * x; } // expected-error {{'cube' is a function template, which is not yet supported; mark a function that calls it}}

struct Model {
  double rate;
  [[grad]] Model(double x); // expected-error {{'Model' is a constructor, which is not yet supported; call a function at namespace scope and mark that}}
  [[grad]] ~Model(); // expected-error {{'~Model' is a destructor, which is not yet supported; call a function at namespace scope and mark that}}
  [[grad]] double predict(double x) const { return rate * x; } // expected-error {{'predict' is a member function, which is not yet supported; call a function at namespace scope and mark that}}
  [[grad]] static double scale(double x) { return 2 * x; } // expected-error {{'scale' is a member function, which is not yet supported; call a function at namespace scope and mark that}}
  [[grad]] double operator()(double x) const; // expected-error {{'operator()' is a member function, which is not yet supported; call a function at namespace scope and mark that}}
};

template <class T> struct Generic {
  [[grad]] friend double definedInTemplate(double x) { return x; } // expected-error {{'definedInTemplate' is inside a template, which is not yet supported; mark a function outside of it}}
  [[grad]] T apply(T x) { return x; } // expected-error {{'apply' is inside a template, which is not yet supported; mark a function outside of it}}
};

void local() {
  [[grad]] double inner(double x); // expected-error {{'inner' is declared inside a function; mark its declaration at namespace scope}}
}

[[grad]] double removed(double x) = delete; // expected-error {{'removed' is deleted, so it has no derivative; remove 'grad'}}

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
[[grad]] Task coroutine(double *x) { // expected-error {{'coroutine' is a coroutine, which cannot be differentiated; move the computation to a plain function and mark that}}
  *x *= *x;
  co_return;
}
