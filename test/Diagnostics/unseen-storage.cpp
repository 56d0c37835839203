// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways by which a real gets from one statement to another that no expression
// shows: static storage of functions, files, functions that were stored before
// or are not seen, text, bits. What comes out at the other end must not lose
// its derivative without a word.
//
// RUN: %clang_plugin -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

// expected-note@* 0+ {{}}

//===--- Static storage ---------------------------------------------------===//

static std::vector<double> &table() {
  static std::vector<double> t(4); // expected-error {{static local 't' cannot be differentiated; make it a variable at namespace scope}}
  return t;
}
[[grad]] double by_reference(double x) {
  table()[1] = x * x; // expected-error {{this statement may change 'table()::t', which carries a derivative, and cannot be differentiated}}
  return table()[1]; // expected-error {{this statement may change 'table()::t', which carries a derivative}}
}
[[grad]] double by_name(double x) {
  auto &t = table();
  t[1] = x * x; // expected-error {{which carries a derivative, and cannot be differentiated}}
  return table()[1]; // expected-error {{this statement may change 'table()::t', which carries a derivative}}
}
[[grad]] double by_pointer(double x) {
  double *p = &table()[1]; // expected-error {{this statement may change 'table()::t', which carries a derivative}}
  *p = x * x;
  return table()[1]; // expected-error {{this statement may change 'table()::t', which carries a derivative}}
}
static void put(double v) {
  table()[1] = v; // expected-error {{this statement may change 'table()::t', which carries a derivative}}
}
static double get() {
  return table()[1]; // expected-error {{this statement may change 'table()::t', which carries a derivative}}
}
[[grad]] double in_helpers(double x) {
  put(x * x);
  return get();
}
class Only {
  double v = 0;

public:
  void set(double x) { v = x; }
  double at() const { return v; }
  static Only &get() {
    static Only o;
    return o;
  }
};
[[grad]] double singleton(double x) {
  Only::get().set(x * x); // expected-error {{this statement may change 'Only::get()::o', which carries a derivative}}
  return Only::get().at(); // expected-error {{this statement may change 'Only::get()::o', which carries a derivative}}
}
// Two that have nothing to do with each other.
static std::vector<double> &history() {
  static std::vector<double> h;
  return h;
}
[[grad]] double recorded(double x) {
  history().push_back(x);
  return table()[1] * x;
}

// The operator belongs to a base class, which has no pointer itself.
static std::shared_ptr<double> Owned = std::make_shared<double>(0);
[[grad]] double shared_pointer(double x) {
  *Owned = x * x; // expected-error {{this statement may change 'Owned', which carries a derivative}}
  return *Owned; // expected-error {{cannot differentiate this expression}}
}

// Views: what they lead to was said where they were made.
static double Memory[4];
static std::span<double> View(Memory);
[[grad]] double through_a_view(double x) {
  View[1] = x * x; // expected-error {{which carries a derivative, and cannot be differentiated}}
  return Memory[1];
}
class Cell {
  mutable double v = 0;

public:
  void put(double x) const { v = x; }
  double get() const { return v; }
};
static const Cell Constant;
[[grad]] double mutable_member(double x) {
  Constant.put(x * x); // expected-error {{this statement may change 'Constant', which carries a derivative}}
  return Constant.get(); // expected-error {{this statement may change 'Constant', which carries a derivative}}
}

//===--- Functions that are not seen --------------------------------------===//

void keep(double x);
double kept();
[[grad]] double elsewhere(double x) {
  keep(x * x);   // expected-error {{cannot differentiate through 'keep': its body is not visible here}}
  return kept(); // expected-error {{cannot differentiate through 'kept': its body is not visible here}}
}
extern double Shared;
[[grad]] double read_elsewhere(double x) {
  Shared = x * x;
  return kept(); // expected-error {{cannot differentiate through 'kept': its body is not visible here}}
}
[[grad]] double set_elsewhere(double x) {
  keep(x * x); // expected-error {{cannot differentiate through 'keep': its body is not visible here}}
  return Shared;
}
// Nothing comes of it.
[[grad]] double logged(double x) {
  keep(x * x);
  return x * x;
}
// The system's functions know nothing of the program's variables.
[[grad]] double drawn(double x) {
  Shared = x * x;
  double r = std::rand() > 0 ? 1 : 2;
  return Shared * r;
}

