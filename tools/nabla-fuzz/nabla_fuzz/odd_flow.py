# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Snippets for hostile programs: jumps and calls of unusual kinds, objects that
do something when they come and go, the library."""

from .snippet import KEEP, S

TIMES, SQUARE = "hx = hx * hy;", "hx = hx * hx;"

FLOW = [
    # Jumps.
    S("table of labels", "{ static void *const to[] = {&&first, &&second}; goto "
      "*to[hn % 2]; first: hx = 0; second: hx *= hy; }", TIMES),
    S("threaded code", "{ static void *const op[] = {&&mul, &&add, &&end}; int code[] "
      "= {0, 1, 0, 2}, at = 0; goto *op[code[at++]]; mul: hx *= hy; goto "
      "*op[code[at++]]; add: hx += 1; goto *op[code[at++]]; end:; }",
      "hx = (hx * hy + 1) * hy;"),
    S("longjmp", "{ std::jmp_buf env; volatile int n = 0; if (setjmp(env) == 0) n = 1; "
      "if (n == 1) { n = 2; std::longjmp(env, 1); } hx *= hy; }", TIMES),
    S("longjmp from a callee", "hx = escape(hx) * hy;", TIMES,
      "static std::jmp_buf Way; static void leave_by(double x) {{ if (x > -9) "
      "std::longjmp(Way, 1); }} static double escape(double x) {{ if (setjmp(Way) == "
      "0) leave_by(x); return x; }}", ""),
    S("goto out of try", "{ try { hx *= hy; goto done2; } catch (...) {} hx = 0; "
      "done2:; }", TIMES),
    S("break out of try", "for (int i = 0; i < 3; ++i) { try { hx *= hy; if (i == 1) "
      "break; } catch (int) { hx = 0; } }", "hx = hx * hy * hy;"),
    S("return out of try", "hx = tried(hx, hn) * hy;", "hx = hx * 2.0 * hy;",
      "static double tried(double x, int n) {{ try {{ if (n) return 2 * x; }} catch "
      "(...) {{ return 0; }} return x; }}", ""),
    S("throw in a loop", "for (int i = 0; i < 3; ++i) { try { if (i == 1) throw i; hx "
      "*= hy; } catch (int n) { hx += n; } }", "hx = (hx * hy + 1) * hy;"),
    S("thrown on", "{ try { try { hx *= hy; throw 1; } catch (int) { hx += 1; throw; } "
      "} catch (int) { hx *= 2; } }", "hx = (hx * hy + 1) * 2;"),
    S("thrown by a callee", "{ try { refuse(hx); } catch (double &d) { hx = d * hy; } "
      "}", TIMES, "static void refuse(double x) {{ if (x > -99) throw x; }}", ""),
    S("thrown struct", "{ try { throw Trouble{hx}; } catch (const Trouble &t) { hx = "
      "t.v * hy; } }", TIMES, "struct Trouble {{ double v; }};", ""),
    S("function try block", "hx = guarded(hx) * hy;", TIMES, "static double "
      "guarded(double x) try {{ if (x < -99) throw 1; return x; }} catch (int) {{ "
      "return 0; }}", ""),
    S("noexcept callee", "hx = sure(hx) * hy;", TIMES, "static double sure(double x) "
      "noexcept {{ return x; }}", ""),
    S("changed before it throws", "{ try { hx *= hy; spoil(hx); } catch (int) { hx += "
      "hy; } }", "hx = 2.0 * hx * hy + hy;", "static void spoil(double &x) {{ x *= 2; "
      "throw 1; }}", ""),
    S("cleanup attribute", "{ __attribute__((cleanup(tidy))) double t = hx; t *= hy; "
      "hx = t; }", TIMES, "static void tidy(double *t) {{ *t = 0; }}", ""),
    S("cleanup that writes", "{ __attribute__((cleanup(after))) double *p = &hx; hx *= "
      "hy; }", "hx = hx * hy * 2.0;", "static void after(double **p) {{ **p *= 2; }}",
      ""),
    # Coroutines.
    S("coroutine", "{ Task t = half(&hx); t.h.resume(); t.h.destroy(); hx *= hy; }",
      "hx *= 0.5 * hy;", "struct Task {{ struct promise_type {{ Task "
      "get_return_object() {{ return {{std::coroutine_handle<promise_type>::"
      "from_promise(*this)}}; }} std::suspend_always initial_suspend() {{ return "
      "{{}}; }} std::suspend_always final_suspend() noexcept {{ return {{}}; }} void "
      "return_void() {{}} void unhandled_exception() {{}} }}; "
      "std::coroutine_handle<promise_type> h; }}; static Task half(double *x) {{ *x *= "
      "0.5; co_return; }}", ""),
    S("generator", "{ Counter c = powers(hx); double s = 0; for (int i = 0; i < 3; ++i) "
      "{ c.h.resume(); s += c.h.promise().v; } c.h.destroy(); hx = s; }",
      "hx = hx + hx * hx + hx * hx * hx;", "struct Counter {{ struct promise_type {{ "
      "double v; Counter get_return_object() {{ return "
      "{{std::coroutine_handle<promise_type>::from_promise(*this)}}; }} "
      "std::suspend_always initial_suspend() {{ return {{}}; }} std::suspend_always "
      "final_suspend() noexcept {{ return {{}}; }} std::suspend_always "
      "yield_value(double x) {{ v = x; return {{}}; }} void return_void() {{}} void "
      "unhandled_exception() {{}} }}; std::coroutine_handle<promise_type> h; }}; "
      "static Counter powers(double x) {{ for (double p = x;; p *= x) co_yield p; }}",
      ""),
    # Variable arguments.
    S("sum of variable arguments", "hx = sum_of(2, hx, hy);", "hx = hx + hy;",
      "static double sum_of(int n, ...) {{ va_list a; va_start(a, n); double s = 0; "
      "for (int i = 0; i < n; ++i) s += va_arg(a, double); va_end(a); return s; }}", ""),
    S("pointers as variable arguments", "scale_all(2, &hx, &hy);", "hx *= 2; hy *= 2;",
      "static void scale_all(int n, ...) {{ va_list a; va_start(a, n); while (n--) "
      "*va_arg(a, double *) *= 2; va_end(a); }}", ""),
    S("variadic template", "hx = sum_all(hx, hy, 1.0);", "hx = hx + hy + 1.0;",
      "template <class... T> double sum_all(T... t) {{ return (t + ...); }}", ""),
    S("scanf", 'std::sscanf("1.5", "%lf", &hx); hx *= hy;', "hx = 1.5 * hy;"),
    S("scanf of an integer", 'std::sscanf("2", "%d", &hn); hx *= hn;', "hx *= 2;"),
    # Lambdas.
    S("lambda by value", "auto g = [hx, hy] { return hx * hy; }; hx = g();", TIMES),
    S("lambda that keeps state", "auto g = [n = 0]() mutable { return ++n; }; g(); hx "
      "*= g();", "hx *= 2;"),
    S("lambda that keeps a real", "auto g = [s = hx](double t) mutable { return s *= "
      "t; }; g(hy); hx = g(2.0);", "hx = hx * hy * 2;"),
    S("lambda that returns a reference", "auto g = [&]() -> double & { return hx; }; "
      "g() *= hy;", TIMES),
    S("lambda over an array", "{ double a[2] = {hx, hy}; auto g = [&a](int i) { a[i] *= "
      "2; }; g(0); hx = a[0] * a[1]; }", "hx = 2 * hx * hy;"),
    S("lambda handed on", "hx = apply_to([](double t) { return t * t; }, hx);", SQUARE,
      "template <class F> double apply_to(F f, double x) {{ return f(x); }}", ""),
    S("lambda of integers", "auto twice = [](int n) { return 2 * n; }; hx *= "
      "twice(hn);", "hx *= 2;"),
    S("lambda with an init capture", "auto g = [&r = hx, hy] { r *= hy; }; g();", TIMES),
    # Objects.
    S("copy that counts", "Counted a{hx}, b = a; hx = b.v * b.copies * hy;", TIMES,
      "struct Counted {{ double v; int copies = 0; Counted(double x) : v(x) {{}} "
      "Counted(const Counted &o) : v(o.v), copies(o.copies + 1) {{}} }};", ""),
    S("assignment of one's own", "Guarded a{hx}, b{hy}; b = a; hx = b.v * hy;",
      "hx = 2.0 * hx * hy;", "struct Guarded {{ double v; Guarded &operator=(const "
      "Guarded &o) {{ v = 2 * o.v; return *this; }} }};", ""),
    S("operators of one's own", "Vec2 a{hx, hy}; a[0] *= 2; a += a; hx = a[0] * a[1];",
      "hx = 4 * hx * 2 * hy;", "struct Vec2 {{ double v[2]; double &operator[](int i) "
      "{{ return v[i]; }} Vec2 &operator+=(Vec2 o) {{ for (int i = 0; i < 2; ++i) "
      "v[i] += o.v[i]; return *this; }} }};", ""),
    S("private members", "Account a; a.put(hx); a.put(hy); hx = a.get();",
      "hx = hx + hy;", "class Account {{ double s = 0; public: void put(double x) {{ s "
      "+= x; }} double get() const {{ return s; }} }};", ""),
    S("pure virtual", "{ Twice t; Shape *s = &t; hx = s->area(hx) * hy; }",
      "hx = 2.0 * hx * hy;", "struct Shape {{ virtual double area(double x) = 0; }}; "
      "struct Twice : Shape {{ double area(double x) override {{ return 2 * x; }} }};",
      ""),
    S("virtual base", "{ Both b; b.v = hx; hx = b.v * hy; }", TIMES, "struct Root {{ "
      "double v; }}; struct Left : virtual Root {{}}; struct Right : virtual Root {{}}; "
      "struct Both : Left, Right {{}};", ""),
    S("pointer to a member function", "{ Line2 l = {hx}; double (Line2::*m)(double) "
      "const = &Line2::at; hx = (l.*m)(hy); }", TIMES, "struct Line2 {{ double a; "
      "double at(double x) const {{ return a * x; }} }};", ""),
    S("curiously recurring", "{ Impl i; hx = i.run(hx) * hy; }", TIMES, "template <class "
      "D> struct Front {{ double run(double x) {{ return static_cast<D *>(this)->go(x); "
      "}} }}; struct Impl : Front<Impl> {{ double go(double x) {{ return x; }} }};", ""),
    S("class template", "Box<double, 2> b; b.v[0] = hx; b.v[1] = hy; hx = b.product();",
      TIMES, "template <class T, int N> struct Box {{ T v[N]; T product() const {{ T p "
      "= 1; for (int i = 0; i < N; ++i) p *= v[i]; return p; }} }};", ""),
    S("template by recursion", "hx = power_of<3>(hx);", "hx = hx * hx * hx;",
      "template <int N> double power_of(double x) {{ if constexpr (N == 0) return 1; "
      "else return x * power_of<N - 1>(x); }}", ""),
    S("destructor that writes", "{ Scaled s{hx}; } hx *= hy;", "hx *= 3.0 * hy;",
      "struct Scaled {{ double &r; ~Scaled() {{ r *= 3; }} }};", ""),
    S("references in an array of structs", "{ Ref2 q[2] = {{hx}, {hy}}; q[0].r *= "
      "q[1].r; }", TIMES, "struct Ref2 {{ double &r; }};", ""),
    S("reference to an array in a struct", "{ double a[2] = {hx, hy}; RefA q{a}; "
      "q.a[0] *= q.a[1]; hx = a[0]; }", TIMES, "struct RefA {{ double (&a)[2]; }};", ""),
    S("reference and pointer in a struct", "{ Both2 b{hx, &hy}; b.r *= *b.p; }", TIMES,
      "struct Both2 {{ double &r; double *p; }};", ""),
    S("object in a callee that keeps a reference", "change(Ref3{hx}, hy);", TIMES,
      "struct Ref3 {{ double &r; }}; static void change(Ref3 q, double y) {{ q.r *= y; "
      "}}", ""),
    S("structured binding by reference", "{ double a[2] = {hx, hy}; auto &[p, q] = a; p "
      "*= q; hx = a[0]; }", TIMES),
    S("parenthesised aggregate", "{ Plain2 p(hx, hy); hx = p.x * p.y; }", TIMES,
      "struct Plain2 {{ double x, y; }};", ""),
    # The library.
    S("tuple", "auto t = std::make_tuple(hx, hy); hx = std::get<0>(t) * std::get<1>(t);",
      TIMES),
    S("tie", "{ double a, b; std::tie(a, b) = std::make_pair(hx, hy); hx = a * b; }",
      TIMES),
    S("optional", "std::optional<double> o; o = hx; hx = *o * hy;", TIMES),
    S("variant", "std::variant<int, double> v = hx; hx = std::get<double>(v) * hy;",
      TIMES),
    S("valarray", "{ std::valarray<double> v = {hx, hy}; v *= 2.0; hx = v.sum(); }",
      "hx = 2 * hx + 2 * hy;"),
    S("map", "{ std::map<int, double> m; m[3] = hx; m[1] = hy; hx = m[3] * m[1]; }",
      TIMES),
    S("for each", "{ double a[2] = {hx, hy}; std::for_each(a, a + 2, [](double &v) { v "
      "*= 2; }); hx = a[0] * a[1]; }", "hx = 4 * hx * hy;"),
    S("transform", "{ double a[2] = {hx, hy}; std::transform(a, a + 2, a, [](double v) { "
      "return v * v; }); hx = a[0] + a[1]; }", "hx = hx * hx + hy * hy;"),
    S("minimum of a list", "hx = std::min({hx, 99.0, 98.0}) * hy;", TIMES),
    S("clamp", "hx = std::clamp(hx, -90.0, 90.0) * hy;", TIMES),
    S("exchange", "{ double t = hx; hx = std::exchange(t, 2.0) * hy * t; }",
      "hx = 2 * hx * hy;"),
    S("shared pointer", "{ auto p = std::make_shared<double>(hx); *p *= hy; hx = *p; }",
      TIMES),
    S("reference wrapper", "{ auto r = std::ref(hx); r.get() *= hy; }", TIMES),
    S("initializer list", "{ double s = 0; for (double v : {hx, hy}) s += v; hx = s; }",
      "hx = hx + hy;"),
    S("sincos", "{ double s, c; ::sincos(hx, &s, &c); hx = s * s + c * c + hx; }",
      "hx = hx + 1;"),
    S("real through text", 'char text[64]; std::snprintf(text, 64, "%d", hn); hx *= '
      "std::atoi(text);", KEEP),
    S("integers in a set", "{ std::map<int, int> m; m[2] = hn; hx *= m[2] + m.size(); }",
      "hx *= 2;"),
]
