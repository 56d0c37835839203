# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Objects that carry no derivative and steer what does: containers, strings,
iterators, counters with member functions, guards, tables of constants. They are
variables like others, so their elements are indices, bounds, conditions and
factors wherever those may be; they change in between, and for the last time where
only the reverse sweep could still see it."""

import re

from . import tree as T
from .kinds import (CAST_DRAWS, CASTS, GUARD_VIEWS, H, ITEMS, KEEPER, KINDS, ORDER_READS,
                    ORDER_TESTS, ORDERS, OUTSIDE, VIEWS, Kind)
from .scope import Var
from .tree import RawStmt

UNMODELLED = ("containers texts optionals counters lookups iterators orders guards "
              "constcasts").split()

#: Their ends are noticed, so they may not stand in blocks of their own.
NOTICED = ("std::shared_ptr<int>", "Turn_")


class Thing(Var):
    """base: what it leads into. walked: loops that go through it."""

    def __init__(self, name, kind, mutable=True, base=None, ty=None, how=""):
        super().__init__(name, ty or ("class", kind.type), mutable)
        self.kind, self.base, self.how = kind, base, how
        self.walked, self.gone = 0, False

    def ref(self):
        name = super().ref()
        return T.Raw(["(*", name, ")"], self.ty) if self.how == "*" else name

    def inside(self):
        """As the function sees it that has it as a parameter."""
        return Thing(self.name, self.kind, self.mutable, how=self.how)


class Reading(Var):
    """What an expression of a thing's says, as if it were a variable."""

    def __init__(self, ty, make, low=0, high=0):
        super().__init__("", ty, mutable=False, low=low, high=high)
        self.ref = make