static double Held;
static std::function<void(double)> Put = [](double v) { Held = v; };
static std::function<double()> Get = [] { return Held; };
[[grad]] double stored_before(double x) {
  Put(x * x); // expected-error {{which carries a derivative, and cannot be differentiated: 'std::function<void (double)>::operator()' is a member function}}
  return Get(); // expected-error {{which carries a derivative, and cannot be differentiated: 'std::function<double ()>::operator()' is a member function}}
}
[[grad]] double sink_stored_before(double x) {
  Put(x * x); // expected-error {{which carries a derivative, and cannot be differentiated: 'std::function<void (double)>::operator()' is a member function}}
  return Held;
}
[[grad]] double by_file(double x) {
  if (x > 0) {
    std::ofstream out("f"); // expected-error 0+ {{carries a derivative}}
    out << x * x; // expected-error {{this statement may change storage that is not visible here, which carries a derivative, and cannot be differentiated}}
  }
  std::ifstream in("f"); // expected-error 0+ {{carries a derivative}}
  double v = 0;
  in >> v; // expected-error {{this statement may change 'v', which carries a derivative, and cannot be differentiated}}
  return v;
}

//===--- Text -------------------------------------------------------------===//

[[grad]] double as_text(double x) {
  char b[64];
  std::snprintf(b, 64, "%.17g", x * x); // expected-error {{this statement may change 'b', which carries a derivative, and cannot be differentiated: 'snprintf' takes a variable number of arguments; write it with plain arrays, structs and functions}}
  return std::atof(b); // expected-error {{cannot differentiate through 'atof'}}
}
static char Text[64];
[[grad]] double as_global_text(double x) {
  std::snprintf(Text, 64, "%.17g", x * x); // expected-error {{this statement may change 'Text', which carries a derivative}}
  double v = 0;
  std::sscanf(Text, "%lf", &v); // expected-error {{this statement may change 'v', which carries a derivative}}
  return v;
}
[[grad]] double as_string(double x) {
  return std::stod(std::to_string(x * x)); // expected-error {{cannot differentiate this expression}}
}
[[grad]] double only_printed(double x) {
  char b[64];
  std::snprintf(b, 64, "%g", x);
  std::fputs(b, stderr);
  return x * x;
}

//===--- Bits -------------------------------------------------------------===//

[[grad]] double bit_cast(double x) {
  auto n = std::bit_cast<unsigned long>(x * x); // expected-error {{this function of a library cannot be differentiated}}
  return std::bit_cast<double>(n);
}
static unsigned long bits(double x) {
  unsigned long n;
  std::memcpy(&n, &x, 8); // expected-error {{'memcpy' moves reals as bits, which have no derivative; convert the value, or write a rule for a function that does this}}
  return n;
}
static double real(unsigned long n) {
  double x;
  std::memcpy(&x, &n, 8); // expected-error {{'memcpy' moves reals as bits}}
  return x;
}
[[grad]] double by_memcpy(double x) { return real(bits(x * x)); }
// An integer that is one for good.
[[grad]] double exponent(double x) { return (bits(x) >> 52) % 2 ? x * x : x; }
static void copy_bytes(void *to, const void *from, int n) {
  for (int i = 0; i < n; ++i)
    static_cast<char *>(to)[i] = // expected-error {{the storage of a real used as another type cannot be differentiated; copy it as a real}}
        static_cast<const char *>(from)[i];
}
[[grad]] double by_bytes(double x) {
  double y = x * x, z = 0;
  copy_bytes(&z, &y, 8);
  return z;
}
