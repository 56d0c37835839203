# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Snippets for hostile programs: storage under several names and types, and
text that the compiler must not look through."""

from .snippet import KEEP, S

TIMES, SQUARE = "hx = hx * hy;", "hx = hx * hx;"
PAIR = "struct Pair2 {{ double x, y; }};"

STORAGE = [
    # Unions.
    S("union by reference", "Bits u; double &r = u.d; r = hx; u.n ^= 0; hx = u.d * "
      "hy;", TIMES, "union Bits {{ double d; unsigned long long n; }};", ""),
    S("union as a parameter", "Bits2 u; u.d = hx; hx = look(u) * hy;", TIMES,
      "union Bits2 {{ double d; unsigned long long n; }}; static double look(Bits2 "
      "u) {{ return u.d; }}", ""),
    S("union in an array", "{ union { double d; float f; } u[2]; u[0].d = hx; u[1] "
      "= u[0]; hx = u[1].d * hy; }", TIMES),
    S("union with a struct", "Overlay o; o.p.x = hx; o.p.y = hy; hx = o.v[0] * "
      "o.v[1];", TIMES, PAIR + " union Overlay {{ Pair2 p; double v[2]; }};", ""),
    S("global union", "Over.d = hx; hx = Over.d * hy;", TIMES,
      "static union {{ double d; long n; }} Over;", ""),
    # Bytes and casts.
    S("struct walked as an array", "{ Pair2 p[2] = {{1, 2}, {3, 4}}; double *q = "
      "&p[0].x; q[2] = hx; hx = p[1].x * hy; }", TIMES, PAIR, ""),
    S("struct cast to an array", "{ Pair2 p = {1, 2}; double *q = "
      "reinterpret_cast<double *>(&p); q[1] = hx; hx = p.y * hy; }", TIMES, PAIR, ""),
    S("array cast to a struct", "{ double a[2] = {1, 2}; ((Pair2 *)a)->y = hx; hx = "
      "a[1] * hy; }", TIMES, PAIR, ""),
    S("matrix walked as an array", "{ double m[2][2] = {}; double *q = &m[0][0]; for "
      "(int i = 0; i < 4; ++i) q[i] = hx; hx = m[1][0] * hy; }", TIMES),
    S("array cast to rows", "{ double a[4] = {}; double (*m)[2] = (double (*)[2])a; "
      "m[1][0] = hx; hx = a[2] * hy; }", TIMES),
    S("memcpy of a struct to an array", "{ Pair2 p = {hx, hy}; double a[2]; "
      "std::memcpy(a, &p, sizeof a); hx = a[0] * a[1]; }", TIMES, PAIR, ""),
    S("memcpy of pointers", "{ double *p = &hx, *q; std::memcpy(&q, &p, sizeof p); *q "
      "*= hy; }", TIMES),
    S("memcpy of a struct with a pointer", "{ Holds p = {&hx, 2}, q; std::memcpy(&q, "
      "&p, sizeof p); *q.at *= hy; }", TIMES, "struct Holds {{ double *at; int n; }};",
      ""),
    S("builtin memcpy", "{ double a[2] = {hx, hy}, b[2]; __builtin_memcpy(b, a, 16); "
      "hx = b[0] * b[1]; }", TIMES),
    S("bytes one by one", "{ double a = hx; unsigned char *from = (unsigned char "
      "*)&a, *to = (unsigned char *)&hx; hx = 0; for (int i = 0; i < 8; ++i) to[i] = "
      "from[i]; hx *= hy; }", TIMES),
    S("bytes copied by std::copy", "{ double a = hx; hx = 0; std::copy((char *)&a, "
      "(char *)&a + 8, (char *)&hx); hx *= hy; }", TIMES),
    S("pointer in an integer", "{ auto n = reinterpret_cast<std::uintptr_t>(&hx); "
      "*reinterpret_cast<double *>(n) *= hy; }", TIMES),
    S("bits of another precision", "{ float f = 1; *(unsigned *)&f ^= 0; hx = hx * f "
      "* hy; }", TIMES),
    S("callback with void pointer", "call_back(scale_by_two, &hx); hx *= hy;",
      "hx *= 2.0 * hy;", "static void scale_by_two(void *to) {{ *(double *)to *= 2; }} "
      "static void call_back(void (*f)(void *), void *to) {{ f(to); }}", ""),
    S("context in a struct", "Context c = {hx, hy}; visit(each, &c); hx = c.sum;",
      "hx = hx + hy;", "struct Context {{ double sum, by; }}; static void each(void "
      "*c) {{ ((Context *)c)->sum += ((Context *)c)->by; }} static void visit(void "
      "(*f)(void *), void *c) {{ f(c); }}", ""),
    S("malloc of bytes", "{ char *room = (char *)std::malloc(32); double *p = "
      "(double *)(room + 16); *p = hx; hx = *(double *)(room + 16) * hy; "
      "std::free(room); }", TIMES),
    S("const cast away", "{ const double *p = &hx; *(double *)p *= hy; }", TIMES),
    # What the compiler must not look through.
    S("volatile pointer", "*(volatile double *)&hx *= hy;", TIMES),
    S("volatile field", "{ struct { volatile double v; } s; s.v = hx; hx = s.v * hy; "
      "}", TIMES),
    S("volatile array", "{ volatile double v[2] = {1, 2}; v[1] = hx; hx = v[1] * hy; "
      "}", TIMES),
    S("volatile global", "Seen = hx; hx = Seen * hy;", TIMES,
      "static volatile double Seen;", ""),
    S("volatile loop counter", "for (volatile int i = 0; i < 2; ++i) hx *= hy;",
      "hx = hx * hy * hy;"),
    S("asm that multiplies", 'asm("mulsd %1, %0" : "+x"(hx) : "x"(hy));', TIMES),
    S("asm with memory", 'asm volatile("" : "+m"(hx)); hx *= hy;', TIMES),
    S("asm with an integer", 'int n = 2; asm("" : "+r"(n)); hx *= n;', "hx *= 2;"),
    S("asm goto", 'asm goto("" : : : : there2); hx *= hy; there2:;', TIMES),
    S("atomic integer", "std::atomic<int> n(2); n.fetch_add(1); hx *= n.load();",
      "hx *= 3;"),
    S("atomic of a global", "Shared.store(hx); hx = Shared.load() * hy;", TIMES,
      "static std::atomic<double> Shared;", ""),
    S("atomic load of a real", "{ double v; __atomic_load(&hx, &v, 5); v *= hy; "
      "__atomic_store(&hx, &v, 5); }", TIMES),
    S("compare and swap of bits", "{ double w = hx * hy; unsigned long long n; "
      "std::memcpy(&n, &w, 8); __sync_lock_test_and_set((unsigned long long *)&hx, "
      "n); }", TIMES),
    # Who lives how long.
    S("static counter", "static int calls = 0; ++calls; hx = hx * (calls > 0) * hy;",
      TIMES),
    S("static array", "static {d} kept[2]; kept[1] = hx; hx = kept[1] * hy;"),
    S("static of a callee", "hx = remember(hx) * hy;", "hx = hx * 2.0 * hy;",
      "static double remember(double x) {{ static double last = 0; last = x; return "
      "last + x; }}", ""),
    S("static table", "static const {d} table[3] = {0.5, 1.5, 2.5}; hx = hx * "
      "table[hn] + table[2];"),
    S("static pointer", "static double *where; where = &hx; *where *= hy;", TIMES),
    S("static reference", "static const double &two = 2.0; hx = hx * two;",
      "hx = hx * 2.0;"),
    S("thread_local of a callee", "hx = mine(hx) * hy;", TIMES,
      "static double mine(double x) {{ static thread_local double last; last = x; "
      "return last; }}", ""),
    S("thread_local array", "Lanes[1] = hx; hx = Lanes[1] * hy;", TIMES,
      "static thread_local double Lanes[4];", ""),
    S("global struct", "Config.scale = hx; hx = Config.scale * hy + Config.n;",
      "hx = hx * hy + 2;", "static struct {{ double scale; int n; }} Config = {{1, "
      "2}};", ""),
    S("global array of structs", "Many[1].x = hx; hx = Many[1].x * hy;", TIMES,
      PAIR + " static Pair2 Many[2];", ""),
    S("global pointer moved", "Cursor = &hx; Cursor[0] *= hy; Cursor = nullptr;",
      TIMES, "static double *Cursor;", ""),
    # Bit-fields.
    S("bit-field that wraps", "struct { unsigned n : 2; } b = {3}; ++b.n; hx = hx * "
      "(b.n + 1) * hy;", TIMES),
    S("bit-field of an argument", "Flags f = {1, 2}; hx = weigh(f, hx);",
      "hx = hx * 3;", "struct Flags {{ int a : 4; int b : 4; }}; static double "
      "weigh(Flags f, double x) {{ return x * (f.a + f.b); }}", ""),
    S("bit-fields in a loop", "{ Mixed2 m[3] = {}; for (int i = 0; i < 3; ++i) { "
      "m[i].v = hx; m[i].k = i; } hx = 0; for (int i = 0; i < 3; ++i) hx += m[i].v * "
      "m[i].k; }", "hx = hx * 3;", "struct Mixed2 {{ double v; unsigned k : 3; }};",
      ""),
    # Sizes known when it runs.
    S("vla of two dimensions", "{ int n = hn + 1; {d} w[n][2]; for (int i = 0; i < n; "
      "++i) w[i][1] = hx * i; hx = w[n - 1][1] * hy; }"),
    S("vla as a parameter", "{ double a[3] = {hx, hy, 1}; hx = total(3, a); }",
      "hx = hx + hy + 1;", "static double total(int n, double a[]) {{ double w[n], s "
      "= 0; for (int i = 0; i < n; ++i) w[i] = a[i]; for (int i = 0; i < n; ++i) s += "
      "w[i]; return s; }}", ""),
    S("vla in a loop", "for (int n = 1; n < 4; ++n) { {d} w[n]; for (int i = 0; i < "
      "n; ++i) w[i] = hx * (i + 1); hx = 0.3 * w[n - 1]; }"),
    S("alloca in a loop", "for (int n = 1; n < 4; ++n) { double *w = (double "
      "*)__builtin_alloca(8 * n); w[n - 1] = hx; hx = w[n - 1] * hy; }",
      "hx = hx * hy * hy * hy;"),
    S("flexible array", "{ Tail *t = (Tail *)std::malloc(sizeof(Tail) + 16); t->v[1] "
      "= hx; hx = t->v[1] * hy; std::free(t); }", TIMES,
      "struct Tail {{ long n; double v[]; }};", ""),
    S("array of length zero", "{ Tail0 *t = (Tail0 *)std::malloc(sizeof(Tail0) + 16); "
      "t->v[1] = hx; hx = t->v[1] * hy; std::free(t); }", TIMES,
      "struct Tail0 {{ long n; double v[0]; }};", ""),
    # Literals of C.
    S("compound literal", "{ double *p = (double[]){hx, hy}; hx = p[0] * p[1]; }",
      TIMES),
    S("compound literal of a struct", "hx = product((Pair2){hx, hy});", TIMES, PAIR +
      " static double product(Pair2 p) {{ return p.x * p.y; }}", ""),
    S("designated elements", "{ double a[3] = {[1] = hx, [2] = hy}; hx = a[1] * a[2] + "
      "a[0]; }", TIMES),
    S("string as numbers", "{ const char s[] = {1, 2, 3}; hx = hx * s[hn]; }",
      "hx = hx * 2;"),
    S("integer of 128 bits", "hx = hx * (double)((__int128)1 << 100) / (double)("
      "(__int128)1 << 100);", KEEP),
    S("complex of c", "{ double _Complex z = hx + hy * 1.0i; hx = __real__(z * z); }",
      "hx = hx * hx - hy * hy;"),
    S("shuffled vector", "{ typedef double two __attribute__((vector_size(16))); two p "
      "= {hx, hy}; p = __builtin_shufflevector(p, p, 1, 0); hx = p[1] * p[0]; }",
      TIMES),
    S("typeof", "{ __typeof__(hx) t = hx; __auto_type u = t; hx = u * hy; }", TIMES),
]
