# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C++ files of a batch of programs.

reference_file   the programs twice, over duals of their own precisions and over
                 long double, with a main that prints points and expectations
plain_file       the programs and nothing else
test_file        the programs with [[grad]], with a main that compares
reproducer       one program and one point, to be read by people
Each program is in a namespace of its own, p0, p1, ..., by its place in the batch.
"""

from . import tree as T
from .printer import Printer
from .things import UNMODELLED

INCLUDES = """#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <utility>
"""
#: What hostile programs need besides.
MORE_INCLUDES = "".join("#include <%s>\n" % h for h in (
    "array atomic bit cassert charconv complex coroutine csetjmp cstdarg cstdint cstdio "
    "functional map memory new numeric optional sstream string tuple valarray variant "
    "vector").split())


#: What objects of the library need.
OBJECT_INCLUDES = "".join("#include <%s>\n" % h for h in (
    "array bitset deque functional list map memory mutex optional queue random set "
    "sstream stack string tuple unordered_map valarray variant vector").split())


def have_objects(programs):
    return any(f in UNMODELLED for p in programs for f in p.features)


def are_hostile(programs):
    return any(f.startswith("hostile") for p in programs for f in p.features)


def includes(programs):
    """As few as will do: they cost time to parse."""
    more = MORE_INCLUDES if are_hostile(programs) else ""
    if have_objects(programs):
        more += OBJECT_INCLUDES
    return (INCLUDES + more).splitlines()


def standard(programs):
    """Coroutines need C++20."""
    return "-std=c++20" if are_hostile(programs) else "-std=c++17"


FAMILIES = {
    "mixed": ("float", "double", "long double"),
    "wide": ("long double",) * 3,
}


class Leaf:
    """A number among the inputs of a program: how it is written in terms of the
    parameter's name, its type, and its place among reals or integers."""

    def __init__(self, param, suffix, ty, index):
        self.param, self.suffix, self.ty, self.index = param, suffix, ty, index

    @property
    def text(self):
        return self.param.name + self.suffix


def inputs(program):
    """(reals, integers): the leaves of all parameters."""
    structs = program.structs()
    reals, integers = [], []

    def visit(param, ty, suffix):
        ty = T.strip(ty)
        if ty[0] == "real":
            reals.append(Leaf(param, suffix, ty, len(reals)))
        elif ty[0] in ("int", "bool"):
            integers.append(Leaf(param, suffix, ty, len(integers)))
        elif ty[0] == "array":
            for i in range(ty[2]):
                visit(param, ty[1], "%s[%d]" % (suffix, i))
        elif ty[0] == "struct":
            for field, name in structs[ty[1]].fields:
                visit(param, field, "%s.%s" % (suffix, name))

    for p in program.main.params:
        visit(p, storage(p), "")
    return reals, integers


def storage(param):
    """The type of the object behind a parameter."""
    ty = T.strip(param.ty)
    if ty[0] == "ptr":
        return T.array(T.strip(ty[1]), param.count)
    return ty


def by_value(param):
    return param.ty[0] not in ("ref", "ptr") and T.strip(param.ty)[0] != "ptr"


def arguments(program):
    return ", ".join(p.name for p in program.main.params)


class Caller:
    """The body of a function that sets the parameters from C, calls, and tells
    C what came out."""

    def __init__(self, program, printer):
        self.program, self.printer = program, printer
        self.reals, self.integers = inputs(program)

    def inputs(self):
        for p in self.program.main.params:
            yield "  %s;" % self.printer.declare(storage(p), p.name)
        for leaf in self.reals:
            yield "  %s = C.real<%s>(%d);" % (
                leaf.text, self.printer.type(leaf.ty), leaf.index)
        for leaf in self.integers:
            yield "  %s = C.integer(%d);" % (leaf.text, leaf.index)

    def call(self, function, more=""):
        args = ", ".join(x for x in (arguments(self.program), more) if x)
        call = "%s(%s)" % (function, args)
        if self.program.main.result == T.VOID:
            yield "  %s;" % call
        else:
            yield "  C.result(%s);" % call

    def outputs(self, named):
        for leaf in self.reals:
            if not by_value(leaf.param):
                name = ', "%s"' % leaf.text if named else ""
                yield "  C.after(%d%s, %s);" % (leaf.index, name, leaf.text)

    def shadow(self, param):
        """Name of its shadow; no parameter has it."""
        name = "d_" + param.name
        while any(p.name == name for p in self.program.main.params):
            name += "_"
        return name

    def shadow_leaf(self, leaf):
        return self.shadow(leaf.param) + leaf.suffix

    def shadows(self):
        for p in self.program.main.params:
            if p.name not in self.program.wanted:
                continue
            name = self.shadow(p)
            yield "  %s;" % self.printer.declare(storage(p), name)
            if any(l.param is p for l in self.integers):
                yield "  std::memcpy(&{0}, &{1}, sizeof {1});".format(name,
                                                                      p.name)
        for leaf in self.wanted():
            yield "  %s = C.shadow<%s>(%d);" % (
                self.shadow_leaf(leaf), self.printer.type(leaf.ty), leaf.index)

    def wanted(self):
        return [l for l in self.reals if l.param.name in self.program.wanted]

    def shadow_arguments(self):
        return ", ".join(
            ("" if T.strip(p.ty)[0] == "ptr" else "&") + self.shadow(p)
            for p in self.program.main.params if p.name in self.program.wanted)

    def gradients(self):
        for leaf in self.wanted():
            name = self.shadow_leaf(leaf)
            yield '  C.gradient(%d, "%s", %s);' % (leaf.index, name, name)


