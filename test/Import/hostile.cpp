// Every kind of statement and expression that C++ has, thrown in: each is
// modelled, copied or refused, and nothing crashes.
//
// RUN: %nabla-import-dump %s > %t.17
// RUN: FileCheck %s < %t.17
// RUN: %nabla-import-dump -std=c++20 %s > %t.20
// RUN: %nabla-import-dump -std=c++23 %s > %t.23
//
// The tool fails where a function is neither imported nor refused.
// CHECK: func @_Z7userefsd(

#include <initializer_list>
#include <typeinfo>
#include <new>
extern "C" int printf(const char *, ...);
extern "C" void *malloc(unsigned long);

struct Base { virtual ~Base(); virtual double f(double); };
struct Derived : Base { double f(double) override; double v; };
struct Empty {};
struct Bits { unsigned a : 3, b : 5; };
struct HasRef { double &r; };
struct Priv { Priv(double x) : x(x) {} double get() const { return x; } private: double x; };
struct Agg { double a; int b[2]; const char *s; double (*f)(double); Agg *next; };
struct DefThis { double a = 1; double b = a * 2; };
struct Anon { union { int i; unsigned u; }; double d; };
struct Conv { operator double() const; explicit operator bool() const; };
enum { N1 = 3 };
enum struct E8 : signed char { A = -1, B };
template <class... T> double sum(T... t) { return (t + ... + 0.0); }
template <class T> struct Box { T v; static T zero; T get() { return v; } };
template <class T> T Box<T>::zero = T();
namespace { double hidden = 1; }
namespace X { namespace Y { struct S { double v; }; double g(S); } using namespace Y; }
namespace alias = X::Y;
double overload(int); double overload(double);
typedef double Arr[3];
typedef double Fn(double);
thread_local double tls;
static double fn(double x) { return x; }

