// Golden lines: tools/update_checks.py BUILD test/Import/text.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// What is copied as the user's text: qualified names, macros expanded, the
// function's variables as operands, and the reason why it was not modelled.

extern "C" int printf(const char *, ...);
extern "C" void abort() noexcept __attribute__((noreturn));
#define assert(c) (static_cast<bool>(c) ? void(0) : abort())
namespace lib {
struct Text {
  Text(const char *);
  ~Text();
  int size() const;
  int grow(int n);
  Text &operator<<(double x);
  double &operator[](int i);
};
void log(const Text &t, double x);
int level;
enum Kind { Info };
void log(Kind k, double *x);
} // namespace lib
using namespace lib;

double prints(double x, int n) {
  printf("%g %d\n", x, n);
  int k = printf("%g\n", x * 2);
  assert(x > 0 && n < level);
  return x + printf("\n");
}
// CHECK-LABEL: func @_Z6printsdi(
// CHECK-NEXT:   pass("printf(\"%g %d\\n\", " (%x) ", " (%n) ")" ";") reads(%x, %n) why "'printf' takes a variable number of arguments";
// CHECK-NEXT:   let int %value;
// CHECK-NEXT:   pass((%value) " = " "printf(\"%g\\n\", " (%x) " * 2)" ";") reads(%x) writes(%value) why "'printf' takes a variable number of arguments";
// CHECK-NEXT:   let int %k = %value;
// CHECK-NEXT:   pass("static_cast<bool>(" (%x) " > 0 && " (%n) " < " (%lib::level) ") ? (void)(0) : abort()" ";") reads(%x, %n, %lib::level);
// CHECK-NEXT:   let int %value.1;
// CHECK-NEXT:   pass((%value.1) " = " "printf(\"\\n\")" ";") writes(%value.1) why "'printf' takes a variable number of arguments";
// CHECK-NEXT:   return %x + implicit<double>(%value.1);
// CHECK-NEXT: }

double objects(double x, int n) {
  Text t("name");
  Text u = "other";
  t << x << 2;
  t[n] = x;
  log(t, x);
  log(Info, &x);
  n = t.size() + t.grow(n++);
  return t[n] * x;
}
// CHECK-LABEL: func @_Z7objectsdi(
// CHECK-NEXT:   let opaque "lib::Text" fixed %t = verbatim<opaque "lib::Text" fixed>("lib::Text" "(" "\"name\"" ")") why "'lib::Text' is not trivially copyable";
// CHECK-NEXT:   pass("(void)" (%t) ";") reads(%t, %"<unseen>") writes(%t, %"<unseen>") why "'lib::Text' is not trivially copyable";
// CHECK-NEXT:   let opaque "lib::Text" fixed %u = verbatim<opaque "lib::Text" fixed>("\"other\"") why "'lib::Text' is not trivially copyable";
// CHECK-NEXT:   pass("(void)" (%u) ";") reads(%u, %"<unseen>") writes(%u, %"<unseen>") why "'lib::Text' is not trivially copyable";
// CHECK-NEXT:   pass((%t) " << " (%x) " << 2" ";") reads(%t, %x, %"<unseen>") writes(%t, %"<unseen>") why "'lib::Text::operator<<' is a member function, and 'lib::Text' is not trivially copyable";
// CHECK-NEXT:   pass((%t) "[" (%n) "] = " (%x) ";") reads(%t, %n, %x, %"<unseen>") writes(%t, %"<unseen>") why "'lib::Text::operator[]' is a member function, and 'lib::Text' is not trivially copyable";
// CHECK-NEXT:   call @_ZN3lib3logERKNS_4TextEd(%t, %x);
// CHECK-NEXT:   call @_ZN3lib3logENS_4KindEPd(%lib::Info, &%x);
// CHECK-NEXT:   let int %value;
// CHECK-NEXT:   pass((%value) " = " (%t) ".size()" ";") reads(%t, %"<unseen>") writes(%"<unseen>", %value) why "'lib::Text::size' is a member function, and 'lib::Text' is not trivially copyable";
// CHECK-NEXT:   let int %value.1;
// CHECK-NEXT:   pass((%value.1) " = " (%t) ".grow(" (%n) "++)" ";") reads(%t, %n, %"<unseen>") writes(%t, %n, %"<unseen>", %value.1) why "'lib::Text::grow' is a member function, and 'lib::Text' is not trivially copyable";
// CHECK-NEXT:   %n = %value + %value.1;
// CHECK-NEXT:   let double %value.2;
// CHECK-NEXT:   pass((%value.2) " = " (%t) "[" (%n) "]" ";") reads(%t, %n, %"<unseen>") writes(%t, %n, %"<unseen>", %value.2) why "'lib::Text::operator[]' is a member function, and 'lib::Text' is not trivially copyable";
// CHECK-NEXT:   let double %value.3 = %value.2 * %x;
// CHECK-NEXT:   pass("(void)0; // ~u") reads(%"<unseen>") writes(%"<unseen>") why "the destructor of 'u' may do it";
// CHECK-NEXT:   pass("(void)0; // ~t") reads(%n, %"<unseen>") writes(%n, %"<unseen>") why "the destructor of 't' may do it";
// CHECK-NEXT:   return %value.3;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_ZN3lib3logERKNS_4TextEd(const opaque "lib::Text" fixed& %t, double %x) -> void named "log" in "lib";
// CHECK-EMPTY:
// CHECK-NEXT: func @_ZN3lib3logENS_4KindEPd(u32 "lib::Kind" %k, double* %x) -> void named "log" in "lib";