# ------------------------------------------------------------------ reference


def reference_program(index, program):
    printer = Printer(reference=True)
    caller = Caller(program, printer)
    yield "namespace p%d {" % index
    for family, types in FAMILIES.items():
        yield "namespace %s {" % family
        for name, ty in zip(("f32", "f64", "f80"), types):
            yield "using %s = nabla_fuzz::Real<%s>;" % (name, ty)
        yield from printer.program(program)
        yield "static void run(nabla_fuzz::Run &C) {"
        yield from caller.inputs()
        yield from caller.call(program.main.name)
        yield from caller.outputs(named=False)
        yield "}"
        yield "} // namespace " + family
    yield "} // namespace p%d" % index


def reference_entry(index, program):
    reals, integers = inputs(program)
    cells = ", ".join(
        "{'%s', %r, %r, %s, %s}" % (
            l.ty[1], l.param.low, l.param.high,
            "true" if l.param.name in program.wanted else "false",
            "true" if by_value(l.param) else "false") for l in reals)
    ranges = ", ".join("{%d, %d}" % (l.param.low, l.param.high)
                       for l in integers)
    floats = "true" if "f" in program.precisions() else "false"
    return "    {%d, %du, %s, {%s}, {%s}, p%d::mixed::run, p%d::wide::run}," % (
        index, program.seed & 0xFFFFFFFF, floats, cells, ranges, index, index)


def reference_includes(programs):
    return ['#include "nabla_fuzz/points.h"'] + includes(programs)


def reference_file(programs, points):
    """programs: {index: program}. Also returns {line: index}."""
    lines = reference_includes(programs.values())
    owner = {}
    for index, program in programs.items():
        append_owned(lines, owner, index, reference_program(index, program))
    lines.append("int main() {")
    lines.append("  return nabla_fuzz::referenceMain({")
    lines += [reference_entry(i, p) for i, p in programs.items()]
    lines += ["  }, %d);" % points, "}"]
    return "\n".join(lines) + "\n", owner


def append_owned(lines, owner, index, more):
    for line in more:
        lines.append(line)
        owner[len(lines)] = index


# ----------------------------------------------------------------------- test


def plain_program(index, program):
    yield "namespace p%d {" % index
    yield from Printer().program(program)
    yield "} // namespace p%d" % index


def plain_file(programs):
    """What any compiler has to accept. Also returns {line: index}."""
    lines, owner = includes(programs.values()), {}
    for index, program in programs.items():
        append_owned(lines, owner, index, plain_program(index, program))
    return "\n".join(lines) + "\n", owner


def test_harness(index, program, standin=None):
    """What calls the derivatives of a program. standin: lines that define
    f_grad and f_vjp in place of Nabla."""
    caller = Caller(program, Printer())
    printer = caller.printer
    f = program.main.name
    yield "namespace p%d {" % index
    yield from standin or []
    yield "static void run(nabla_fuzz::Check &C) {"
    yield '  { C.begin("primal");'
    yield from caller.inputs()
    yield from caller.call(f)
    yield from caller.outputs(named=True)
    yield "  }"
    seed = "" if program.main.result == T.VOID else "C.seed<%s>(), " % (
        printer.type(program.main.result))
    for stage, more, guard in ((f + "_grad", "", "if (C.Seed == 1) "),
                               (f + "_vjp", seed, "")):
        yield '  %s{ C.begin("%s");' % (guard, stage)
        yield from caller.inputs()
        yield from caller.shadows()
        yield from caller.call(stage, more + caller.shadow_arguments())
        yield from caller.outputs(named=True)
        yield from caller.gradients()
        yield "  }"
    yield "}"
    yield "} // namespace p%d" % index