class Things:
    """Needs Blocks."""

    def unmodelled(self):
        return [n for n in UNMODELLED if n in self.features]

    def things(self, mutable=False):
        return [v for v in self.frame.visible() if isinstance(v, Thing) and
                not v.gone and (v.mutable or not mutable)]

    @staticmethod
    def noticed(kind):
        return kind.feature == "guards" or kind.type in NOTICED

    def in_use(self, thing):
        """Whether its elements have to stay where they are."""
        return thing.walked or any(
            v.base is thing and (not v.gone or self.noticed(v.kind))
            for v in self.frame.visible() if isinstance(v, Thing))

    def thing_kinds(self):
        if not self.unmodelled():
            return []
        things = self.things()
        kinds = [(7 if len(things) < 3 else 1, self.declare_thing)]
        if things:
            kinds += [(8, self.change_thing), (8, self.use_thing), (2, self.draw)]
            if self.frame.depth < 4:
                kinds.append((5, self.walk_thing))
            if "iterators" in self.features or "guards" in self.features:
                kinds.append((8, self.declare_view))
            if "orders" in self.features:
                kinds.append((4, self.order))
        return kinds

    # ------------------------------------------------------------------ texts

    def filled_in(self, text, thing=None, name="", nested=True):
        """The pieces of a text of the tables."""
        pieces = []
        for part in re.split(r"(\$\w)", text):
            pieces += self.piece(part[1], thing, name, nested) \
                if part.startswith("$") else [part]
        return pieces

    def piece(self, letter, thing, name, nested):
        if letter in "vu":
            return [thing.ref()]
        if letter == "w":
            return [name]
        if letter == "i":
            return [self.plain_int(2, nested)]
        if letter == "e":
            return [self.plain_int(self.high, nested)]
        if letter == "n":
            return [str(self.rng.between(1, 3))]
        if letter == "m":
            return [str(self.high + 1)]
        if letter == "c":
            return [self.truth()]
        text = {"o": "cell", "d": "cells", "b": "begin", "z": "end"}[letter]
        other = thing.base or thing
        return self.filled_in(getattr(other.kind, text), other)

    def plain_int(self, high, nested):
        self.frame.within += 1
        e = self.int_in(0, high, nested)
        self.frame.within -= 1
        return e if isinstance(e, (T.Num, T.Raw)) and e.ty == T.INT else \
            T.Cast(e, T.INT, "static")

    def reading(self, thing, text, ty, low=0, high=0):
        high = self.high if high == H else high
        if " " in re.sub(r"[(\[][^()\[\]]*[)\]]", "", re.sub(
                r"[(\[][^()\[\]]*[)\]]", "", text)) or text[0] == "!":
            text = "(%s)" % text
        return Reading(ty, lambda: T.Raw(self.filled_in(text, thing), ty), low, high)

    # ---------------------------------------------------------------- reading

    def ints(self):
        """Integer variables, and what can be read of things."""
        found = self.frame.ints()
        if self.frame.within == 0:
            for thing in self.things():
                reads = self.readable(thing)
                if reads:
                    text, low, high, *ty = self.rng.pick(reads)
                    found.append(self.reading(thing, text, ty[0] if ty else T.INT,
                                              low, high))
        return found

    def readable(self, thing):
        reads = list(thing.kind.reads)
        if "orders" in self.features and self.ordered(thing):
            reads += ORDER_READS[:3] if self.rng.chance(50) else ORDER_READS
        if not thing.mutable and "map<" in thing.kind.type:
            reads = [r for r in reads if "$v[" not in r[0]]
        return reads

    @staticmethod
    def ordered(thing):
        """Whether the functions of ORDERS may go through it."""
        return thing.kind.begin and not thing.kind.type.startswith(
            ("std::list", "std::string"))

    def flags(self):
        found = super().flags()
        if self.frame.within == 0:
            for thing in self.things():
                tests = list(thing.kind.tests)
                if "orders" in self.features and self.ordered(thing):
                    tests += ORDER_TESTS
                if tests:
                    found.append(self.reading(thing, self.rng.pick(tests), T.BOOL))
        return found

    def leaf(self):
        found = [t for t in self.things() if t.kind.reals]
        if not found or not self.rng.chance(25):
            return super().leaf()
        thing = self.rng.pick(found)
        reals = [r for r in thing.kind.reals
                 if thing.mutable or "map<" not in thing.kind.type or "$v[" not in r]
        return self.reading(thing, self.rng.pick(reals), T.DOUBLE).ref()

    # --------------------------------------------------------------- making

    def wanted_kinds(self):
        """Without an object of these some functions cannot be called."""
        have = {id(t.kind) for t in self.things()}
        return [p.kind for h in self.helpers for p in h.params
                if isinstance(p, Thing) and id(p.kind) not in have]

    def need_item(self, name):
        self.need_function(name, ITEMS[name].replace("$L ", self.linkage()))

    def declare_thing(self):
        makers = [k for k in KINDS if k.feature in self.features and
                  not (self.frame.plain and self.noticed(k))]
        if not makers:
            return None
        wanted = [k for k in makers if k in self.wanted_kinds()]
        kind = self.rng.pick(wanted if wanted and self.rng.chance(50) else makers)
        constant = kind.passed == "value" and self.rng.chance(25)
        make = self.rng.pick(kind.makes)
        same = [t for t in self.things() if t.kind is kind]
        if same and kind.passed == "value" and self.rng.chance(40):
            make = " = $u"
        if constant and make in ("", "{}"):
            make = kind.makes[-1]
        if kind.item:
            self.need_item(kind.item)
        name = self.frame.fresh("int" if kind.type == "int" else "thing")
        element, bracket, _ = kind.type.partition("[")
        if bracket and "<" not in element:  # int[3], not unique_ptr<int[]>
            pieces = [element, " ", name]
        else:
            pieces = ["const " if constant else "", kind.type, " ", name]
        other = self.rng.pick(same) if make == " = $u" else None
        pieces += self.filled_in(make, other) + [";"]
        self.frame.add(Thing(name, kind, mutable=not constant))
        return [self.declaration_of(name, pieces)]

    @staticmethod
    def declaration_of(name, pieces):
        made = RawStmt(pieces)
        made.declares = [name]
        return made

    def declare_view(self):
        """int *p = &v[k];  auto it = v.begin();  const int &r = m.at(k);"""
        views = VIEWS if "iterators" in self.features else []
        if "guards" in self.features and not self.frame.plain:
            views = views + GUARD_VIEWS
        choices = [(t, v) for t in self.things() if not t.base for v in views
                   if getattr(t.kind, v[0]) and (t.mutable or "const" in v[1])
                   and (t.mutable or "map<" not in t.kind.type)]
        if not choices:
            return None
        if KEEPER in self.wanted_kinds() and self.rng.chance(60):
            choices = [c for c in choices if c[1][1].startswith("Keeper_")] or choices
        thing, (what, text, sets, reads) = self.rng.pick(choices)
        reads = reads or [("*$v", 0, H)]  # of iterators
        if text.startswith("const int &") and "constcasts" in self.features and \
                thing.mutable:
            sets = ["const_cast<int &>($v) = $e;"]
        if what == "begin":
            if thing.kind.type == "std::string":
                reads = [("*$v - 'a'", 0, 2)]
            elif thing.mutable:
                sets = sets + ["*$v = $e;"]
            if self.ordered(thing):
                reads = reads + [("int($v - $b)", 0, 2)]
        name = self.frame.fresh("ptr")
        guard = text in [v[1] for v in GUARD_VIEWS]
        if guard:
            self.need_item("Guard_")
        kind = Kind("guards" if guard else "iterators", "view", [], reads, sets, passed="")
        if text.startswith("Keeper_"):
            self.need_item("Keeper_")
            kind = KEEPER
        view = Thing(name, kind, base=thing)
        pieces = self.filled_in(text, view, name)
        self.frame.add(view)
        return [self.declaration_of(name, pieces)]

    def use_thing(self):
        """x = 0.5 * x + v[i] * e;  if (o) x *= e;"""
        things, x = self.things(), self.target()
        if not things or x is None:
            return None
        thing = self.rng.pick(things)
        reads, tests = self.readable(thing), thing.kind.tests
        if tests and (not reads or self.rng.chance(40)):
            e = self.reading(thing, self.rng.pick(tests), T.BOOL).ref()
            return [T.If(e, T.Block(self.set_real()))]
        if not reads:
            return None
        text, low, high, *ty = self.rng.pick(reads)
        e = self.reading(thing, text, ty[0] if ty else T.INT).ref()
        return [self.added(x, T.Binary("*", e, self.term(1), x.ty))]

    # --------------------------------------------------------------- changing

    def change_thing(self):
        found = [t for t in self.things(mutable=True)
                 if t.kind.sets or t.kind.sizes and not self.in_use(t)]
        if not found:
            return None
        thing = self.rng.pick(found)
        texts = list(thing.kind.sets)
        if not self.in_use(thing):
            texts += thing.kind.sizes
            same = [t for t in self.things(mutable=True) if t.kind is thing.kind and
                    t is not thing and not self.in_use(t)]
            if same and thing.kind.passed == "value" and self.rng.chance(20):
                text = self.rng.pick(["$v = ", "std::swap($v, "])
                return [RawStmt(self.filled_in(text, thing) +
                                [self.rng.pick(same).ref(), ");" if "(" in text else ";"])]
        if "constcasts" in self.features and self.rng.chance(40):
            texts = [text for what, text in CASTS if getattr(thing.kind, what)] or texts
            self.need_item("touch_")
        return [RawStmt(self.filled_in(self.rng.pick(texts), thing, nested=False))]

    def draw(self):
        """int k = c.next();"""
        casts = [d for d in CAST_DRAWS if "constcasts" in self.features]
        found = [(t, d) for t in self.things(mutable=True) for d in list(t.kind.draws) +
                 [d[1:] for d in casts if getattr(t.kind, d[0])]]
        if not found:
            return None
        thing, (text, low, high) = self.rng.pick(found)
        high = self.high if high == H else high
        if "touch" in text:
            self.need_item("touch_")
        name = self.frame.fresh("int")
        e = T.Raw(self.filled_in(text, thing), T.INT)
        self.frame.add(Var(name, T.INT, low=low, high=high,
                           mutable="intstate" in self.features))
        return [T.Decl(T.INT, name, e)]

    def order(self):
        """std::rotate(v.begin(), v.begin() + 1, v.end());"""
        found = [t for t in self.things(mutable=True) if self.ordered(t)]
        if not found:
            return None
        return [RawStmt(self.filled_in(self.rng.pick(ORDERS), self.rng.pick(found)))]

    def farewell(self):
        """What is done to things that are not read any more."""
        body = []
        for thing in reversed(self.frame.scopes[-1]):
            if isinstance(thing, Thing) and thing.mutable and not thing.gone:
                thing.gone = True
                if thing.kind.last and self.rng.chance(50) and not self.in_use(thing):
                    body.append(RawStmt(self.filled_in(
                        self.rng.pick(thing.kind.last), thing)))
        return body

    # ------------------------------------------------------------------ loops

    def walk_thing(self):
        """for (int k : v) ...  for (auto it = v.begin(); it != v.end(); ++it) ..."""
        found = [t for t in self.things() if t.kind.walks and
                 (t.mutable or "stream" not in t.kind.type)]
        if not found:
            return None
        thing = self.rng.pick(found)
        heads = [w for w in thing.kind.walks if thing.mutable or
                 not w[2] and "cbegin" not in w[0]]
        if not heads:
            return None
        head, reads, change = self.rng.pick(heads)
        name = self.frame.fresh("ptr" if "= $v" in head else "int")
        reals = ["$v"] if thing.kind.feature == "lookups" else []
        each = Thing(name, Kind("", "element", [], [
            (r[0].replace("$w", "$v"), *r[1:]) for r in reads], reals=reals,
            passed=""), mutable=False, base=thing)
        pieces = self.filled_in(head, thing, name)
        thing.walked += 1
        self.frame.scopes.append([each])
        body = self.loop_body("for", 6, 3)
        self.frame.scopes.pop()
        thing.walked -= 1
        if body is None:
            return None
        if change:
            at = self.rng.pick([0, len(body.body)])
            body.body.insert(at, RawStmt(self.filled_in(change, thing, name)))
        return [T.Headed(pieces, body, [name])]

    # -------------------------------------------------------------- functions

    def thing_param(self):
        """By value, by reference, by pointer; None if there is no kind for it."""
        makers = [k for k in KINDS + [KEEPER] * 4 if k.feature in self.features and
                  k.passed]
        if not makers:
            return None
        kind = self.rng.pick(makers)
        if kind.item:
            self.need_item(kind.item)
        ty = ("class", kind.type)
        how = self.rng.pick(["&", "&", "const &", "const &", "*", "const *"] + (
            [""] if kind.passed == "value" else []))
        constant = how.startswith("const")
        full = T.const(ty) if constant else ty
        if "&" in how:
            full = T.reference(full)
        if "*" in how:
            full = T.pointer(full)
        name = self.frame.fresh("thing")
        p = Thing(name, kind, not constant, ty=full, how=how[-1:])
        self.frame.add(p.inside())
        return p

    def thing_argument(self, p, written):
        constant = not p.mutable or p.how == ""
        found = [t for t in self.things() if t.kind is p.kind and
                 (constant or t.mutable and not self.in_use(t))]
        found = [t for t in found if (t.name, True) not in written and
                 (constant or (t.name, False) not in written)]
        if not found:
            return self.fresh_thing(p) if constant and p.how != "*" else None
        thing = self.rng.pick(found)
        written.add((thing.name, not constant))
        e = thing.ref()
        return T.Raw(["&", e], p.ty) if p.how == "*" else e

    def fresh_thing(self, p):
        """A temporary."""
        if p.kind.passed != "value" or not p.kind.makes or p.kind.type == "{d}":
            return None
        make = self.rng.pick(p.kind.makes)
        if make.startswith(" = "):
            make = p.kind.makes[0]
        if make.startswith(" = "):
            return None
        return T.Raw([p.kind.type] + self.filled_in(make or "{}"), p.ty)

    # ---------------------------------------------------------------- globals

    def make_thing_globals(self):
        """Reset by main at its beginning, and changed by nobody else."""
        if "orders" in self.features:
            self.need_item("odd_")
        if "guards" in self.features:
            self.need_item("Guard_")
            self.kept.append(("depth_", OUTSIDE))
        makers = [k for k in KINDS if k.feature in self.features and k.reset]
        if not makers or not self.rng.chance(40):
            return
        self.begin_frame(0, 1)
        for i in range(self.rng.between(1, 2)):
            kind = self.rng.pick(makers)
            if kind.item:
                self.need_item(kind.item)
            name = "Shelf%d" % i
            element, bracket, _ = kind.type.partition("[")
            spelled = element if bracket and "<" not in element else kind.type
            self.items.append(self.declaration_of(name, [
                self.rng.pick(["static ", ""]), spelled, " ", name] +
                self.filled_in(kind.makes[0].replace("$c", "true")) + [";"]))
            self.kept.append((name, kind))

    def reset_things(self):
        return [RawStmt(self.filled_in(v.kind.reset, v)) for v in self.things()
                if v.kind.reset]