double polymorph(Base *b, double x) { if (auto *d = dynamic_cast<Derived *>(b)) x += d->v; return b->f(x) + Derived().f(x) + typeid(*b).hash_code(); }
double empties(Empty e, double x) { Empty f = e; Empty g{}; (void)f; return x; }
double bits(Bits b, double x) { b.a = 3; b.b += 1; return b.a * x; }
double refs(double x) { HasRef h{x}; h.r = 2; return x; }
double privs(double x) { Priv p(x); Priv q = p; return p.get() + q.get() + Priv(x).get(); }
double aggs(double x) { Agg a{x, {1}, "s", fn, nullptr}; a.next = &a; a.next->next->a = 3; Agg b = a; a.b[1]++; return a.f(x) + b.a + a.next->b[0]; }
double dthis(double x) { DefThis d; DefThis e{x}; return d.b + e.b; }
double anons(double x) { Anon a{{3}, x}; a.i = 2; return a.d + a.u; }
double convs(Conv c, double x) { if (c) return c; return c * x + double(c); }
double enums(E8 e, double x) { switch (e) { case E8::A: return x; case E8::B: break; } return N1 * x + int(e); }
double packs(double x) { return sum(x, 1, 2.0f) + sum(); }
double boxes(double x) { Box<double> b{x}; Box<Box<float>> bb{{1}}; return b.get() + Box<double>::zero + bb.v.v; }
double hid(double x) { return hidden * x + tls; }
double ns(X::S s, alias::S t) { using alias::g; return g(s) + X::Y::g(t) + s.v; }
double arr(Arr a, Arr &b, Arr *c, Fn f, Fn *g, Fn &h, double x) { return a[0] + b[1] + (*c)[2] + f(x) + g(x) + h(x); }
double lits(double x) { return x + 0x1p3 + 1e-400L + 'x' + L'x' + u8'a' + u'b' + U'c' + 0b11 + 07 + 1'0 + true + 1.f + 1u + 1ull; }
double strs(double x) { const char *a = "a" "b\n\"\\"; const wchar_t *w = L"w"; const char *r = R"(raw " )"; char b[] = {'a', 0}; char c[5] = "ab"; return x + a[0] + w[0] + r[1] + b[0] + c[1] + sizeof("abc") + *"xyz" + "abc"[1]; }
double casts(double x, int n, const double *p, void *v) { const_cast<double *>(p)[0] = 1; return (float)x + static_cast<int>(x) + int(x) + (double)(long)(char)n + (bool)n + *(double *)v + *static_cast<double *>(v) + (n ? 1 : 2.0) + (void(n), 3); }
double ptrs(double *p, double **q, double (*m)[4], int n) { double *e = p + n, *z{}; p[-1] = *--e; q[n][1] = m[1][2]; ++*p; (*p)++; -- * q; *q++; *(q[0] + 1) += 2; return e - p + (p < e) + (p != nullptr) + !p + (z == 0) + *&*p + (&p[3])[-1] + 2[p]; }
int ints(int a, unsigned b, long c, short d, signed char e, bool f, unsigned long g) { a = ~a ^ b & c | d << 3 >> e; a %= 7; b <<= 1; b >>= a; c |= d; c &= ~e; c ^= 1; d *= 2; e /= 2; f = f || a; f &= g; return a++ + --b - c-- * -d / +e % 3 + !f + (a, b) + (a > b ? c : d) + (a == b) + (c <= d); }
double assigns(double a, double b, double c, int i, double *p) { a = b = c; a += b -= c *= 2; (a = 3) += 1; a = (b = 2) * (c = 3); i = a = 2.5; p[i] = p[i = 2]; p[i++] = i; p[i] = i++; *p++ = *p; (i ? a : b) = 4; (a, b) = 5; ((a)) = ((6)); if ((a = b)) c = 1; while ((i -= 1)) ; a = -(b = 2); a = a++ + ++a; return a ? b : c; }
double flows(int n, double x) { for (;;) { if (n-- < 0) break; if (n & 1) continue; do { x += 1; if (x > 5) break; else continue; } while (0); while (1) { switch (n) { case 1: break; case 2: continue; default: goto out; } break; } } out: if (n) ; else ; {} ; ; { { x = 1; } } return x; }
double sw(int n, double x) { switch (n) { } switch (n) { default: ; } switch (n) case 3: return 1; switch (n) { x = 9; int y; case 1: { case_block: x = 2; } case 2: y = 3; x += y; break; case 3 ... 5: case 7: default: x = 4; { int z = 3; x += z; } [[fallthrough]]; case 9: for (int i = 0; i < 3; ++i) if (i) break; } return x; }
double init(double x, int n) { int a[] = {1, 2, 3}, b[2][2] = {1, 2, 3}, c[4]{}, d[3] = {n++, n++, n++}; double e[2] = {x}, f{x}, g = {x}, h(x), i{}; Agg s = {.a = x, .b = {1, 2}}; Agg t[2] = {{x}, {2}}; auto u = x; auto *v = &x; auto &w = x; const auto &y = x * 2; double (&z)[2] = e; return a[0] + b[1][0] + c[3] + d[2] + e[1] + f + g + h + i + s.a + t[1].a + u + *v + w + y + z[0] + Agg{x}.a + (Agg{x, {3}}).b[0]; }
double news(double x) { double *p = new double(x), *q = new double[3]{1, 2}, *r = new (p) double; delete p; delete[] q; Agg *a = new Agg{x}; double s = a->a; delete a; return s + *r; }
double thrown(double x) { x < 0 ? throw 1 : 0; double y = x > 1 ? x : throw "big"; return y ? y : throw Empty{}; }
double evals(double x, int n) { return sizeof x + sizeof(int[3]) + alignof(double) + noexcept(x + 1) + sizeof(n++) + __builtin_offsetof(Agg, b) + __is_trivial(Agg) + __builtin_constant_p(n) + __LINE__ + __builtin_LINE() + __builtin_strlen("abc"); }
double ilist(double x) { auto l = {1.0, x}; double s = 0; for (double d : {x, 2.0}) s += d; return s + l.size(); }
double over(int n, double x) { return overload(n) + overload(x) + ((double (*)(int))overload == nullptr); }
double vararg(double x) { return printf("%f %s %c", x, __func__, 'c') + printf("%p", (void *)&x); }
double gnu(double x, int n) { return (n ?: 3) + __extension__ 3 + __builtin_choose_expr(1, x, n) + _Generic(x, double: 1, default: 2) + __builtin_bit_cast(int, n); }
double cplx(double x) { _Complex double z = x; __real__ z = 2; double c = __imag__ z; return c + __real__ (z * z); }
typedef float v4 __attribute__((vector_size(16)));
double simd(double x, v4 v) { v = v * v; v[1] = 2; return x + v[0] + (v > v)[0]; }
double memptr(double x) { double Agg::*m = &Agg::a; Agg a{x}; return a.*m + (&a)->*m; }
double mth(double x) { double (Priv::*m)() const = &Priv::get; Priv p(x); return (p.*m)(); }
double bind(double x) { Agg a{x}; auto [p, q, r, s, t] = a; auto &[u, v, w, y, z] = a; int c[2] = {1, 2}; auto [d, e] = c; const auto &[g, h] = c; u = 3; return p + v[0] + d + h; }
double lvals(double x, int n) { double y = 1; double &r = n ? x : y; r = 2; double &q = (x = 3); ++q; double &&t = 4.0; double &&u = static_cast<double &&>(x); u = 5; const double &k = n; int &i = n; i++; return r + q + t + u + k; }
bool b(bool a, bool c) { return a && c || !a && (c = true, a) || (a = false); }
double i128(__int128 a, double x) { return a * x + (unsigned __int128)1; }
double halfs(_Float16 h, __float128 q, double x) { return h * x + (double)q; }
void voids(double *p) { return (void)0; }
void voids2(double x) { x; (void)x; 0; (void)(x + 1), x; static_cast<void>(x); }
double consts(double x) { constexpr double a = 2; const int n = 3; double arr[n] = {}; enum { L = 4 }; enum class M { P, Q } m = M::P; typedef double T; using U = T; T t = L; U u = x; static_assert(n == 3); extern double hidden_ext; if (m == M::Q) t = 1; return a * t + u + arr[n - 1]; }
double loc(double x) { struct S { double v; double g() { return v; } } s{x}; auto l = [x, &s](double y) mutable { return x + y + s.v; }; return l(1) + s.g(); }
double stat(double x) { static const double t[2] = {1, 2}; static double u; static const int n = 2; static constexpr char name[] = "n"; thread_local double v = 1; return t[0] * x + u + n + name[0] + v; }
double asmb(double x) { asm volatile("" : "+m"(x)); __asm__("nop"); return x; }
double trys(double x) try { return x; } catch (...) { return 0; }
double trys2(double x) { try { throw 1; } catch (int i) { x = i; } catch (const Base &) { throw; } return x; }
double labels(double x) { a: x += 1; if (x < 3) goto a; { b: x += 1; if (x < 5) goto b; goto c; } c: return x; }
double atom(double x) { int a = 0; __atomic_fetch_add(&a, 1, 0); __sync_fetch_and_add(&a, 1); return x + a; }
double vla(int n) { double a[n]; return sizeof(a) + a[0]; }
double se(double x) { return ({ double y = x; y + 1; }); }
double blockscope(double x) { if (double y = x; y > 0) return y; else if (int z = int(y)) return z; for (double w = 1; double v = w - x; w *= 2) x = v; while (double q = x) x = q - 1; switch (int k = int(x); k) { case 0: return k; } return x; }
double unionz(double x) { union { int i; char c[4]; } u; u.i = 3; return x + u.c[0]; }
double deep(double x) { return ((((((((((((((((((((x)))))))))))))))))))) + -(-(-(-x))) + !!!!x; }
double recur(double x) { return x > 1 ? recur(x / 2) + recur(x / 3) : x; }
auto ret(double x) { return Agg{x}; }
double useret(double x) { return ret(x).a + ret(x).b[1]; }
double &refret(double *p) { return *p; }
const double &cref(const double &x) { return x; }
double userefs(double x) { refret(&x) = 3; refret(&x)++; return cref(x) + cref(x * 2) + refret(&x); }