def test_file(programs, standins=None):
    """Also returns {line: index}, and as much for the lines that are no
    user's: no error belongs there."""
    lines = includes(programs.values())
    lines.append('#include "nabla_fuzz/expected.h"')
    if standins:
        lines.append('#include "nabla_fuzz/functions.h"')
    owner, harness = {}, {}
    for index, program in programs.items():
        append_owned(lines, owner, index, plain_program(index, program))
        append_owned(lines, harness, index, test_harness(
            index, program, standins and standins[index]))
    lines.append("int main(int argc, char **argv) {")
    lines.append("  return nabla_fuzz::testMain(argc, argv, {")
    for index, program in programs.items():
        reals, integers = inputs(program)
        lines.append("    {%d, %d, %d, p%d::run}," % (
            index, len(integers), len(reals), index))
    lines += ["  });", "}"]
    return "\n".join(lines) + "\n", owner, harness


# ----------------------------------------------------------------- reproducer


class Expectation:
    """What the reference printed for one point of one program."""

    def __init__(self, program, words):
        reals, integers = inputs(program)
        words = iter(words)

        def take(n):
            return [next(words) for _ in range(n)]

        self.integers, self.cells = take(len(integers)), take(len(reals))
        next(words)
        self.seed, self.shadows = next(words), take(len(reals))
        next(words)
        self.value = take(2)
        next(words)
        self.after = [take(2) for _ in reals]
        next(words)
        self.slopes = [take(5) for _ in reals]


class Literals(Caller):
    """A caller that writes the numbers of an Expectation into the text."""

    def __init__(self, program, expectation):
        super().__init__(program, Printer())
        self.e = expectation

    def number(self, word, ty):
        value = float.fromhex(word)
        return repr(value) + {"f": "f", "d": "", "l": "L"}[ty[1]]

    def inputs(self):
        for p in self.program.main.params:
            yield "  %s;" % self.printer.declare(storage(p), p.name)
        for leaf in self.reals:
            yield "  %s = %s;" % (
                leaf.text, self.number(self.e.cells[leaf.index], leaf.ty))
        for leaf in self.integers:
            yield "  %s = %s;" % (leaf.text, self.e.integers[leaf.index])

    def shadows(self):
        for line in super().shadows():
            if "C.shadow" not in line:
                yield line
        for leaf in self.wanted():
            yield "  %s = %s;" % (
                self.shadow_leaf(leaf),
                self.number(self.e.shadows[leaf.index], leaf.ty))

    def near(self, name, is_, should_be, tolerance):
        return '  near("%s", %s, %r, %r);' % (
            name, is_, float.fromhex(should_be), float.fromhex(tolerance))

    def call(self, function, more=""):
        args = ", ".join(x for x in (arguments(self.program), more) if x)
        call = "%s(%s)" % (function, args)
        if self.program.main.result == T.VOID:
            yield "  %s;" % call
        else:
            yield self.near("value", call, *self.e.value)

    def outputs(self, named):
        for leaf in self.reals:
            if not by_value(leaf.param):
                yield self.near(leaf.text, leaf.text,
                                *self.e.after[leaf.index])

    def gradients(self):
        for leaf in self.wanted():
            _, wide, _, tolerance, _ = self.e.slopes[leaf.index]
            name = self.shadow_leaf(leaf)
            yield self.near(name, name, wide, tolerance)


NEAR = """static int wrong = 0;
static void near(const char *what, long double is, long double shouldBe,
                 long double tolerance) {
  if (std::fabs(is - shouldBe) <= tolerance)
    return;
  ++wrong;
  std::printf("%s: should be %.17Lg is %.17Lg\\n", what, shouldBe, is);
}
"""


def reproducer(program, expectation, comment):
    """A file that compiles by itself with nabla++ and fails while the bug is
    there; expectation None: it only has to compile."""
    printer = Printer()
    lines = ["// " + c for c in comment]
    lines += [""] + includes([program]) + ["#include <cstdio>", ""]
    lines += printer.program(program)
    if expectation is None:
        name = program.main.name  # used, so that it is emitted
        lines += ["", "auto *grad = &%s_grad;" % name,
                  "auto *vjp = &%s_vjp;" % name, "int main() {}"]
        return "\n".join(lines) + "\n"
    caller = Literals(program, expectation)
    f, result = program.main.name, program.main.result
    seed_is_one = float.fromhex(expectation.seed) == 1
    more = "" if seed_is_one or result == T.VOID else caller.number(
        expectation.seed, result) + ", "
    lines += ["", NEAR, "int main() {"]
    lines += caller.inputs()
    lines += caller.shadows()
    lines += caller.call(f + ("_grad" if seed_is_one else "_vjp"),
                         more + caller.shadow_arguments())
    lines += caller.outputs(True)
    lines += caller.gradients()
    lines += ["  return wrong != 0;", "}"]
    return "\n".join(lines) + "\n"
