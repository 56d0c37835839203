# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program that calls every function for which rules are spelled, in
each spelling that the standard library has: std::, global, with suffix, as
builtin, in each precision, and of integers. It compares each gradient with that
in long double.

usage: spell.py OUTPUT RULES-FILE... -- COMPILER [ARGUMENT...]
"""

import re
import subprocess
import sys

LINE = re.compile(
    r"^NABLA_(RULE|INACTIVE|PREDICATE)\((\w+), \(([\w, ]+)\), "
    r"(cmath|c|builtin|special)\(([\w:, ]+)\)(.*)"
)
TYPES = {"": "double", "f": "float", "l": "long double"}
INTEGERS = ("abs", "labs", "llabs")  # of integers only, in C


def forms(kind, names):
    """(suffix, how it is called) of every spelling."""
    first, *others = names
    for suffix in TYPES:
        if kind in ("cmath", "special"):
            yield suffix, f"std::{first}"
            yield suffix, f"std::{first}{suffix}"
        if kind in ("cmath", "c"):
            yield suffix, f"::{first}{suffix}"
        if kind != "special":
            yield suffix, f"__builtin_{first}{suffix}"
    for name in others:
        bare = name.split(":")[-1]
        if bare in INTEGERS and not name == "std::abs":
            continue
        suffix = bare[-1] if bare[-1] in "fl" and name.startswith("c:") else ""
        yield suffix, name if name.startswith("std::") else f"::{bare}"


def sample(rest, count):
    """The second point of the rule's samples, or the only one."""
    points = re.search(r"samples\((.*?)\)(?:\)|, ulps)", rest)
    if not points:
        return ["1.3", "0.7", "0.4"][:count]
    several = re.findall(r"\{([^}]*)\}", points[1])
    several = [p.split(",") for p in several] or [[p] for p in points[1].split(",")]
    return [v.strip() for v in several[:2][-1]]


def functions(rules):
    """Lines of C++: one function each, and the check that belongs to it."""
    for line in rules:
        found = LINE.match(line)
        if not found:
            continue
        what, rule, operands, kind, names, rest = found.groups()
        operands = [o.strip() for o in operands.split(",")]
        point = sample(rest, len(operands))
        reals = [o for o in operands if o not in ("n", "m")]
        if "partials(unknown()" in rest:
            del reals[0]
        if not reals:
            continue
        names = [n.strip() for n in names.split(",")]
        for k, (suffix, call) in enumerate(dict.fromkeys(forms(kind, names))):
            yield what, rule, operands, point, reals, suffix, call, f"{rule}_{k}"
        if what == "RULE" and kind == "cmath" and len(reals) == len(operands):
            yield what, rule, operands, point, reals, "int", f"std::{names[0]}", rule


def call_of(operands, call, point, reals, type_):
    value = {o: p if o in "nm" else f"({type_}){p}" for o, p in zip(operands, point)}
    return f"{call}({', '.join(o if o in reals else value[o] for o in operands)})"


def source(f):
    what, rule, operands, point, reals, suffix, call, name = f
    if suffix == "int":  # promoted to double, and without derivative
        integers = ", ".join(["1", "2", "3"][: len(operands)])
        return (
            f"[[grad]] double {name}_int(double x) {{ return x * {call}({integers}); }} "
            f"static check {name}_i([] {{ double d = 0; {name}_int_grad(1, &d); "
            f'near("{call}(int)", 0, d, {call}({integers}), 0x1p-52L); }});'
        )
    type_ = TYPES[suffix]
    parameters = ", ".join(f"{type_} {o}" for o in reals)
    result = call_of(operands, call, point, reals, type_)
    if what == "INACTIVE":
        result = f"{reals[0]} * ({type_}){result}"
    elif what == "PREDICATE":
        result = f"{result} ? 2 * {reals[0]} : 3 * {reals[0]}"
    shadows = ", ".join(f"&d[{k}]" for k in range(len(reals)))
    values = [f"({type_})({p})" for o, p in zip(operands, point) if o in reals]
    compare = " ".join(
        f'near("{call}", {k}, d[{k}], {rule}_reference[{k}], E<{type_}>);'
        for k in range(len(reals))
    )
    return (
        f"[[grad]] {type_} {name}_is({parameters}) {{ return {result}; }} "
        f"static check {name}_c([] {{ {type_} d[3] = {{}}; "
        f"{name}_is_grad({', '.join(values)}, {shadows}); "
        f"if ({rule}_first) {{ {rule}_first = false; "
        f"for (int k = 0; k < 3; ++k) {rule}_reference[k] = d[k]; }} {compare} }});"
    )


HEAD = """
#include <cmath>
#include <math.h>
#include <cstdio>
#include <limits>
static int Wrong = 0, Checked = 0;
template <class T> constexpr long double E = std::numeric_limits<T>::epsilon();
static void near(const char *What, int K, long double Is, long double ShouldBe,
                 long double Ulp) {
  ++Checked;
  if (Is == ShouldBe ||
      std::fabs(Is - ShouldBe) <= 64 * Ulp * (1 + std::fabs(ShouldBe)))
    return;
  ++Wrong;
  std::printf("WRONG: %s, %d: should be %.19Lg, is %.19Lg\\n", What, K, ShouldBe, Is);
}
struct check { template <class F> check(F Run) { Run(); } };
"""


def program(lines):
    rules = dict.fromkeys(f[1] for f in lines)
    head = HEAD + "".join(
        f"static long double {r}_reference[3]; static bool {r}_first = true;\n"
        for r in rules
    )
    tail = (
        'int main() { std::printf("%d partials compared, %d wrong\\n", Checked, '
        "Wrong); }\n"
    )
    return head, [source(f) for f in lines], tail


def probe(f):
    """A line that compiles where the call does."""
    what, rule, operands, point, reals, suffix, call, name = f
    type_ = TYPES.get(suffix, "double")
    parameters = ", ".join(f"{type_} {o}" for o in reals)
    return f"auto {name}_{suffix} = []({parameters}) {{ return {call_of(operands, call, point, reals, type_)}; }};"


def existing(lines, path, compiler):
    """Those that the library has."""
    head = "#include <cmath>\n#include <math.h>\n"
    with open(path, "w", encoding="utf-8") as out:
        out.write(head + "\n".join(map(probe, lines)) + "\n")
    run = subprocess.run(
        [*compiler, "-fsyntax-only", "-ferror-limit=0", path],
        stderr=subprocess.PIPE,
        text=True,
    )
    missing = set()
    for number, text in re.findall(r":(\d+):\d+: error: (.*)", run.stderr):
        if not re.search(r"no member named|undeclared identifier|no type named", text):
            sys.exit(run.stderr)
        missing.add(int(number) - 1 - head.count("\n"))
    return [f for k, f in enumerate(lines) if k not in missing]


def main():
    split = sys.argv.index("--")
    path, files, compiler = sys.argv[1], sys.argv[2:split], sys.argv[split + 1 :]
    rules = [line for f in files for line in open(f, encoding="utf-8")]
    # The widest first: the others are compared with it.
    lines = sorted(functions(rules), key=lambda f: (f[1], "l f int".find(f[5] or "f")))
    head, body, tail = program(existing(lines, path, compiler))
    with open(path, "w", encoding="utf-8") as out:
        out.write(head + "\n".join(body) + "\n" + tail)


main()
