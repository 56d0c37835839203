// RUN: %nabla-import-dump %s | FileCheck %s
//
// What can't even be copied is refused, all of it, where it stands.

double assembly(double x) {
// CHECK: {{^}}[[@LINE+1]]:3: error: inline assembly cannot be differentiated; move it into a function of its own
  asm("nop");
// CHECK: {{^}}[[@LINE+1]]:3: error: inline assembly cannot be differentiated; move it into a function of its own
  asm("nop");
  return x;
}
double tries(double x) {
// CHECK: {{^}}[[@LINE+1]]:3: error: a 'try' block cannot be differentiated; catch where the derivative is called, or move it into a function of its own
  try {
    return x;
  } catch (...) {
  }
  return 0;
}
double lambda(double x) {
// CHECK: {{^}}[[@LINE+1]]:12: error: a lambda cannot be differentiated; make it a function at namespace scope
  auto f = [](double y) { return y * y; };
  return f(x);
}
double classes(double x) {
// CHECK: {{^}}[[@LINE+1]]:10: error: class 'Local', declared inside of the function, cannot be differentiated; declare it at namespace scope
  struct Local {
    double v;
  } l{x};
  return l.v;
}
double statics(double x) {
// CHECK: {{^}}[[@LINE+1]]:14: error: static local 'calls' cannot be differentiated; make it a variable at namespace scope
  static int calls = 0;
// CHECK: {{^}}[[@LINE+1]]:17: error: static local 'last' cannot be differentiated; make it a variable at namespace scope
  static double last = x;
  return x + ++calls;
}
double vla(int n, double x) {
// CHECK: {{^}}[[@LINE+1]]:10: error: 'a', a variable-length array, cannot be differentiated; use 'new', or an array of fixed size
  double a[n];
  a[0] = x;
  return a[0];
}
union Bits {
  double real;
  unsigned long bits;
};
double overlay(double x) {
// CHECK: {{^}}[[@LINE+1]]:8: error: 'b', a union that holds a real, cannot be differentiated; keep it in a function of its own
  Bits b;
// CHECK: {{^}}[[@LINE+1]]:5: error: 'real', a member of a union that holds a real, cannot be differentiated; use a struct, and std::memcpy in a function of its own for bits
  b.real = x;
// CHECK: {{^}}[[@LINE+1]]:5: error: 'bits', a member of a union that holds a real, cannot be differentiated; use a struct, and std::memcpy in a function of its own for bits
  b.bits ^= 1;
// CHECK: {{^}}[[@LINE+1]]:12: error: 'real', a member of a union that holds a real, cannot be differentiated; use a struct, and std::memcpy in a function of its own for bits
  return b.real;
}
double reinterpreted(double x) {
// CHECK: {{^}}[[@LINE+1]]:13: error: the storage of a real used as another type cannot be differentiated; convert the value, or use std::memcpy in a function of its own
  long n = *(long *)&x;
// CHECK: {{^}}[[@LINE+1]]:13: error: the storage of a real used as another type cannot be differentiated; convert the value, or use std::memcpy in a function of its own
  long &r = reinterpret_cast<long &>(x);
// CHECK: {{^}}[[@LINE+1]]:26: error: the storage of a real used as another type cannot be differentiated; convert the value, or use std::memcpy in a function of its own
  unsigned char *bytes = (unsigned char *)&x;
// CHECK: {{^}}[[@LINE+1]]:11: error: the storage of a real used as another type cannot be differentiated; convert the value, or use std::memcpy in a function of its own
  return *(double *)&n;
}
// CHECK: {{^}}[[@LINE+1]]:34: error: 'v', volatile, cannot be differentiated; remove 'volatile'
double volatiles(volatile double v, double x) {
// CHECK: {{^}}[[@LINE+1]]:16: error: 'n', volatile, cannot be differentiated; remove 'volatile'
  volatile int n = 3;
// CHECK: {{^}}[[@LINE+1]]:4: error: a conversion to volatile cannot be differentiated; move it into a function of its own
  *(volatile double *)&x = 1;
  return v + x;
}
volatile double port;
// CHECK: {{^}}[[@LINE+1]]:33: error: 'port', volatile, cannot be differentiated; pass its value as a parameter
double ports(double x) { return port * x; }
_Atomic(double) shared;
// CHECK: {{^}}[[@LINE+1]]:35: error: 'shared', an atomic object, cannot be differentiated; pass its value as a parameter
double atomics(double x) { return shared + x; }
double computed(double x) {
// CHECK: {{^}}[[@LINE+1]]:18: error: a computed 'goto' cannot be differentiated; use a 'switch'
  void *target = &&end;
// CHECK: {{^}}[[@LINE+1]]:3: error: a computed 'goto' cannot be differentiated; use a 'switch'
  goto *target;
end:
  return x;
}
// CHECK: {{^}}[[@LINE+1]]:38: error: a statement expression cannot be differentiated; move it into a function of its own
double expression(double x) { return ({ double y = x; y * y; }); }
extern "C" int setjmp(void *);
// CHECK: {{^}}[[@LINE+1]]:42: error: 'setjmp' cannot be differentiated; return an error code, or throw an exception
double jumps(double x, void *b) { return setjmp(b) ? 0 : x; }
// CHECK: {{^}}[[@LINE+1]]:8: error: 'variadic' takes a variable number of arguments, which cannot be differentiated; move the computation into an ordinary function
double variadic(int n, ...) {
  __builtin_va_list l;
  return n;
}
struct Class {
  double v;
// CHECK: {{^}}[[@LINE+1]]:10: error: 'Class::method' is a member function, which cannot be differentiated; move the computation into an ordinary function
  double method(double x) & { return v * x; }
};
// CHECK: {{^}}[[@LINE+1]]:8: error: 'moved' takes an rvalue reference, which cannot be differentiated; move the computation into an ordinary function
double moved(double &&x) { return x; }
// The caller of what is refused is not: it only has no body to look into.
double caller(double x) { return assembly(x); }
// CHECK-LABEL: func @_Z6callerd(
// CHECK-NEXT: call double %assembly_result = @_Z8assemblyd(%x);
