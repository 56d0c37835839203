# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program from a seed and a set of features."""

from . import tree as T
from .blocks import Blocks
from .builders import Builders
from .control import Control
from .expressions import Expressions, num, op
from .flow import Flow
from .kernels import Kernels
from .memory import Memory
from .rng import Rng
from .scope import Frame, Helper, Var
from .shapes import Shapes
from .statements import Statements, assign
from .things import UNMODELLED, Thing, Things
from .tree import Block, Decl, Function, Jump, Num, Param

LEVEL1 = ("scalar branch loop array pointer call compound intstate mixed "
          "ternary globals cmath kinks subset").split()
LEVEL2 = ("while break continue return switch goto comma shortcircuit "
          "nestedassign recursion struct walkpointer malloc memcpy fnptr alias "
          "void").split()
#: Of level 2 too: globals that the function sets and callees read.
LEVEL2.append("globalwrite")
FLOW = "loopshapes rangefor initstmt irreducible duff throwguard".split()
BLOCKS = "rows handedon realloc list holder algorithms bits".split()
SHAPES = ("effects pointers nodes structresult pointermath stream triangular "
          "timeloop halves tally overwritten noinline builders").split()
LEVEL3 = FLOW + BLOCKS + SHAPES + UNMODELLED
FEATURES = LEVEL1 + LEVEL2 + LEVEL3


def feature_set(text):
    """"scalar,loop", "level1", "level2" (1 too), "flow", "blocks" and
    "shapes" and "unmodelled" (parts of level 3 alone), "all", and "-name" to take away."""
    chosen = set()
    for word in text.split(","):
        names = {"level1": LEVEL1, "level2": LEVEL1 + LEVEL2,
                 "flow": FLOW, "blocks": BLOCKS, "shapes": SHAPES,
                 "unmodelled": UNMODELLED,
                 "all": FEATURES}.get(
            word.lstrip("-"), [word.lstrip("-")])
        for name in names:
            if name not in FEATURES:
                raise ValueError("unknown feature '%s'; known are: %s" %
                                 (name, ", ".join(FEATURES)))
        chosen = chosen - set(names) if word.startswith("-") else \
            chosen | set(names)
    return chosen