double pointer(double (*f)(double), double x) { return f(x) + (*f)(x); }
// CHECK-LABEL: func @_Z7pointerPFddEd(
// CHECK-NEXT:   call double %result = @"call double (*)(double)"(%f, %x);
// CHECK-NEXT:   call double %result.1 = @"call double (*)(double)"(%f, %x);
// CHECK-NEXT:   return %result + %result.1;
// CHECK-NEXT: }

double (*chosen(bool c))(double);
double indirect(double x) {
  double (*f)(double) = chosen(true);
  return f(x);
}
// CHECK-LABEL: func @_Z8indirectd(
// CHECK-NEXT:   call function "double (*)(double)" %f = @_Z6chosenb(true);
// CHECK-NEXT:   call double %result = @"call double (*)(double)"(%f, %x);
// CHECK-NEXT:   return %result;
// CHECK-NEXT: }

double throws(double x) {
  if (x < 0)
    throw "negative";
  return x;
}
// CHECK-LABEL: func @_Z6throwsd(
// CHECK-NEXT:   if (%x < implicit<double>(0)) {
// CHECK-NEXT:     pass("throw \"negative\"" ";");
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

const char *where() { return __func__; }
// CHECK-LABEL: func @_Z5wherev(
// CHECK-NEXT:   return verbatim<const i8 "char"*>("\"where\"");
// CHECK-NEXT: }

long address(double *p) { return (long)p; }
// CHECK-LABEL: func @_Z7addressPd(
// CHECK-NEXT:   return verbatim<long>("(long)" (%p)) why "pointers and integers are converted into each other";
// CHECK-NEXT: }

typedef unsigned long size;
int casts(double x) { return printf("%lu", size(x)); }
// CHECK-LABEL: func @_Z5castsd(
// CHECK-NEXT:   let int %value;
// CHECK-NEXT:   pass((%value) " = " "printf(\"%lu\", (unsigned long)(" (%x) "))" ";") reads(%x) writes(%value) why "'printf' takes a variable number of arguments";
// CHECK-NEXT:   return %value;
// CHECK-NEXT: }

constexpr double half(double x) { return x / 2; }
// CHECK-LABEL: func @_Z4halfd(
// CHECK-NEXT:   return %x / implicit<double>(2);
// CHECK-NEXT: }

double folded(double x) { return half(3) * x + __builtin_inf(); }
// CHECK-LABEL: func @_Z6foldedd(
// CHECK-NEXT:   return verbatim<double>("half(3)") * %x + verbatim<double>("__builtin_inf()");
// CHECK-NEXT: }

double hint(double x) {
  if (__builtin_expect(x < 0, 0))
    __builtin_unreachable();
  return x;
}
// CHECK-LABEL: func @_Z4hintd(
// CHECK-NEXT:   if (implicit<bool>(implicit<long>(%x < implicit<double>(0)))) {
// CHECK-NEXT:     pass("__builtin_unreachable()" ";");
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }
