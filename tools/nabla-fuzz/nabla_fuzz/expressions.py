# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions: integers within bounds, places, and reals that stay away from
the edges of domains because their arguments are guarded."""

from . import tree as T
from .tree import Binary, Math, Num, Sub, Unary

LITERALS = "0.1 0.2 0.25 0.3 0.5 0.7 0.9 1.1 1.25 1.5 2.0 3.0".split()
BOUNDED = ["sin", "cos", "tanh"]
ANY_ARGUMENT = ["sin", "cos", "tanh"]
MORE_ANY = ["atan", "erf", "asinh"]
SMALL_ARGUMENT = ["exp", "tan"]
MORE_SMALL = ["sinh", "cosh", "expm1", "exp2", "asin", "acos", "atanh", "erfc"]
POSITIVE = ["log", "sqrt"]
MORE_POSITIVE = ["log1p", "cbrt", "log2", "log10"]


def num(n):
    return Num(str(n), T.INT)


def op(o, a, b):
    return Binary(o, a, b, T.common(a.ty, b.ty))


class Expressions:
    """Needs self.rng, self.frame, self.features, self.helpers."""

    # --------------------------------------------------------------- integers

    def ints(self):
        return self.frame.ints()

    def flags(self):
        return [v for v in self.frame.visible() if v.ty == T.BOOL]

    def int_in(self, low, high, nested=False):
        """An integer expression with a value in [low, high] always; 0 <= low."""
        makers = []
        for v in self.ints():
            makers += self.int_from(v, low, high)
        for v in self.frame.visible():
            if v.ty[0] == "array" and v.ty[1][0] == "int" and \
                    low <= v.low and v.high <= high and not nested:
                makers.append(lambda v=v: Sub(
                    v.ref(), self.int_in(0, v.ty[2] - 1, True), v.ty[1]))
        if not makers or self.rng.chance(20):
            return num(self.rng.between(low, high))
        return self.rng.pick(makers)()

    def int_from(self, v, low, high):
        """Ways to make an integer in [low, high] of variable v."""
        def plus(c):
            if c == 0:
                return v.ref()
            return Binary("+" if c > 0 else "-", v.ref(), num(abs(c)), v.ty)

        width = high - low
        if low <= v.low and v.high <= high:
            yield v.ref
            yield v.ref
        if v.high - v.low <= width and v.low >= 0:
            c = self.rng.between(low - v.low, high - v.high)
            yield lambda: plus(c)
            c2 = self.rng.between(low + v.high, high + v.low)
            yield lambda: Binary("-", num(c2), v.ref(), v.ty)
        if v.low >= 0 and width >= 1:
            yield lambda: self.wrapped(v, low, width + 1)

    def wrapped(self, v, low, m):
        """low + (a * v + b) % m"""
        e = v.ref()
        if self.rng.chance(50):
            e = Binary("*", e, num(self.rng.between(2, 3)), v.ty)
        others = [w for w in self.ints() if w.low >= 0]
        if self.rng.chance(40):
            e = Binary("+", e, self.rng.pick(others).ref(), v.ty)
        elif self.rng.chance(50):
            e = Binary("+", e, num(self.rng.between(1, 4)), v.ty)
        e = Binary("%", e, num(m), v.ty)
        return Binary("+", e, num(low), v.ty) if low else e

    # ----------------------------------------------------------------- places

    def places(self, mutable=False, precision=None, structs=True):
        """Variables that hold a real."""
        return [v for v in self.frame.visible()
                if (v.mutable or not mutable)
                and self.leaf_types(v.ty, structs)
                and (precision is None or
                     ("real", precision) in self.leaf_types(v.ty, structs))]

    def leaf_types(self, ty, structs=True):
        ty = T.strip(ty)
        if ty[0] == "real":
            return {ty}
        if ty[0] in ("array", "ptr"):
            return self.leaf_types(ty[1], structs)
        if ty[0] == "struct" and structs:
            return set().union(*(self.leaf_types(t)
                                 for t, _ in self.structs[ty[1]].fields))
        return set()

    def place(self, mutable=False, precision=None):
        """A real scalar, element or field; None if there is none."""
        found = self.places(mutable, precision)
        local = [v for v in found if v not in self.globals]
        if local and self.rng.chance(90):
            found = local
        if not found:
            return None
        # What was written should be read, and what was not read not be
        # overwritten: a statement without effect tests nothing.
        better = [v for v in found if v.unread != mutable]
        if better and self.rng.chance(60):
            found = better
        v = self.rng.pick(found)
        v.unread = mutable
        return self.descend(v.ref(), v.ty, v.count, precision)

    def descend(self, e, ty, count, precision):
        ty = T.strip(ty)
        if ty[0] == "real":
            return e
        if ty[0] == "array":
            inner = T.strip(ty[1])
            return self.descend(Sub(e, self.int_in(0, ty[2] - 1), inner), inner,
                                0, precision)
        if ty[0] == "ptr":
            return self.through_pointer(e, T.strip(ty[1]), count, precision)
        fields = [(t, n) for t, n in self.structs[ty[1]].fields
                  if self.leaf_types(t) and
                  (precision is None or ("real", precision) in self.leaf_types(t))]
        t, name = self.rng.pick(fields)
        return self.descend(T.Field(e, ".", name, t), t, 0, precision)

    def through_pointer(self, e, inner, count, precision):
        at = self.int_in(0, count - 1)
        how = self.rng.below(10)
        first = isinstance(at, Num) and at.text == "0"
        if inner[0] == "struct" and first:
            fields = [(t, n) for t, n in self.structs[inner[1]].fields
                      if self.leaf_types(t)]
            if precision is None and fields:
                t, name = self.rng.pick(fields)
                return self.descend(T.Field(e, "->", name, t), t, 0, None)
        if first and how < 5:
            place = Unary("*", e, inner)
        elif how < 2:
            place = Unary("*", Binary("+", e, at, e.ty), inner)
        elif how == 2 and isinstance(at, T.Name):
            place = Sub(at, e, inner)  # i[p]
        else:
            place = Sub(e, at, inner)
        return self.descend(place, inner, 0, precision)

    # ------------------------------------------------------------------ reals

    def literal(self):
        p = self.rng.pick(self.frame.precisions)
        if self.rng.chance(60):
            p = "d" if "d" in self.frame.precisions else p
        return Num(self.rng.pick(LITERALS) + {"f": "f", "d": "", "l": "L"}[p],
                   ("real", p))

    def leaf(self):
        if self.rng.chance(88):
            place = self.place()
            if place is not None:
                return place
        return self.literal()

    def real(self, depth):
        """A real of any value."""
        if depth <= 0:
            return self.leaf()
        e = self.rng.weighted(self.real_kinds())(depth - 1)
        return e if e is not None else self.leaf()

    def real_kinds(self):
        kinds = [(12, self.sum), (12, self.product), (4, self.scaled),
                 (4, self.quotient), (2, self.negated), (12, self.function),
                 (2, self.square), (3, self.with_integer)]
        f = self.features
        if "ternary" in f:
            kinds.append((3, self.ternary))
        if "mixed" in f:
            kinds.append((3, self.cast))
        if "call" in f and self.helpers:
            kinds.append((8, self.call))
        if "kinks" in f:
            kinds.append((2, self.kinked))
        return kinds

    def sum(self, depth):
        a, b = self.real(depth), self.real(depth)
        if isinstance(a, T.Name) and isinstance(b, T.Name) and a.name == b.name:
            a = op("*", self.literal(), a)  # x - x would be nothing
        return op(self.rng.pick("+-"), a, b)

    def product(self, depth):
        return op("*", self.real(depth), self.real(depth - 1))

    def scaled(self, depth):
        return op("*", self.literal(), self.real(depth))

    def quotient(self, depth):
        return op("/", self.real(depth), self.positive())

    def negated(self, depth):
        e = self.real(depth)
        return Unary("-", e, e.ty)

    def square(self, depth):
        e = self.leaf()
        return op("*", e, e.copy())

    def with_integer(self, depth):
        ints = self.ints()
        n = self.rng.pick(ints).ref() if ints else num(self.rng.between(2, 3))
        if self.rng.chance(30):
            p = self.rng.pick(self.frame.precisions)
            n = T.Cast(n, ("real", p), self.rng.pick(["c", "static", "call"]))
        e = self.real(depth)
        if self.rng.chance(15):
            return op("/", e, num(self.rng.between(2, 4)))
        pair = (n, e) if self.rng.chance(50) else (e, n)
        return op(self.rng.pick("*+*-*"), *pair)

    def ternary(self, depth):
        a, b = self.real(depth), self.real(depth - 1)
        return T.Ternary(self.condition(), a, b, T.common(a.ty, b.ty))

    def cast(self, depth):
        to = ("real", self.rng.pick(self.frame.precisions))
        return T.Cast(self.real(depth), to,
                      self.rng.pick(["c", "static", "call"]))

    def math(self, name, *args):
        """A call of a <cmath> function in one of its spellings."""
        types = [a.ty for a in args]
        if len(args) == 1:
            ty = types[0]
        else:
            ty = T.common(*types, least="d")
        spelling = "std"
        if name != "abs" and self.rng.chance(15):
            spelling = self.rng.pick(["global", "suffix", "builtin"])
            if spelling == "global" and ty != T.DOUBLE:
                spelling = "suffix"
        return Math(name, list(args), ty, spelling)

    def function(self, depth):
        more = "cmath" in self.features and self.rng.chance(40)
        kind = self.rng.below(10)
        if kind < 4:
            return self.math(self.rng.pick(MORE_ANY if more else ANY_ARGUMENT),
                             self.real(depth))
        if kind < 6:
            return self.math(self.rng.pick(MORE_SMALL if more else SMALL_ARGUMENT),
                             self.small(depth))
        if kind < 8:
            return self.math(
                self.rng.pick(MORE_POSITIVE if more else POSITIVE),
                self.positive())
        if more:
            return self.math(self.rng.pick(["atan2", "hypot"]),
                             self.real(depth - 1), self.positive())
        return self.power(depth)

    def power(self, depth):
        if self.rng.chance(25):
            return self.math("pow", self.real(depth - 1), num(self.rng.between(2, 3)))
        exponent = self.small(depth - 1) if self.rng.chance(50) else self.literal()
        return self.math("pow", self.positive(), exponent)

    def kinked(self, depth):
        if self.rng.chance(60):
            return self.math(self.rng.pick(["fabs", "fabs", "abs"]),
                             self.real(depth))
        return self.math(self.rng.pick(["fmax", "fmin"]), self.real(depth),
                         self.real(depth - 1))

    def small(self, depth):
        """A real between -0.95 and 0.95."""
        factor = Num("0.9" if self.rng.chance(50) else "0.5", T.DOUBLE)
        if "d" not in self.frame.precisions:
            factor = Num("0.5f", T.FLOAT)
        return op("*", factor,
                  self.math(self.rng.pick(BOUNDED), self.real(depth)))

    def positive(self):
        """A real of at least 0.3."""
        sure = [v for v in self.frame.reals() if v.positive]
        if sure and self.rng.chance(50):
            return self.rng.pick(sure).ref()
        e = self.leaf()
        if self.rng.chance(70):
            return op("+", self.literal_at_least("1.2 1.5 2.0".split()),
                      op("*", e, e.copy()))
        return op("+", self.literal_at_least("1.5 2.0".split()),
                  self.math(self.rng.pick(BOUNDED), e))

    def literal_at_least(self, texts):
        e = self.literal()
        e.text = self.rng.pick(texts) + e.text.lstrip("0123456789.")
        return e

    def tame(self, depth):
        """A real of moderate size: what may be carried around a loop."""
        if self.rng.chance(70):
            return self.math(self.rng.pick(BOUNDED), self.real(depth))
        e = self.leaf()
        return op("/", e, op("+", num(2), op("*", e.copy(), e.copy())))

    # ------------------------------------------------------------- conditions

    def condition(self):
        kind = self.rng.below(10)
        flags = self.flags()
        if flags and kind < 2:
            e = self.rng.pick(flags).ref()
            return Unary("!", e, T.BOOL) if self.rng.chance(30) else e
        ints = self.ints()
        if ints and kind < 5:
            return self.int_condition(self.rng.pick(ints))
        if kind == 9 and "branch" in self.features:
            e = Binary(self.rng.pick(["&&", "||"]), self.condition(),
                       self.condition(), T.BOOL)
            return Unary("!", e, T.BOOL) if self.rng.chance(20) else e
        return self.comparison()

    def truth(self):
        """A condition where none is asked for: an object says nothing there."""
        e = self.condition()
        return T.Cast(e, T.BOOL, self.rng.pick(["call", "static", "c"])) \
            if isinstance(e, T.Raw) else e

    def comparison(self):
        left = self.real(self.rng.below(2))
        right = self.literal() if self.rng.chance(60) else self.leaf()
        if isinstance(left, T.Name) and isinstance(right, T.Name) and \
                left.name == right.name:
            right = self.literal()
        return Binary(self.rng.pick(["<", ">", "<=", ">="]), left, right, T.BOOL)

    def int_condition(self, v):
        if v.low >= 0 and self.rng.chance(40):
            m = self.rng.between(2, 3)
            left = Binary("%", v.ref(), num(m), v.ty)
            return Binary(self.rng.pick(["==", "!="]), left,
                          num(self.rng.below(m)), T.BOOL)
        c = num(max(0, self.rng.between(v.low, v.high)))
        return Binary(self.rng.pick(["<", ">", "<=", ">=", "==", "!="]),
                      v.ref(), c, T.BOOL)

    # ------------------------------------------------------------------ calls

    def call(self, depth):
        """A call inside an expression: of a helper that writes nothing."""
        pure = [h for h in self.helpers
                if not h.writes and h.result != T.VOID
                and h.cost * self.frame.trips <= self.frame.cost]
        return self.call_of(self.rng.pick(pure)) if pure else None

    def call_of(self, helper):
        """None if an argument cannot be had."""
        args, written = [], set()
        for p in helper.params:
            e = self.argument(p, written)
            if e is None:
                return None
            args.append(e)
        self.frame.cost -= helper.cost * self.frame.trips
        helper.called = True
        return T.Call(helper.name, args, helper.result)

    def argument(self, p, written):
        ty = p.ty
        if T.strip(ty[1] if ty[0] == "ptr" else ty)[0] == "class":
            return self.thing_argument(p, written)
        if ty[0] == "int":
            return self.int_in(p.low, p.high)
        if ty[0] == "bool":
            return self.truth()
        if ty[0] == "real":
            if p.positive:
                return self.positive()
            e = self.real(1)
            return e if T.is_real(e.ty) else None
        if ty[0] == "const" and ty[1][0] == "real":
            return self.real(1)
        if ty[0] == "ref":
            return self.reference_argument(ty[1], written)
        if ty[0] == "ptr":
            return self.pointer_argument(ty[1], p.count, written)
        if ty[0] == "struct":
            same = [v for v in self.frame.visible() if v.ty == ty]
            return self.rng.pick(same).ref() if same else None
        return None

    def reference_argument(self, ty, written):
        inner = T.strip(ty)
        constant = ty[0] == "const"
        if inner[0] == "struct":
            e = self.struct_place(inner, not constant)
            if e is None or not constant and self.root(e) in written:
                return None
        else:
            if constant and self.rng.chance(30):
                e = self.real(1)
                return e if e.ty == inner else T.Cast(e, inner, "c")
            e = self.place(not constant, inner[1])
            if e is not None and e.ty != inner:
                return None
        if e is None or not self.distinct(e, constant, written):
            return None
        return e

    def struct_place(self, ty, mutable):
        found = [v for v in self.frame.visible()
                 if v.ty == ty and (v.mutable or not mutable)]
        return self.rng.pick(found).ref() if found else None

    def root(self, e):
        """Name of the variable that a place belongs to."""
        while not isinstance(e, T.Name):
            e = next(c for c in e.children()
                     if c.ty and c.ty[0] not in ("int", "bool"))
        return e.name

    def distinct(self, e, constant, written):
        """Whether a place may be passed beside the others: with the feature
        `alias` always."""
        root = self.aliases.get(self.root(e), self.root(e))
        clash = root in {name for name, _ in written} if not constant else \
            (root, True) in written
        written.add((root, not constant))
        return "alias" in self.features or not clash

    def pointer_argument(self, ty, count, written):
        inner, constant = T.strip(ty), ty[0] == "const"
        found = []
        for v in self.frame.visible():
            if not (v.mutable or constant):
                continue
            if v.ty[0] == "ptr" and T.strip(v.ty[1]) == inner and v.count >= count:
                found.append((v, v.ref(), v.count))
            if v.ty[0] == "array":
                e, t = v.ref(), v.ty
                while t[1][0] == "array":
                    e, t = Sub(e, self.int_in(0, t[2] - 1), t[1]), t[1]
                if t[1] == inner and t[2] >= count:
                    found.append((v, e, t[2]))
            if v.ty == inner and count == 1:
                found.append((v, Unary("&", v.ref(), T.pointer(inner)), 1))
        if not found:
            return None
        v, e, have = self.rng.pick(found)
        if not self.distinct(e, constant, written):
            return None
        if have > count and e.ty[0] != "real" and self.rng.chance(50):
            k = self.int_in(0, have - count)
            if self.rng.chance(50):
                return Binary("+", e, k, T.pointer(inner))
            return Unary("&", Sub(e, k, inner), T.pointer(inner))
        return e