class Generator(Things, Control, Flow, Builders, Kernels, Shapes, Blocks, Memory, Statements, Expressions):
    def more_statement_kinds(self):
        return (self.control_kinds() + self.flow_kinds() + self.memory_kinds() +
                self.block_kinds() + self.shape_kinds() + self.kernel_kinds() +
                self.builder_kinds() + self.thing_kinds())

    def __init__(self, seed, features):
        self.rng = Rng(seed * 2 + 1)
        self.seed = seed
        self.features = self.choose(features)
        self.items = []
        self.helpers = []
        self.structs = {}
        self.globals = []
        self.kept = []  # (name, kind) of globals without derivatives
        self.high = self.rng.between(1, 3) if self.unmodelled() else 0
        self.written = []  # globals that the main function sets first
        self.in_main = False
        self.aliases = {}
        self.frame = None
        self.precisions = self.choose_precisions()

    def choose(self, features):
        """A program has some of the features, so that programs differ; the more
        basic ones nearly always."""
        chosen = {"scalar"}
        likely = {"branch": 75, "loop": 80, "array": 65, "pointer": 60,
                  "compound": 75, "call": 60, "mixed": 25, "subset": 20,
                  "cmath": 40, "void": 8, "goto": 30, "alias": 25,
                  **dict.fromkeys(UNMODELLED, 35)}
        for name in FEATURES:
            if name in features and self.rng.chance(likely.get(name, 50)):
                chosen.add(name)
        return chosen

    def choose_precisions(self):
        if "mixed" not in self.features:
            return ["d"]
        return list(self.rng.weighted([(2, "f"), (5, "df"), (2, "dl"), (1, "l"),
                                       (2, "fdl")]))

    # ------------------------------------------------------------------ whole

    def program(self):
        if "globals" in self.features:
            self.make_globals()
        if "globalwrite" in self.features:
            self.make_written_globals()
        if "struct" in self.features:
            self.make_structs()
        if self.unmodelled():
            self.make_thing_globals()
        if "call" in self.features:
            for i in range(self.rng.between(1, 4)):
                self.make_helper(i)
        main = self.make_main()
        if "noinline" in self.features:
            self.keep_calls()
        wanted = [p.name for p in main.params if self.differentiable(p)]
        attribute = ""
        if "subset" in self.features and len(wanted) > 1:
            some = [w for w in wanted if self.rng.chance(50)] or wanted[:1]
            written = {p.name for p in main.params
                       if p.ty[0] in ("ptr", "ref") and p.ty[1][0] != "const"}
            # What f writes stays differentiated: without a shadow its final
            # contents would have no adjoint to come from.
            wanted = [w for w in wanted if w in some or w in written]
            attribute = self.rng.pick(["name", "index"])
        p = T.Program(self.seed, self.items, main, wanted, attribute,
                      sorted(self.features))
        p.declared_first = self.rng.chance(15)
        return p

    def keep_calls(self):
        for item in self.items:
            if isinstance(item, Function) and self.rng.chance(60):
                item.prefix = "__attribute__((noinline)) " + item.prefix

    def differentiable(self, p):
        return bool(self.leaf_types(p.ty))

    def begin_frame(self, statements, cost):
        self.frame = Frame(self.rng, self.precisions, self.features, statements,
                           cost)
        self.frame.scopes[0] += self.globals
        # Only the main function writes them: in which order a callee's write
        # and a read in the same expression come is not said.
        self.frame.scopes[0] += [Var(v.name, v.ty, mutable=self.in_main)
                                 for v in self.written]
        self.frame.scopes[0] += [Thing(name, kind, mutable=self.in_main)
                                 for name, kind in self.kept]
        self.frame.scopes.append([])
        self.aliases = {}

    # ---------------------------------------------------------------- globals

    def make_globals(self):
        for i in range(self.rng.between(1, 3)):
            ty = ("real", self.rng.pick(self.precisions))
            kind = self.rng.below(4)
            if kind == 0:
                name, n = "W%d" % i, self.rng.between(2, 4)
                ty = T.array(ty, n)
                init = T.InitList([self.constant(ty[1]) for _ in range(n)], ty)
                prefix = self.rng.pick(["const ", "static const ", "constexpr "])
            elif kind == 1:
                name, ty = "M%d" % i, T.array(ty, 2, 3)
                row = [[self.constant(ty[1][1]) for _ in range(3)]
                       for _ in range(2)]
                init = T.InitList([T.InitList(r, ty[1]) for r in row], ty)
                prefix = "const "
            elif kind == 2:
                name, n = "Order%d" % i, self.rng.between(2, 4)
                ty = T.array(T.INT, n)
                init = T.InitList([num(self.rng.between(0, 2))
                                   for _ in range(n)], ty)
                prefix = "static const "
            else:
                name, init = "G%d" % i, self.constant(ty)
                prefix = self.rng.pick(["", "const ", "constexpr ", "static "])
            self.items.append(Decl(ty, name, init, prefix))
            self.globals.append(Var(name, ty, mutable=False, low=0, high=2))

    def make_written_globals(self):
        for i in range(self.rng.between(1, 2)):
            ty = ("real", self.rng.pick(self.precisions))
            name, init = "T%d" % i, self.constant(ty)
            if "array" in self.features and self.rng.chance(40):
                ty = T.array(ty, self.rng.between(2, 4))
                init = T.InitList([self.constant(ty[1]) for _ in range(ty[2])],
                                  ty)
            self.items.append(Decl(ty, name, init,
                                   self.rng.pick(["", "static "])))
            self.written.append(Var(name, ty))

    def set_written_globals(self):
        """What earlier calls left there must not matter."""
        body = []
        for v in self.written:
            n = v.ty[2] if v.ty[0] == "array" else 0
            places = [T.Sub(v.ref(), num(k), v.ty[1]) for k in range(n)] \
                if n else [v.ref()]
            body += [assign(p, "=", self.constant(p.ty)) for p in places]
        return body

    def constant(self, ty):
        e = Num("%s%s" % (self.rng.pick("0.5 1.5 0.25 1.2 0.8 2.0".split()),
                          {"f": "f", "d": "", "l": "L"}[ty[1]]), ty)
        return T.Unary("-", e, ty) if self.rng.chance(30) else e

    # ---------------------------------------------------------------- helpers

    def make_helper(self, i):
        big = self.rng.chance(50)
        self.begin_frame(self.rng.between(2, 6) if big else 1, 60 if big else 8)
        cost_before = self.frame.cost
        params, writes = self.helper_params()
        name = "h%d" % i
        result = T.VOID if writes and self.rng.chance(50) else \
            ("real", self.rng.pick(self.precisions))
        self.frame.result = result
        body = []
        if big or result == T.VOID:
            body = self.block(5, own_scope=False).body
        if result != T.VOID:
            body.append(Jump("return", self.summary(2)))
        prefix = self.rng.pick(["", "", "static ", "inline ", "static inline "])
        self.items.append(Function(name, result,
                                   [Param(v.ty, v.name) for v in params],
                                   Block(body), prefix))
        cost = 1 + cost_before - self.frame.cost
        self.helpers.append(Helper(name, result, params, writes, cost))
        if "recursion" in self.features and self.rng.chance(40):
            self.make_recursive(i)

    def helper_params(self):
        params, writes = [], False
        kinds = [(6, "value"), (2, "int")]
        if "pointer" in self.features:
            kinds += [(2, "ref"), (1, "cref"), (3, "ptr"), (3, "cptr")]
        if "struct" in self.features and self.structs:
            kinds += [(2, "struct"), (2, "sref"), (2, "sptr")]
        if self.unmodelled():
            kinds.append((4, "thing"))
        for _ in range(self.rng.between(1, 4)):
            kind = self.rng.weighted(kinds)
            v = self.param_of(kind)
            writes = writes or kind in ("ref", "ptr", "sref", "sptr") or \
                isinstance(v, Thing) and v.mutable and v.how != ""
            params.append(v)
        if not any(self.leaf_types(v.ty) for v in params):
            params.append(self.param_of("value"))
        return params, writes

    def param_of(self, kind):
        """Adds what the body sees, returns what the caller must give."""
        frame = self.frame
        real = ("real", self.rng.pick(self.precisions))
        if kind == "thing":
            p = self.thing_param()
            if p:
                return p
            kind = "value"
        if kind == "int":
            high = self.rng.between(1, 4)
            v = Var(frame.fresh("int"), T.INT,
                    mutable="intstate" in self.features, low=0, high=high)
            return frame.add(v)
        if kind == "value":
            constant = self.rng.chance(15)
            v = Var(frame.fresh("real"), real, mutable=not constant)
            frame.add(v)
            return Var(v.name, T.const(real)) if constant else v
        if kind in ("ref", "cref"):
            v = frame.add(Var(frame.fresh("real"), real, mutable=kind == "ref"))
            return Var(v.name, T.reference(
                real if kind == "ref" else T.const(real)))
        if kind in ("ptr", "cptr"):
            inner = real if kind == "ptr" else T.const(real)
            return frame.add(Var(frame.fresh("ptr"), T.pointer(inner),
                                 mutable=kind == "ptr",
                                 count=self.rng.between(1, 3)))
        ty = ("struct", self.rng.pick(sorted(self.structs)))
        name = frame.fresh("struct")
        if kind == "struct":
            return frame.add(Var(name, ty))
        if kind == "sref":
            frame.add(Var(name, ty))
            return Var(name, T.reference(ty))
        return frame.add(Var(name, T.pointer(ty), count=1))

    # ------------------------------------------------------------------- main

    def make_main(self):
        size = self.rng.weighted([(3, 4), (4, 9), (2, 16)])
        self.in_main = True
        self.begin_frame(size, self.rng.pick([40, 120, 300]))
        params = [self.main_real() for _ in range(self.rng.between(1, 4))]
        if "pointer" in self.features:
            params += [self.main_pointer()
                       for _ in range(self.rng.between(0, 2))]
        if "struct" in self.features and self.structs and self.rng.chance(60):
            params.append(self.main_struct())
        if "loop" in self.features or "intstate" in self.features:
            params += [self.main_int() for _ in range(self.rng.between(0, 2))]
        params = self.rng.shuffled(params)
        writes = any(p.ty[0] in ("ptr", "ref") and p.ty[1][0] != "const"
                     for p in params)
        result = ("real", self.rng.pick(self.precisions))
        if writes and "void" in self.features:
            result = T.VOID
        self.frame.result = result
        body = self.set_written_globals() + self.reset_things()
        while self.frame.statements > 0:
            body += self.statement()
        for h in self.helpers:
            if not h.called:
                body += self.call_statement() or []
        body += self.at_end()
        if result != T.VOID:
            body.append(Jump("return", self.summary(6)))
        prefix = self.rng.pick(["", "", "", "inline ", "static "])
        return Function("f", result, params, Block(body), prefix)

    def main_real(self):
        ty = ("real", self.rng.pick(self.precisions))
        name = self.frame.fresh("real")
        kind = self.rng.below(10) if "pointer" in self.features else 0
        positive = kind < 8 and self.rng.chance(30)
        low, high = (0.4, 2.0) if positive else (-1.5, 1.5)
        if positive:
            ty_param, mutable = T.const(ty), False
        elif kind < 7:
            ty_param, mutable = ty, True
        elif kind == 7:
            ty_param, mutable = T.reference(T.const(ty)), False
        else:
            ty_param, mutable = T.reference(ty), True
        self.frame.add(Var(name, ty, mutable=mutable, positive=positive))
        return Param(ty_param, name, 0, low, high)

    def main_pointer(self):
        ty = ("real", self.rng.pick(self.precisions))
        constant = self.rng.chance(40)
        target = T.pointer(T.const(ty) if constant else ty)
        name, count = self.frame.fresh("ptr"), self.rng.between(1, 5)
        self.frame.add(Var(name, target, mutable=not constant, count=count))
        return Param(target, name, count, -1.5, 1.5)

    def main_struct(self):
        ty = ("struct", self.rng.pick(sorted(self.structs)))
        name, kind = self.frame.fresh("struct"), self.rng.below(4)
        if kind == 0:
            self.frame.add(Var(name, ty))
            return Param(ty, name, 0, -1.5, 1.5)
        if kind == 1:
            self.frame.add(Var(name, ty))
            return Param(T.reference(ty), name, 0, -1.5, 1.5)
        constant = kind == 2
        target = T.pointer(T.const(ty) if constant else ty)
        count = self.rng.between(1, 3)
        self.frame.add(Var(name, target, mutable=not constant, count=count))
        return Param(target, name, count, -1.5, 1.5)

    def main_int(self):
        low = self.rng.pick([0, 1, 1, 2])
        high = low + self.rng.between(0, 3)
        ty = ("int", "int" if self.rng.chance(80) else
              self.rng.pick(["long", "unsigned", "std::size_t"]))
        name = self.frame.fresh("int")
        self.frame.add(Var(name, ty, low=low, high=high,
                           mutable=ty == T.INT and "intstate" in self.features))
        return Param(ty, name, 0, low, high)

    def at_end(self):
        """Every array that is still there has a say in the result."""
        body = []
        for v in self.frame.visible():
            if v.ty[0] == "array" and v.mutable and v.ty[1][0] == "real" and \
                    "loop" in self.features and self.rng.chance(60):
                sums = [w for w in self.frame.reals() if w.mutable]
                if not sums:
                    continue
                v.unread = False
                i = Var(self.frame.fresh("int"), T.INT)
                place = T.Sub(v.ref(), i.ref(), v.ty[1])
                s = self.rng.pick(sums).ref()
                body.append(T.For(
                    Decl(T.INT, i.name, num(0)),
                    T.Binary("<", i.ref(), num(v.ty[2]), T.BOOL),
                    T.Unary("++", i.ref(), T.INT),
                    Block([assign(s, "=", op("+", s.copy(),
                                             op("*", place, place.copy())))])))
        return body + self.farewell()

    def summary(self, most):
        """A result to which the places that are there contribute."""
        e = self.real(1)
        places = self.rng.shuffled(
            [v for v in self.places() if v not in self.globals])
        places.sort(key=lambda v: not v.unread)
        for v in places[:most]:
            leaf = self.descend(v.ref(), v.ty, v.count, None)
            if self.rng.chance(30):
                leaf = op("*", leaf, self.leaf())
            e = op(self.rng.pick(["+", "-", "+", "*"]), e, leaf)
        return e


def generate(seed, features):
    """The same tree for the same seed and features on every machine."""
    return Generator(seed, features).program()
