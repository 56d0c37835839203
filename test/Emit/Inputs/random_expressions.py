#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random functions of typed expressions as IR text, and a C++ program
that calls them and compares with values computed here.

    random_expressions.py SEED COUNT OUT.ir OUT.cpp

Casts that are implicit in the IR stand anywhere between any two arithmetic
types: whether C++ makes them by itself is for Emit to find out. What would be
undefined in C++ is not generated."""

import random
import struct
import sys

# IR spelling, C++ spelling, width (0: real), signed, suffix of a literal.
TYPES = {
    "b": ("bool", "bool", 1, False),
    "c": ('i8 "signed char"', "signed char", 8, True),
    "s": ("short", "short", 16, True),
    "i": ("int", "int", 32, True),
    "u": ("unsigned int", "unsigned int", 32, False),
    "l": ("long", "long", 64, True),
    "m": ("unsigned long", "unsigned long", 64, False),
    "f": ("float", "float", 0, True),
    "d": ("double", "double", 0, True),
}
SUFFIX = {"i": "", "u": "u", "l": "l", "m": "ul"}
INTS = "iulm"  # the types that integers are computed in
NUMBERS = INTS + "fd"


class Undefined(Exception):
    pass


def to_float(x):
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        raise Undefined


def finite(x):
    if x != x or abs(x) > 1e30:
        raise Undefined
    return x


def wrap(t, x):
    """x modulo the width of t."""
    _, _, bits, signed = TYPES[t]
    x &= (1 << bits) - 1
    return x - (1 << bits) if signed and x >> (bits - 1) else x


def convert(t, x):
    if t == "b":
        return x != 0
    if t == "d":
        return float(x)
    if t == "f":
        # Through double would round twice.
        if isinstance(x, int) and abs(x) > 1 << 53:
            raise Undefined
        return to_float(x)
    if isinstance(x, float):
        if wrap(t, int(x)) != int(x):
            raise Undefined
        return int(x)
    return wrap(t, int(x))


def computed(t, x):
    """The result x of an operation in t."""
    if t == "f":
        return finite(to_float(x))
    if t == "d":
        return finite(x)
    if TYPES[t][3] and wrap(t, x) != x:
        raise Undefined
    return wrap(t, x)


def quotient(t, x, y):
    if y == 0:
        raise Undefined
    if t in "fd":
        return x / y
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


class Generator:
    def __init__(self, rng):
        self.rng = rng
        pick = rng.choice
        self.params = {
            "b": pick([True, False]),
            "c": rng.randint(-128, 127),
            "s": rng.randint(-300, 300),
            "i": rng.randint(-40, 40),
            "u": pick([3, 77, 3000000000]),
            "l": pick([-5, 12, -5000000000]),
            "m": pick([2, 9, (1 << 63) + 5]),
            "f": to_float(pick([0.1, -2.5, 33.3])),
            "d": pick([0.7, -1e-3, 123.456]),
        }

    def leaf(self, t):
        if t in "bcs" or self.rng.random() < 0.6:
            return "%" + t, self.params[t]
        if t in SUFFIX:
            x = self.rng.randint(-9 if TYPES[t][3] else 0, 9)
            return str(x) + SUFFIX[t], x
        text = self.rng.choice(["0.5", "3.25", "1e-2", "7.0"])
        if t == "d":
            return text, float(text)
        return text + "f", to_float(float(text))

    def cast(self, t, depth):
        text, x = self.expr(self.rng.choice("bcsiulmfd"), depth)
        word = self.rng.choice(["implicit", "implicit", "implicit", "cast"])
        return f"{word}<{TYPES[t][0]}>({text})", convert(t, x)

    def select(self, t, depth):
        c, x = self.expr("b", depth)
        a, y = self.expr(t, depth)
        b, z = self.expr(t, depth)
        return f"(({c}) ? ({a}) : ({b}))", y if x else z

    def arithmetic(self, t, depth):
        ops = "+-*/" if t in "fd" else "+-*/%&|^"
        op = self.rng.choice(ops)
        a, x = self.expr(t, depth)
        b, y = self.expr(t, depth)
        if op in "/%":
            q = quotient(t, x, y)
            r = q if op == "/" else x - q * y
        else:
            r = {
                "+": lambda: x + y,
                "-": lambda: x - y,
                "*": lambda: x * y,
                "&": lambda: x & y,
                "|": lambda: x | y,
                "^": lambda: x ^ y,
            }[op]()
        return f"({a}) {op} ({b})", computed(t, r)

    def unary(self, t, depth):
        a, x = self.expr(t, depth)
        if t not in "fd" and self.rng.random() < 0.4:
            return f"~({a})", wrap(t, ~x)
        return f"-({a})", computed(t, -x)

    def shift(self, t, depth):
        a, x = self.expr(t, depth)
        b, y = self.expr(self.rng.choice(INTS), depth)
        if not 0 <= y < TYPES[t][2] or x < 0:
            raise Undefined
        if self.rng.random() < 0.5:
            return f"({a}) >> ({b})", x >> y
        return f"({a}) << ({b})", computed(t, x << y)

    def comparison(self, depth):
        t = self.rng.choice(NUMBERS + "bcs")
        a, x = self.expr(t, depth)
        b, y = self.expr(t, depth)
        op = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        r = {
            "<": x < y,
            "<=": x <= y,
            ">": x > y,
            ">=": x >= y,
            "==": x == y,
            "!=": x != y,
        }[op]
        return f"({a}) {op} ({b})", r

    def logic(self, depth):
        kind = self.rng.choice("!&|")
        a, x = self.expr("b", depth)
        if kind == "!":
            return f"!({a})", not x
        b, y = self.expr("b", depth)
        return f"({a}) {kind}{kind} ({b})", (x and y) if kind == "&" else (x or y)

    def one(self, t, depth):
        choice = self.rng.random()
        if depth <= 0 or choice < 0.1:
            return self.leaf(t)
        depth -= 1
        if choice < 0.4:
            return self.cast(t, depth)
        if choice < 0.5:
            return self.select(t, depth)
        if t == "b":
            return self.logic(depth) if choice < 0.75 else self.comparison(depth)
        if t in "cs":
            return self.cast(t, depth)
        if choice < 0.62:
            return self.unary(t, depth)
        if t in INTS and choice < 0.7:
            return self.shift(t, depth)
        return self.arithmetic(t, depth)

    def expr(self, t, depth):
        for _ in range(20):
            try:
                return self.one(t, depth)
            except Undefined:
                pass
        return self.leaf(t)

    # Where an expression of type t stands: statements that end in *%out.
    def statements(self, t):
        where = self.rng.randrange(8)
        e, x = self.expr(t, 4)
        ir = TYPES[t][0]
        if where == 0:
            return f"let {ir} %x = {e};\n  *%out = %x;", x
        if where == 1:
            return f"call {ir} %x = @id_{t}({e});\n  *%out = %x;", x
        if where == 2:
            return (
                f"let {ir}[2] %a = aggregate<{ir}[2]>{{{e}, {e}}};\n"
                f"  *%out = %a[1];",
                x,
            )
        if where == 3 and t in NUMBERS:
            a, y = self.leaf(t)
            op = self.rng.choice("+-*")
            r = {"+": y + x, "-": y - x, "*": y * x}[op]
            return (
                f"*%out = {a};\n  *%out {op}= {e};",
                computed(t, r),
            )
        if where == 4:
            c, y = self.expr("b", 4)
            return f"*%out = %{t};\n  if ({c}) {{\n    *%out = {e};\n  }}", (
                x if y else self.params[t]
            )
        if where == 5 and t in INTS:
            return (
                f"let {ir}[8] %a = aggregate<{ir}[8]>{{}};\n"
                f"  %a[({e}) & {'7' + SUFFIX[t]}] = %{t};\n"
                f"  *%out = %a[{x & 7}];",
                self.params[t],
            )
        if where == 6:
            c, y = self.expr("b", 3)
            return (
                f"while ({c}) {{\n    *%out = {e};\n    return;\n  }}\n"
                f"  *%out = %{t};",
                x if y else self.params[t],
            )
        return f"*%out = {e};", x


def literal(t, x):
    if t == "b":
        return "true" if x else "false"
    if t == "f":
        return x.hex() + "f"
    if t == "d":
        return x.hex()
    if x == -(1 << 63):
        return "(-9223372036854775807l - 1)"
    if x == -(1 << 31):
        return "(-2147483647 - 1)"
    return f"({TYPES[t][1]})" + str(x) + ("ul" if t == "m" else "l")


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    params = ", ".join(f"{TYPES[t][0]} %{t}" for t in TYPES)
    ir = "".join(
        f"func @id_{t}({TYPES[t][0]} %x) -> {TYPES[t][0]} {{\n  return %x;\n}}\n"
        for t in TYPES
    )
    calls = ""
    for n in range(count):
        t = rng.choice("bcsiulmfd")
        while True:
            g = Generator(rng)
            try:
                body, x = g.statements(t)
                break
            except Undefined:
                pass
        ir += f"func @t{n}({params}, {TYPES[t][0]}* %out) -> void {{\n  {body}\n}}\n"
        args = ", ".join(literal(p, g.params[p]) for p in TYPES)
        calls += (
            f"  {{ {TYPES[t][1]} out, want = {literal(t, x)};"
            f" t{n}({args}, &out); check({n}, out, want); }}\n"
        )
    with open(sys.argv[3], "w") as f:
        f.write(ir)
    with open(sys.argv[4], "w") as f:
        f.write(
            f"""#include <cstdio>
#include EMITTED
static int wrong;
template <class T> static void check(int n, T is, T should) {{
  if (!(is == should) && ++wrong < 9)
    std::printf("seed {seed}: function t%d is wrong\\n", n);
}}
int main() {{
{calls}  std::printf("{count} functions, %d wrong\\n", wrong);
  return wrong != 0;
}}
"""
        )


main()
