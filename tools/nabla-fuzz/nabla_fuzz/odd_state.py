# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Snippets for hostile programs: reals that go by where no expression shows
them: static storage of functions, text, bits, files, functions that were stored
before."""

from .snippet import S

TIMES = "hx = hx * hy;"
SIZE = "char text[64]; "


def table(name, needs, text):
    return S(name, text, TIMES, needs, "")


STATE = [
    # Static storage behind a function.
    table("static vector by reference", "static std::vector<double> &shelf() "
          "{{ static std::vector<double> t(4); return t; }}",
          "shelf()[1] = hx; hx = shelf()[1] * hy;"),
    table("static vector by pointer", "static std::vector<double> *shelf() "
          "{{ static std::vector<double> t(4); return &t; }}",
          "(*shelf())[1] = hx; hx = (*shelf())[1] * hy;"),
    table("static std::array", "static std::array<double, 4> &shelf() "
          "{{ static std::array<double, 4> t; return t; }}",
          "shelf()[1] = hx; hx = shelf()[1] * hy;"),
    table("static vector by name", "static std::vector<double> &shelf() "
          "{{ static std::vector<double> t(4); return t; }}",
          "auto &t = shelf(); t[1] = hx; hx = shelf()[1] * hy;"),
    table("element of a static vector", "static std::vector<double> &shelf() "
          "{{ static std::vector<double> t(4); return t; }}",
          "double *p = &shelf()[1]; *p = hx; hx = shelf()[1] * hy;"),
    table("static vector in helpers", "static std::vector<double> &shelf() "
          "{{ static std::vector<double> t(4); return t; }} static void put(double "
          "v) {{ shelf()[1] = v; }} static double get() {{ return shelf()[1]; }}",
          "put(hx); hx = get() * hy;"),
    table("singleton", "class Only2 {{ double a = 0; public: void set(double v) "
          "{{ a = v; }} double at() const {{ return a; }} static Only2 &get() "
          "{{ static Only2 t; return t; }} }};",
          "Only2::get().set(hx); hx = Only2::get().at() * hy;"),
    table("global vector by a function", "static std::vector<double> Shelf(4); "
          "static std::vector<double> &shelf() {{ return Shelf; }}",
          "shelf()[1] = hx; hx = shelf()[1] * hy;"),
    table("global vector by both", "static std::vector<double> Shelf(4); "
          "static std::vector<double> &shelf() {{ return Shelf; }}",
          "shelf()[1] = hx; hx = Shelf[1] * hy;"),
    table("global shared pointer", "static std::shared_ptr<double> Cell2 = "
          "std::make_shared<double>(0);", "*Cell2 = hx; hx = *Cell2 * hy;"),
    table("global unique pointer", "static std::unique_ptr<double[]> Cell2(new "
          "double[2]);", "Cell2[1] = hx; hx = Cell2[1] * hy;"),
    table("thread-local vector", "static thread_local std::vector<double> Shelf(4);",
          "Shelf[1] = hx; hx = Shelf[1] * hy;"),
    table("variable template", "template <int N> double Slot = 0;",
          "Slot<1> = hx; hx = Slot<1> * hy;"),
    table("setter and getter stored before", "static double Held = 0; static "
          "std::function<void(double)> Put = [](double v) {{ Held = v; }}; static "
          "std::function<double()> Get = [] {{ return Held; }};",
          "Put(hx); hx = Get() * hy;"),
    table("sink stored before", "static double Held = 0; static "
          "std::function<void(double)> Put = [](double v) {{ Held = v; }};",
          "Put(hx); hx = Held * hy;"),
    table("virtual setter", "struct Store {{ virtual void put(double v) = 0; virtual "
          "double get() = 0; }}; struct Kept2 : Store {{ double v = 0; void put(double "
          "x) override {{ v = x; }} double get() override {{ return v; }} }}; static "
          "Kept2 Keeper; static Store *At = &Keeper;",
          "At->put(hx); hx = At->get() * hy;"),
    # Text.
    S("snprintf and atof", SIZE + 'std::snprintf(text, 64, "%.17g", hx); hx = '
      "std::atof(text) * hy;", TIMES),
    S("sprintf and strtod", SIZE + 'std::sprintf(text, "%.17g", hx); hx = '
      "std::strtod(text, nullptr) * hy;", TIMES),
    S("snprintf and sscanf", SIZE + 'std::snprintf(text, 64, "%.17g", hx); '
      'std::sscanf(text, "%lf", &hx); hx *= hy;', TIMES),
    S("to_string", "hx = std::stod(std::to_string(hx)) * hy;", TIMES),
    S("charconv", SIZE + "auto end = std::to_chars(text, text + 64, hx).ptr; "
      "std::from_chars(text, end, hx); hx *= hy;", TIMES),
    S("string stream", "{ std::stringstream s; s.precision(17); s << hx; s >> hx; hx "
      "*= hy; }", TIMES),
    table("text in helpers", "static void put(char *b, double v) {{ std::snprintf(b, "
          '64, "%.17g", v); }} static double get(const char *b) {{ return '
          "std::atof(b); }}", SIZE + "put(text, hx); hx = get(text) * hy;"),
    table("text in a global", "static char Text[64];", 'std::snprintf(Text, 64, '
          '"%.17g", hx); hx = std::atof(Text) * hy;'),
    table("text that a function keeps", "static const char *spelled(double v) "
          '{{ static char b[64]; std::snprintf(b, 64, "%.17g", v); return b; }}',
          "hx = std::atof(spelled(hx)) * hy;"),
    table("vsnprintf", "static void print_to(char *b, const char *f, ...) {{ va_list "
          "a; va_start(a, f); std::vsnprintf(b, 64, f, a); va_end(a); }}",
          SIZE + 'print_to(text, "%.17g", hx); hx = std::atof(text) * hy;'),
    S("text that is only printed", SIZE + 'std::snprintf(text, 64, "%g", hx); '
      "std::fputs(text[0] ? \"\" : text, stderr); hx *= hy;", TIMES),
    # Bits.
    S("bit_cast", "auto n = std::bit_cast<unsigned long>(hx); hx = "
      "std::bit_cast<double>(n) * hy;", TIMES),
    S("bit_cast of an array", "auto n = std::bit_cast<std::array<unsigned, 2>>(hx); "
      "hx = std::bit_cast<double>(n) * hy;", TIMES),
    table("bits by memcpy in helpers", "static unsigned long bits_of(double v) "
          "{{ unsigned long n; std::memcpy(&n, &v, 8); return n; }} static double "
          "real_of(unsigned long n) {{ double v; std::memcpy(&v, &n, 8); return v; }}",
          "hx = real_of(bits_of(hx)) * hy;"),
    table("bits by a union in helpers", "union Bits9 {{ double d; unsigned long n; }}; "
          "static unsigned long bits_of(double v) {{ Bits9 u; u.d = v; return u.n; }} "
          "static double real_of(unsigned long n) {{ Bits9 u; u.n = n; return u.d; }}",
          "hx = real_of(bits_of(hx)) * hy;"),
    table("bytes copied in a helper", "static void copy_bytes(void *to, const void "
          "*from, int n) {{ for (int i = 0; i < n; ++i) ((char *)to)[i] = ((const "
          "char *)from)[i]; }}", "double t; copy_bytes(&t, &hx, 8); hx = t * hy;"),
    table("bits by assembly in a helper", "static double through(double v) {{ double "
          'r; asm("movq %1, %0" : "=x"(r) : "x"(v)); return r; }}',
          "hx = through(hx) * hy;"),
    S("function pointer through void", "void *any = (void *)+[](double t) { return t; "
      "}; hx = ((double (*)(double))any)(hx) * hy;", TIMES),
    # Assignments to one of several.
    table("parameter chosen by a condition", "static double chosen(double a, double "
          "b, double v, int n) {{ (n > 0 ? a : b) = v; return a * b; }}",
          "hx = chosen(1.0, hy, hx, hn);"),
    table("member of a chosen parameter", "struct Pair9 {{ double x, y; }}; static "
          "double chosen(Pair9 a, Pair9 b, double v, int n) {{ (n > 0 ? a : b).x = v; "
          "return a.x * b.x; }}",
          "hx = chosen({1, 2}, {hy, 2}, hx, hn);"),
    table("chosen global", "static double First2 = 1, Second2 = 1;",
          "(hn > 0 ? First2 : Second2) = hx; hx = First2 * hy;"),
]
