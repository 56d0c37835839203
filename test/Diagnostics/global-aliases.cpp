// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Globals that other globals lead to: what is written by one name is read by
// the other. A global pointer or reference has no shadow.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

static double cell;
static double &ref = cell;
[[grad]] double byReference(double x) {
  ref = x * x; // expected-error {{global variable 'ref' carries a derivative here, and has no shadow}}
  return cell * 3 + x;
}
[[grad]] double readByReference(double x) {
  cell = x * x;
  return ref * 3 + x; // expected-error {{global variable 'ref' carries a derivative here}}
}

static double target;
double *pointer = &target;
[[grad]] double byPointer(double x) {
  target = x * x;
  return *pointer * 3 + x; // expected-error {{global variable 'pointer' carries a derivative here}}
}

// Set where the function does not see it.
static double late;
static double *set;
void prepare() { set = &late; }
[[grad]] double setLater(double x) {
  *set = x; // expected-error {{global variable 'set' carries a derivative here}}
  return late * x;
}

static double buffer[4];
static const struct {
  double *data;
  int size;
} view = {buffer, 4};
[[grad]] double byRecord(double x) {
  view.data[1] = x; // expected-error {{global variable 'view' carries a derivative here}}
  return buffer[1] * x;
}

static double one, two;
static double *const table[2] = {&one, &two};
[[grad]] double byTable(double x, int k) {
  *table[k] = x; // expected-error {{global variable 'table' carries a derivative here}}
  return one + two * x;
}

static double shared;
static void *untyped = &shared;
[[grad]] double byUntyped(double x) {
  shared = x;
  return *(double *)untyped * x; // expected-error {{cannot follow a derivative through a pointer that is converted to another type}}
}

// In callees that stay calls.
static double kept;
static double &name = kept;
[[gnu::noinline]] static void keep(double x) {
  name = x * x; // expected-error {{global variable 'name' carries a derivative here}}
}
[[grad]] double byCallee(double x) {
  // expected-error@+2 {{global variable 'name' carries a derivative here}}
  // expected-note@+1 {{while differentiating this call of 'keep'}}
  keep(x);
  return kept * x;
}

// What nothing leads to is itself alone, whatever pointers there are.
static double sum;
static double *weights;
[[grad]] double weighted(double x, int n) {
  sum = 0;
  for (int i = 0; i < n; ++i)
    sum += weights[i] * x;
  return sum;
}
