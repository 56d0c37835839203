# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program as a tree.

Types are tuples, so that they compare by value:
    ("real", "f" | "d" | "l")   ("int", "unsigned")   ("bool",)   ("void",)
    ("ptr", type)   ("const", type)   ("ref", type)   ("array", type, n)
    ("struct", name)   ("fn", result, parameter types)   ("class", spelling)
Expressions carry their type in `ty`, whatever the printer has to convert for
the reference. Nodes are mutable; a whole program is copied before the reducer
changes it.
"""

import copy

FLOAT, DOUBLE, LONG = ("real", "f"), ("real", "d"), ("real", "l")
INT, BOOL, VOID = ("int", "int"), ("bool",), ("void",)
RANK = {"f": 0, "d": 1, "l": 2}


def pointer(t):
    return ("ptr", t)


def const(t):
    return ("const", t)


def reference(t):
    return ("ref", t)


def array(t, *dims):
    for n in reversed(dims):
        t = ("array", t, n)
    return t


def strip(t):
    """Without references and outer const."""
    while t[0] in ("ref", "const"):
        t = t[1]
    return t


def is_real(t):
    return strip(t)[0] == "real"


def common(a, b, least=None):
    """The type of a + b; with `least`, of a function of both."""
    ranks = [RANK[t[1]] for t in (strip(a), strip(b)) if t[0] == "real"]
    if least and not (is_real(a) and is_real(b)):
        ranks.append(RANK[least])
    return (FLOAT, DOUBLE, LONG)[max(ranks)]


class Node:
    """Attributes named in `slots` hold nodes, lists of nodes, or None."""

    slots = ()

    def copy(self):
        return copy.deepcopy(self)

    def children(self):
        for slot in self.slots:
            value = getattr(self, slot)
            if isinstance(value, list):
                yield from (v for v in value if v is not None)
            elif value is not None:
                yield value

    def walk(self):
        yield self
        for child in self.children():
            yield from child.walk()


# ---------------------------------------------------------------- expressions


class Expr(Node):
    ty = None


class Num(Expr):
    """A literal, as it is spelled."""

    def __init__(self, text, ty):
        self.text, self.ty = text, ty


class Name(Expr):
    def __init__(self, name, ty):
        self.name, self.ty = name, ty


class Sub(Expr):
    """base[index]"""

    slots = ("base", "index")

    def __init__(self, base, index, ty):
        self.base, self.index, self.ty = base, index, ty


class Field(Expr):
    """base.name or base->name"""

    slots = ("base",)

    def __init__(self, base, op, name, ty):
        self.base, self.op, self.name, self.ty = base, op, name, ty


class Unary(Expr):
    """op operand, or operand op for op "p++" and "p--" """

    slots = ("operand",)

    def __init__(self, op, operand, ty):
        self.op, self.operand, self.ty = op, operand, ty


class Binary(Expr):
    """Arithmetic, comparison, logic, the comma, and assignment as a value."""

    slots = ("left", "right")

    def __init__(self, op, left, right, ty):
        self.op, self.left, self.right, self.ty = op, left, right, ty


class Ternary(Expr):
    slots = ("cond", "yes", "no")

    def __init__(self, cond, yes, no, ty):
        self.cond, self.yes, self.no, self.ty = cond, yes, no, ty


class Cast(Expr):
    """style: "c", "static", "call" """

    slots = ("operand",)

    def __init__(self, operand, ty, style):
        self.operand, self.ty, self.style = operand, ty, style


class Math(Expr):
    """A function of <cmath>; spelling: "std", "global", "suffix", "builtin" """

    slots = ("args",)

    def __init__(self, name, args, ty, spelling="std"):
        self.name, self.args, self.ty, self.spelling = name, args, ty, spelling


class Call(Expr):
    """A call of a helper, or through the variable `name`."""

    slots = ("args",)

    def __init__(self, name, args, ty):
        self.name, self.args, self.ty = name, args, ty


class InitList(Expr):
    slots = ("items",)

    def __init__(self, items, ty):
        self.items, self.ty = items, ty


class Raw(Expr):
    """Text between expressions: pieces are strings and nodes. Types in the
    text are spelled {f}, {d}, {l}."""

    slots = ("parts",)

    def __init__(self, pieces, ty):
        self.pieces, self.ty = pieces, ty

    @property
    def parts(self):
        return [p for p in self.pieces if isinstance(p, Node)]


# ----------------------------------------------------------------- statements


class Stmt(Node):
    #: The reducer may remove it only together with what contains it.
    pinned = False


class Block(Stmt):
    slots = ("body",)

    def __init__(self, body):
        self.body = body


class Decl(Stmt):
    """ty name = init;  prefix: "static ", "auto" in place of the type, ..."""

    slots = ("init",)

    def __init__(self, ty, name, init, prefix="", auto=False):
        self.ty, self.name, self.init = ty, name, init
        self.prefix, self.auto = prefix, auto


class Do(Stmt):
    """An expression as a statement: assignment, call, increment."""

    slots = ("expr",)

    def __init__(self, expr):
        self.expr = expr


class If(Stmt):
    slots = ("cond", "then", "other")

    def __init__(self, cond, then, other=None, braces=True):
        self.cond, self.then, self.other = cond, then, other
        self.braces = braces


class For(Stmt):
    """init is a Decl, an expression, or None."""

    slots = ("init", "cond", "step", "body")

    def __init__(self, init, cond, step, body):
        self.init, self.cond, self.step, self.body = init, cond, step, body


class While(Stmt):
    slots = ("cond", "body")

    def __init__(self, cond, body, first=True):
        self.cond, self.body, self.first = cond, body, first


class Arm(Stmt):
    """Of a switch: its values (none: default) and statements."""

    slots = ("body",)
    pinned = True

    def __init__(self, values, body):
        self.values, self.body = values, body


class Switch(Stmt):
    slots = ("value", "arms")

    def __init__(self, value, arms):
        self.value, self.arms = value, arms


class Jump(Stmt):
    """kind: "break", "continue", "return", "goto" """

    slots = ("value",)

    def __init__(self, kind, value=None, label=None):
        self.kind, self.value, self.label = kind, value, label


class Label(Stmt):
    pinned = True

    def __init__(self, name):
        self.name = name


class CaseLabel(Stmt):
    """A case inside of a block of its switch."""

    pinned = True

    def __init__(self, value):
        self.value = value


class Headed(Stmt):
    """Text as in Raw that declares variables, and a block."""

    slots = ("parts", "body")

    def __init__(self, pieces, body, declares):
        self.pieces, self.body, self.declares = pieces, body, declares

    @property
    def parts(self):
        return [p for p in self.pieces if isinstance(p, Node)]


class RawStmt(Stmt):
    """A whole line, as Raw."""

    slots = ("parts",)

    def __init__(self, pieces):
        self.pieces = pieces

    @property
    def parts(self):
        return [p for p in self.pieces if isinstance(p, Node)]


# ------------------------------------------------------------------ functions


class Param(Node):
    """Of the tested function, `count` tells how many elements a pointer has,
    `low`..`high` from where values are drawn."""

    def __init__(self, ty, name, count=0, low=0.0, high=0.0):
        self.ty, self.name, self.count = ty, name, count
        self.low, self.high = low, high


class Function(Node):
    slots = ("params", "body")

    def __init__(self, name, result, params, body, prefix=""):
        self.name, self.result, self.params = name, result, params
        self.body, self.prefix = body, prefix


class Struct(Node):
    def __init__(self, name, fields):
        self.name, self.fields = name, fields  # [(type, name)]


class Program(Node):
    """items: structs, global Decls and helper functions, in order; main: the
    differentiated function; wanted: names of its differentiated parameters;
    attribute: "name", "index" or "" (all that can be)."""

    slots = ("items", "main")

    def __init__(self, seed, items, main, wanted, attribute="", features=()):
        self.seed, self.items, self.main = seed, items, main
        self.wanted, self.attribute = wanted, attribute
        self.features = tuple(features)
        self.declared_first = False

    def structs(self):
        return {s.name: s for s in self.items if isinstance(s, Struct)}

    def precisions(self):
        """Letters of the real types that occur."""
        found = set()

        def look(t):
            if t[0] == "real":
                found.add(t[1])
            elif t[0] == "fn":
                for p in (t[1],) + t[2]:
                    look(p)
            elif t[0] not in ("int", "bool", "void", "struct", "class"):
                look(t[1])

        for node in self.walk():
            ty = getattr(node, "ty", None)
            if ty:
                look(ty)
            if isinstance(node, Function):
                look(node.result)
            if isinstance(node, Struct):
                for t, _ in node.fields:
                    look(t)
        return found
