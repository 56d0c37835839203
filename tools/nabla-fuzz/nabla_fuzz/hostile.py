# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with constructs that have no derivative, or an unusual one: each has
to end in an error at its place, or in a right number; never in a crash, in text
that does not compile, or in a wrong number.

A snippet changes the double hx; hy may be read, hn is a small integer. What it
does to hx is written for the reference too where the text itself is not good
for dual numbers.
"""

from . import tree as T
from .generate import Generator
from .odd_flow import FLOW
from .odd_state import STATE
from .odd_storage import STORAGE
from .rng import Rng
from .snippet import KEEP, S

SNIPPETS = [
    # Storage seen as another type.
    S("union", "union { double d; unsigned long long u; } pun; pun.d = hx; "
      "pun.u += 0; hx = pun.d;", KEEP),
    S("union of reals", "union { double a; double b; } both; both.a = hx * hy; "
      "hx = both.b;", "hx = hx * hy;"),
    S("reinterpret", "unsigned long long *bits = reinterpret_cast<unsigned long "
      "long *>(&hx); *bits ^= 0;", KEEP),
    S("memcpy to integer", "unsigned long long bits; std::memcpy(&bits, &hx, 8); "
      "std::memcpy(&hx, &bits, 8);", KEEP),
    S("bytes", "unsigned char raw[8]; std::memcpy(raw, &hx, 8); hx = 0; "
      "std::memcpy(&hx, raw, 8);", KEEP),
    S("sign bit", "hx = std::signbit(hx) ? -hx : hx;",
      "hx = hx < 0 ? f64(-hx) : f64(hx);"),
    S("void pointer", "void *any = &hx; *static_cast<double *>(any) *= hy;",
      "hx *= hy;"),
    S("char pointer", "char *at = reinterpret_cast<char *>(&hx); "
      "*reinterpret_cast<double *>(at) += hy;", "hx += hy;"),
    S("bit field", "struct { int low : 3; int high : 5; } f = {1, 2}; "
      "hx = hx * f.high + f.low;"),
    S("cast of pointer to integer", "hx = ((std::size_t)&hx % 8 == 0) ? hx * hy : "
      "0;", "hx = hx * hy;"),
    # Things the compiler must not look through.
    S("volatile", "volatile double v = hx; hx = v * hy;", "hx = hx * hy;"),
    S("volatile integer", "volatile int one = 1; hx = hx * one;"),
    S("asm", 'asm("" : "+x"(hx));', KEEP),
    S("asm volatile", 'asm volatile("" ::: "memory"); hx *= hy;', "hx *= hy;"),
    S("atomic", "std::atomic<double> a(hx); hx = a.load() * hy;", "hx = hx * hy;"),
    S("thread_local", "static thread_local {d} kept; kept = hx; hx = kept * hy;"),
    S("static local", "static {d} kept = 0.0; kept = hx * hy; hx = kept + hy;"),
    S("global written", "Hostile = hx; hx = Hostile * hy;",
      needs="{d} Hostile = 0.5;"),
    S("global accumulator", "Sum = 0.0; for (int i = 0; i < 3; ++i) Sum += hx * i; "
      "hx = Sum;", needs="static {d} Sum;"),
    S("global written by callee", "deposit(hx * hy); hx = Account;",
      needs="{d} Account = 0.0; void deposit({d} x) {{ Account = x; }}"),
    S("builtin", "if (__builtin_expect(hn > 100, 0)) hx = 0; hx = "
      "__builtin_fma(hx, hy, hx);",
      "if (hn > 100) hx = 0; hx = hx * hy + hx;"),
    # Control flow.
    S("try", "try { hx = hx * hy; } catch (...) { hx = 0; }"),
    S("throw", "try { if (hn >= 0) throw 2.0; hx = 0; } catch (double d) { hx = hx "
      "* d; }"),
    S("throw active", "try { if (hn >= 0) throw hx * hy; } catch ({d} d) "
      "{ hx = d; }"),
    S("goto into loop", "{ int i = 0; goto inside; for (; i < 3; ++i) { hx *= hy; "
      "inside:; hx = 0.5 * hx + 1; } }"),
    S("goto into block", "{ if (hn >= 0) goto within; { hx = 0; within:; "
      "hx *= hy; } }"),
    S("duff", "{ int i = 3; switch (hn % 2) { case 0: do { hx *= hy; case 1: hx = "
      "0.5 * hx + 1; } while (--i > 0); } }"),
    S("computed goto", "{ void *to = &&there; goto *to; hx = 0; there:; hx *= hy; "
      "}"),
    S("case range", "switch (hn) { case 0 ... 9: hx *= hy; break; default: hx = 0; "
      "}"),
    S("setjmp", "{ std::jmp_buf env; if (setjmp(env) == 0) hx *= hy; }",
      "hx *= hy;"),
    S("statement expression", "hx = ({ {d} t = hx * hy; t + hx; });"),
    S("elvis", "hx = hx * (hn ?: 2);"),
    S("range for", "{ {d} a[3] = {hx, hy, 1.0}; for ({d} v : a) hx += 0.5 * v; }"),
    S("range for by reference", "{ {d} a[3] = {hx, hy, 1.0}; for ({d} &v : a) v *= "
      "hx; hx = a[0] + a[1]; }"),
    S("if with init", "if ({d} t = hx * hy; hn >= 0) hx = t;"),
    S("switch with init", "switch (int k = hn % 2; k) { case 0: hx *= hy; break; "
      "case 1: hx *= 2.0; }"),
    S("case without braces", "for (int i = 0; i < 4; ++i) switch (i % 3) case 1: "
      "hx = hx * hy;"),
    S("return in switch in loop", "hx = leave(hx, hn);", needs="static {d} "
      "leave({d} x, int n) {{ for (int i = 0; i < 4; ++i) {{ switch (i + n) "
      "{{ case 2: return x * x; default: x *= 1.5; }} }} return x; }}"),
    S("assignment as condition", "{ int k; while ((k = hn % 2)) { hx *= hy; hn = "
      "0; } }"),
    S("loop over real", "for ({d} t = 0.0; t < 1.05; t += 0.1) hx += 0.1 * t * hy;"),
    S("loop whose bound moves", "{ int n = 3; for (int i = 0; i < n; ++i) { hx = "
      "0.5 * hx + hy; if (i == 1) ++n; } }"),
    S("loop whose counter moves", "for (int i = 0; i < 6; ++i) { hx = 0.5 * hx + i; "
      "if (i == 2) i += 2; }"),
    S("loop that wraps", "for (unsigned char i = 250; i != 3; ++i) hx = 0.9 * hx + "
      "hy;"),
    S("downward unsigned", "for (unsigned i = 4; i-- > 0;) hx = 0.5 * hx + i * hy;"),
    # Calls.
    S("lambda", "auto g = [&]({d} t) { return t * hx + hy; }; hx = g(hy);"),
    S("lambda that writes", "auto g = [&]({d} t) { hx = t * hx; }; g(hy); g(0.5);"),
    S("lambda called at once", "hx = [=] { return hx * hy; }();"),
    S("function pointer", "{d} (*p)({d}) = twice; hx = p(hx) * hy;",
      needs="static {d} twice({d} x) {{ return 2.0 * x * x; }}"),
    S("function pointer parameter", "hx = apply(square, hx) * hy;",
      needs="static {d} square({d} x) {{ return x * x; }} static {d} apply({d} "
      "(*f)({d}), {d} x) {{ return f(x) + x; }}"),
    S("array of function pointers", "{d} (*p[2])({d}) = {up, down}; for (int i = 0; "
      "i < 2; ++i) hx = p[i](hx);", needs="static {d} up({d} x) {{ return x * x + "
      "1; }} static {d} down({d} x) {{ return 0.5 * x; }}"),
    S("virtual", "Derived o; Base *b = &o; hx = b->at(hx) * hy;",
      needs="struct Base {{ virtual {d} at({d} x) {{ return x; }} }}; struct "
      "Derived : Base {{ {d} at({d} x) override {{ return x * x; }} }};"),
    S("member function", "Line l = {hx, hy}; hx = l.at(2.0);",
      needs="struct Line {{ {d} a, b; {d} at({d} x) const {{ return a * x + b; }} "
      "}};"),
    S("constructor", "Half h(hx); hx = h.value * hy;",
      needs="struct Half {{ {d} value; Half({d} x) : value(0.5 * x) {{}} }};"),
    S("destructor", "{ Doubler d(hx); hx *= hy; }",
      needs="struct Doubler {{ {d} &at; Doubler({d} &x) : at(x) {{}} ~Doubler() "
      "{{ at *= 2.0; }} }};"),
    S("operator", "Pair a = {hx, hy}; a = a + a; hx = a.x * a.y;",
      needs="struct Pair {{ {d} x, y; }}; inline Pair operator+(Pair a, Pair b) "
      "{{ return {{a.x + b.x, a.y + b.y}}; }}"),
    S("template", "hx = cube(hx) * hy;", needs="template <class T> T cube(T x) {{ "
      "return x * x * x; }}"),
    S("default argument", "hx = scaled(hx) * hy;", needs="static {d} scaled({d} x, "
      "{d} by = 3.0) {{ return x * by; }}"),
    S("varargs", "hx = first(2, hx, hy);", "hx = hx * 2;",
      "static double first(int n, ...) {{ va_list a; va_start(a, n); double x = "
      "va_arg(a, double); va_end(a); return x * n; }}", ""),
    S("printf", 'std::fprintf(stderr, "%s", ""); hx *= hy;'),
    S("rand", "std::srand(1); hx *= hy + 0 * std::rand();", "hx *= hy;"),
    S("strtod", 'hx = hx * std::strtod("1.5", nullptr);', "hx = hx * 1.5;"),
    S("function without body", "if (hn > 1000) hx = ::y1(hx);", KEEP),
    S("endless recursion that never runs", "if (hn > 1000) hx = forever(hx);", KEEP,
      "static {d} forever({d} x) {{ return forever(x * 0.5); }}"),
    S("comma in index", "{ {d} a[2] = {hx, hy}; hx = a[(hn++, 1)] * hx; }"),
    S("assert", "assert(hn >= 0); hx *= hy;"),
    S("noreturn", "if (hn > 1000) std::abort(); hx *= hy;"),
    S("unreachable", "if (hn > 1000) __builtin_unreachable(); hx *= hy;"),
    # Library.
    S("vector", "std::vector<double> v(3, hx); v[1] *= hy; hx = v[0] + v[1];",
      "hx = hx + hx * hy;"),
    S("vector grows", "std::vector<double> v; v.push_back(hx); v.push_back(hy); hx "
      "= v[0] * v[1];", "hx = hx * hy;"),
    S("array", "std::array<double, 2> v = {hx, hy}; hx = v[0] * v.at(1);",
      "hx = hx * hy;"),
    S("complex", "std::complex<double> z(hx, hy); hx = std::norm(z * z);",
      "{ f64 n = hx * hx + hy * hy; hx = n * n; }"),
    S("c complex", "_Complex double z = hx; z = z * z; hx = __real__ z;",
      "hx = hx * hx;"),
    S("pair", "std::pair<double, int> p(hx, 2); hx = p.first * p.second;",
      "hx = hx * 2;"),
    S("structured binding", "struct { {d} a, b; } s = {hx, hy}; auto [p, q] = s; "
      "hx = p * q;"),
    S("unique pointer", "std::unique_ptr<double> p(new double(hx)); hx = *p * hy;",
      "hx = hx * hy;"),
    S("function object", "std::function<double(double)> g = [](double t) { return t "
      "* t; }; hx = g(hx);", "hx = hx * hx;"),
    S("sort", "{ double a[3] = {hx, hy + 9, -9.0}; std::sort(a, a + 3); hx = a[1] * "
      "a[2]; }", "hx = hx * (hy + 9);"),
    S("accumulate", "{ double a[2] = {hx, hy}; hx = std::accumulate(a, a + 2, 0.0); "
      "}", "hx = hx + hy;"),
    S("max", "hx = std::max(hx, -50.0) * std::min(hy, 50.0);", "hx = hx * hy;"),
    S("frexp", "int e; double m = std::frexp(hx, &e); hx = std::ldexp(m, e) * hy;",
      "hx = hx * hy;"),
    S("modf", "double whole; hx = std::modf(hx, &whole) + whole;", KEEP),
    S("nan", "double bad = std::log(-hx * hx - 1); bad = bad * 0; hx *= hy;",
      "hx *= hy;"),
    S("nextafter", "hx = std::nextafter(hx, hx);", KEEP),
    S("lgamma", "hx = hx + 0.5 * std::lgamma(2.0);", "hx = hx + 0.0;"),
    # Types.
    S("vla", "{ {d} w[hn + 1]; for (int i = 0; i <= hn; ++i) w[i] = hx * i; hx += "
      "w[hn]; }"),
    S("alloca", "{ double *w = (double *)__builtin_alloca(16); w[0] = hx; w[1] = "
      "hy; hx = w[0] * w[1]; }", "hx = hx * hy;"),
    S("float128", "__float128 wide = hx; wide *= hy; hx = (double)wide;",
      "hx = hx * hy;"),
    S("half", "_Float16 h = (_Float16)0.5; hx = hx * h;", "hx = hx * 0.5;"),
    S("vector extension", "{ typedef double pack __attribute__((vector_size(16))); "
      "pack p = {hx, hy}; p = p * p; hx = p[0] + p[1]; }",
      "hx = hx * hx + hy * hy;"),
    S("pointer to pointer", "{d} *p = &hx; {d} **pp = &p; **pp *= hy;"),
    S("array of pointers", "{ {d} a = hy; {d} *p[2] = {&hx, &a}; for (int i = 0; i < "
      "2; ++i) *p[i] *= 1.5; hx += a; }"),
    S("reference to array", "{ {d} a[2] = {hx, hy}; {d} (&r)[2] = a; r[0] *= r[1]; "
      "hx = a[0]; }"),
    S("pointer to array", "{ {d} m[2][2] = {{hx, hy}, {1.0, 2.0}}; {d} (*r)[2] = m; "
      "++r; (*r)[0] *= hx; hx = m[1][0] + m[0][1]; }"),
    S("pointer to member", "Point o = {hx, hy}; {d} Point::*m = &Point::x; hx = "
      "o.*m * hy;", needs="struct Point {{ {d} x, y; }};"),
    S("inherited field", "Child c; c.x = hx; c.y = hy; hx = c.x * c.y;",
      needs="struct Parent {{ {d} x; }}; struct Child : Parent {{ {d} y; }};"),
    S("anonymous union in struct", "struct { int k; union { double d; long l; }; } "
      "s; s.k = 1; s.d = hx; hx = s.d * s.k;", KEEP),
    S("const_cast", "const {d} &r = hx; const_cast<{d} &>(r) *= hy;"),
    S("rvalue reference", "{d} &&r = hx * hy; r += 1.0; hx = r;"),
    S("initialiser designator", "struct { {d} a, b; } s = {.a = hx, .b = hy}; hx = "
      "s.a * s.b;"),
    S("enum arithmetic", "enum { A = 2, B = A * 3 }; hx = hx * B - A;",
      "hx = hx * 6 - 2;"),
    S("sizeof", "hx = hx * sizeof(int) / 4;"),
    S("string", 'const char *s = "ab"; hx = hx * (s[1] - s[0]);'),
    S("bool arithmetic", "hx = hx * (hn >= 0) + hy * !hn;"),
    S("shift by real", "hx = hx * (1 << hn) / (1 << hn);"),
    S("infinite bound", "for (int i = 0; i < 3 && hn >= 0; i++) if (hx < 1e300) hx = "
      "0.5 * hx + hy;"),
    S("new", "{d} *p = new {d}(hx); *p *= hy; hx = *p; delete p;"),
    S("placement new", "alignas(8) char room[sizeof({d})]; {d} *p = new (room) "
      "{d}(hx); hx = *p * hy;", "hx = hx * hy;"),
    S("dynamic matrix", "{ {d} **m = new {d} *[2]; for (int i = 0; i < 2; ++i) { "
      "m[i] = new {d}[2]; m[i][0] = hx * i; m[i][1] = hy; } hx = m[1][0] * "
      "m[0][1]; for (int i = 0; i < 2; ++i) delete[] m[i]; delete[] m; }"),
    S("linked list", "{ Node c = {hx, nullptr}, b = {hy, &c}, a = {hx * hy, &b}; "
      "{d} s = 0.0; for (Node *n = &a; n; n = n->next) s += n->v * n->v; hx = s; }",
      needs="struct Node {{ {d} v; Node *next; }};"),
    S("local struct", "struct Local { {d} a; int n; } l; l.a = hx; l.n = 2; hx = "
      "l.a * l.n;"),
    S("name like a macro", "hx = SQUARE(hx + hy);",
      needs="static {d} SQUARE({d} x) {{ return x * x; }}"),
    S("recursive lambda", "auto g = [&](auto &self, int n) -> {d} { return n ? hy * "
      "self(self, n - 1) : hx; }; hx = g(g, 2);"),
    # Bytes, and storage that several know.
    S("part of an element", "double a = hx, b = hy; std::memcpy(&a, &b, 4); hx = a "
      "* b;", "hx = hx * hy;"),
    S("part of a row", "{ double m[2][2] = {{1, 2}, {3, 4}}, r[2][2] = {{hx, hy}, "
      "{hx, hx}}; std::memcpy(m, r, 3 * sizeof(double)); hx = m[0][1] * m[1][0] + "
      "m[1][1]; }", "hx = hy * hx + 4;"),
    S("bytes in a variable", "{ double a[2] = {hx, hy}, b[2] = {}; std::size_t n = 8; "
      "n += 8; std::memcpy(b, a, n); hx = b[0] * b[1]; }", "hx = hx * hy;"),
    S("memset to a pattern", "double a[2] = {hx, hy}; std::memset(a, 1, sizeof a); "
      "hx = hx * hy + a[0];", "hx = hx * hy;"),
    S("memset of half an array", "double a[2] = {hx, hy}; std::memset(a, 0, 8); hx = "
      "a[0] + a[1] * hx;", "hx = hy * hx;"),
    S("memset of half an element", "double a[2] = {hx, hy}; std::memset(a, 0, 12); "
      "hx = hx * hy + 0 * a[1];", "hx = hx * hy;"),
    S("bit field beside a real", "Mixed m; m.v = hx; m.k = 3; hx = m.v * m.k;",
      needs="struct Mixed {{ {d} v; int k : 5; }};"),
    S("global thread_local", "Mine = hx; hx = Mine * hy;",
      needs="thread_local {d} Mine = 0.5;"),
    S("global by pointer", "{d} *p = &Pointed; *p = hx; hx = Pointed * hy;",
      needs="{d} Pointed = 0.5;"),
    S("global pointer", "Where = &hx; *Where *= hy; Where = nullptr;",
      needs="{d} *Where = nullptr;"),
    S("global array", "Store[1] = hx; hx = Store[1] * hy + Store[2];",
      needs="{d} Store[3];"),
    S("static member", "Stat::v = hx; hx = Stat::v * hy;",
      needs="struct Stat {{ static {d} v; }}; {d} Stat::v = 0.5;"),
    S("object that counts when it goes", "{ Count c(hn); } hx = hx * hn;",
      needs="struct Count {{ int &n; Count(int &n) : n(n) {{}} ~Count() {{ n += 2; "
      "}} }};"),
    S("object that counts at once", "Bump b(hn); hx = hx * hn;",
      needs="struct Bump {{ Bump(int &n) {{ n += 2; }} }};"),
    S("reference in a struct", "Ref q{hx}; q.r *= hy;",
      needs="struct Ref {{ {d} &r; }};"),
    S("conversion operator", "Wrap w = {hx}; hx = w * hy;", "hx = hx * hy;",
      "struct Wrap "
      "{{ {d} v; operator {d}() const {{ return v; }} }};", ""),
    S("lambda as a pointer", "{d} (*p)({d}) = []({d} t) { return t * t; }; hx = "
      "p(hx);", "hx = hx * hx;"),
    S("goto past a declaration", "{ goto in; { int k; in: k = 2; hx *= k; } }"),
    S("throw in a ternary", "hx = hn >= 0 ? hx * hy : throw 1;",
      "hx = hx * hy;"),
    S("atomic builtin", "int z = 1; __atomic_fetch_add(&z, 1, __ATOMIC_SEQ_CST); hx "
      "*= z;"),
    S("qsort", "{ double a[2] = {hx + 9, hy}; std::qsort(a, 2, 8, lower); hx = a[0] * "
      "a[1]; }", "hx = (hx + 9) * hy;", "static int lower(const void *a, const "
      "void *b) {{ double x = *(const double *)a, y = *(const double *)b; return x < "
      "y ? -1 : x > y; }}", ""),
    S("caught from a callee", "hx = caught(hx, hn);", needs="static {d} caught({d} x, "
      "int n) {{ try {{ if (n > 0) throw 1; return 0; }} catch (int k) {{ return x * "
      "x * k; }} }}"),
    S("coroutine-like state", "{ int state = 0; for (;;) { switch (state) { case 0: "
      "hx *= hy; state = 2; continue; case 2: state = 1; break; default: break; } "
      "if (state == 1) break; } }"),
    S("active index", "{ {d} a[3] = {hx, hy, 1.0}; hx = a[int(hy + 1.5) % 1] * hx; }"),
] + STORAGE + FLOW + STATE


def spelled(text):
    """needs are written with doubled braces, snippets with single ones."""
    return text.replace("{{", "{").replace("}}", "}")


def generate(seed, features):
    """A small program with one or two snippets."""
    rng = Rng(seed * 2 + 1)
    gentle = {"branch", "loop", "array", "pointer", "call", "compound"}
    generator = Generator(seed, set(features) & gentle)
    generator.precisions = ["d"]
    program = generator.program()
    chosen = rng.shuffled(SNIPPETS)[:1 if rng.chance(70) else 2]
    if seed <= len(SNIPPETS):  # the first seeds go through all of them
        chosen = [SNIPPETS[seed - 1]]
    insert(program, chosen, rng)
    program.features = tuple("hostile: " + s.name for s in chosen)
    return program


def insert(program, snippets, rng):
    body = program.main.body.body
    reals = [p for p in program.main.params if T.strip(p.ty) == T.DOUBLE]
    x = T.Num("0.7", T.DOUBLE)
    y = T.Num("1.1", T.DOUBLE)
    if reals:
        x = T.Name(rng.pick(reals).name, T.DOUBLE)
        y = T.Name(rng.pick(reals).name, T.DOUBLE)
    plus = T.Binary("+", T.Math("sin", [x], T.DOUBLE), T.Num("1.5", T.DOUBLE),
                    T.DOUBLE)
    lines = [T.Decl(T.DOUBLE, "hx", plus),
             T.Decl(T.DOUBLE, "hy", T.Math("cos", [y], T.DOUBLE)),
             T.Decl(T.INT, "hn", T.Num("1", T.INT))]
    for s in snippets:
        piece = T.RawStmt([s.text])
        piece.reference = s.means
        # Braces: two snippets may declare the same names.
        lines.append(T.Block([piece]))
        if s.needs:
            need = T.RawStmt([spelled(s.needs)])
            need.reference = spelled(s.needs_means)
            program.items.insert(0, need)
    body[-1:-1] = lines
    last = body[-1]
    last.value = T.Binary("+", T.Binary("*", T.Name("hx", T.DOUBLE),
                                        T.Num("0.5", T.DOUBLE), T.DOUBLE),
                          last.value, T.DOUBLE)
