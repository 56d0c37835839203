# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 1: declarations, assignments, branches, counted loops,
arrays, pointers, integer state, calls."""

from . import tree as T
from .expressions import num, op
from .scope import Var
from .tree import Binary, Block, Decl, Do, For, If, Num, Sub, Unary


def assign(place, o, value):
    return Do(Binary(o, place, value, place.ty))


class Statements:
    """Needs Expressions."""

    def block(self, most, own_scope=True, plain=False):
        """Up to `most` statements; `plain`: in a block of its own."""
        frame = self.frame
        around, frame.plain = frame.plain, plain
        if own_scope:
            frame.scopes.append([])
        frame.depth += 1
        body = []
        for _ in range(self.rng.between(1, most)):
            if frame.statements <= 0 and body:
                break
            body += self.statement()
        frame.depth -= 1
        frame.plain = around
        if own_scope:
            body += self.farewell()
            frame.scopes.pop()
        return Block(body)

    def statement(self):
        self.frame.statements -= 1
        for _ in range(6):
            made = self.rng.weighted(self.statement_kinds())()
            if made:
                return made
        return self.set_real() or self.declare_real()

    def statement_kinds(self):
        f = self.features
        nest = self.frame.depth < 4
        kinds = [(10, self.declare_real), (12, self.set_real)]
        if "compound" in f:
            kinds += [(8, self.compound), (1, self.increment_real)]
        if "branch" in f and nest:
            kinds += [(8, self.branch), (2, self.declare_flag)]
        if "loop" in f and nest:
            kinds.append((11, self.loop))
        if "array" in f:
            kinds += [(5, self.declare_array), (5, self.set_element)]
        if "pointer" in f:
            kinds += [(3, self.declare_pointer), (2, self.declare_reference)]
        if "intstate" in f:
            kinds += [(3, self.declare_int), (6, self.update_int),
                      (1, self.declare_int_array)]
        if "call" in f and self.helpers:
            kinds.append((10, self.call_statement))
        return kinds + self.more_statement_kinds()

    # ----------------------------------------------------------------- reals

    def declare_real(self):
        e = self.carried(self.rng.between(1, 3))
        ty = ("real", self.rng.pick(self.frame.precisions))
        auto = self.rng.chance(8) and ty == e.ty
        name = self.frame.fresh("real")
        constant = self.rng.chance(20)
        self.frame.add(Var(name, ty, mutable=not constant)).unread = True
        return [Decl(T.const(ty) if constant and not auto else ty, name, e,
                     "const " if constant and auto else "", auto)]

    def carried(self, depth):
        """A value for an assignment: tame inside loops, where it might feed on
        itself."""
        if self.frame.trips > 1 and self.rng.chance(65):
            return self.tame(depth)
        return self.real(depth)

    def set_real(self):
        place = self.place(mutable=True)
        if place is None:
            return None
        if self.rng.chance(25):
            e = op("+", op("*", Num("0.7", T.DOUBLE), place.copy()),
                   op("*", Num("0.3", T.DOUBLE), self.tame(2)))
            return [assign(place, "=", e)]
        return [assign(place, "=", self.carried(self.rng.between(1, 3)))]

    def compound(self):
        place = self.place(mutable=True)
        if place is None:
            return None
        o = self.rng.pick(["+=", "-=", "*=", "/="])
        if o == "/=":
            return [assign(place, o, self.positive())]
        if self.frame.trips == 1:
            e = self.real(2)
        elif o == "*=":
            e = op("+", Num("0.9", T.DOUBLE), op("*", Num("0.1", T.DOUBLE),
                                                 self.tame(1)))
        else:
            e = self.tame(2)
        return [assign(place, o, e)]

    def increment_real(self):
        place = self.place(mutable=True)
        if place is None or self.frame.trips > 1:
            return None
        return [Do(Unary(self.rng.pick(["++", "--", "p++", "p--"]), place,
                         place.ty))]

    # --------------------------------------------------------------- branches

    def branch(self):
        cond = self.condition()
        then = self.block(3)
        other = None
        if self.rng.chance(55):
            other = self.block(3)
        return [If(cond, then, other, braces=self.rng.chance(60))]

    def declare_flag(self):
        e = self.truth()
        name = self.frame.fresh("bool")
        self.frame.add(Var(name, T.BOOL, mutable=False))
        return [Decl(T.BOOL, name, e, self.rng.pick(["", "const "]))]

    # ------------------------------------------------------------------ loops

    def loop(self):
        frame = self.frame
        header = self.rng.pick([self.upward, self.upward, self.upward,
                                self.downward, self.strided, self.unequal])()
        if header is None:
            return None
        init, cond, step, counter, trips, bounds = header
        if frame.trips * max(trips, 1) > frame.cost:
            return None
        before = []
        # int i; for (i = 0; ...)
        if self.rng.chance(10) and counter.ty[1] in ("int", "long"):
            before = [Decl(counter.ty, counter.name, num(0))]
            init = Binary("=", counter.ref(), init.init, counter.ty)
        saved, frame.trips = frame.trips, frame.trips * max(trips, 1)
        frame.cost -= frame.trips
        for v in bounds:
            v.frozen += 1
        frame.scopes.append([counter])
        frame.loops.append("for")
        body = self.block(4)
        frame.loops.pop()
        frame.scopes.pop()
        for v in bounds:
            v.frozen -= 1
        frame.trips = saved
        if before:  # after the loop it has gone a little too far
            upward = isinstance(step, Unary) and "+" in step.op
            frame.add(Var(counter.name, counter.ty, mutable=False,
                          low=0 if upward else -5, high=20))
        return before + [For(init, cond, step, body)]

    def counter(self, low, high, unsigned=True):
        types = ["int"] * 6 + ["long"]
        if unsigned:
            types += ["unsigned", "std::size_t"]
        ty = ("int", self.rng.pick(types))
        return Var(self.frame.fresh("int"), ty, mutable=False, low=low, high=high)

    def bound(self, least, most, steady=False):
        """(expression, low, high, variables): the end of a loop, at most
        `most`; `steady`: the same all the time."""
        found = [v for v in (self.frame.ints() if steady else self.ints())
                 if v.ty == T.INT and v.low >= least and v.high <= most]
        if found and self.rng.chance(60):
            v = self.rng.pick(found)
            if v.high < most and self.rng.chance(30):
                return op_int("+", v.ref(), num(1)), v.low + 1, v.high + 1, [v]
            return v.ref(), v.low, v.high, [v]
        n = self.rng.between(max(least, 1), most)
        if self.rng.chance(3):
            n = least
        return num(n), n, n, []

    def upward(self, stride=1):
        """for (i = a; i < b; i += stride)"""
        begin, low, _, from_begin = self.bound(0, 2) if self.rng.chance(30) \
            else (num(0), 0, 0, [])
        inclusive = self.rng.chance(20)
        end, _, high, from_end = self.bound(0, 4 if inclusive else 5)
        last = high if inclusive else high - 1
        i = self.counter(low, max(low, last))
        ref = i.ref
        cond = Binary("<=" if inclusive else "<", ref(), end, T.BOOL)
        if self.rng.chance(10):
            cond = Binary(">=" if inclusive else ">", end, ref(), T.BOOL)
        trips = (last - low) // stride + 1
        return (Decl(i.ty, i.name, begin), cond, self.step(i, "+", stride), i,
                trips, from_begin + from_end)

    def step(self, i, sign, stride):
        if stride == 1 and self.rng.chance(90):
            return Unary(("" if self.rng.chance(60) else "p") + 2 * sign, i.ref(),
                         i.ty)
        if self.rng.chance(80):
            return Binary(sign + "=", i.ref(), num(stride), i.ty)
        return Binary("=", i.ref(), op_int(sign, i.ref(), num(stride)), i.ty)

    def strided(self):
        if self.rng.chance(30):
            return self.downward(self.rng.between(2, 3))
        return self.upward(self.rng.between(2, 3))

    def downward(self, stride=1):
        """for (i = b - 1; i >= a; --i), or i = b; i > a"""
        begin, _, high, from_begin = self.bound(1, 5)
        inclusive = self.rng.chance(60)
        low = self.rng.pick([0, 0, 0, 1])
        if inclusive:
            begin, high = op_int("-", begin, num(1)), high - 1
        i = self.counter(low + (not inclusive), max(low + (not inclusive), high),
                         unsigned=False)
        cond = Binary(">=" if inclusive else ">", i.ref(), num(low), T.BOOL)
        trips = (high - i.low) // stride + 1
        return (Decl(i.ty, i.name, begin), cond, self.step(i, "-", stride), i,
                trips, from_begin)

    def unequal(self):
        """for (i = 0; i != b; ++i), or downward from b to 0"""
        end, _, high, used = self.bound(0, 5, steady=True)
        if self.rng.chance(70):
            i = self.counter(0, max(0, high - 1))
            return (Decl(i.ty, i.name, num(0)),
                    Binary("!=", i.ref(), end, T.BOOL), self.step(i, "+", 1), i,
                    high, used)
        i = self.counter(1, max(1, high), unsigned=False)
        return (Decl(i.ty, i.name, end), Binary("!=", i.ref(), num(0), T.BOOL),
                self.step(i, "-", 1), i, high, used)

    # ----------------------------------------------------------------- arrays

    def element_type(self):
        return ("real", self.rng.pick(self.frame.precisions))

    def declare_array(self):
        if self.frame.trips > 30:
            return None
        dims = self.rng.weighted([(6, 1), (3, 2), (1, 3)])
        dims = [self.rng.between(2, 5 - min(dims, 3)) for _ in range(dims)]
        ty = T.array(self.element_type(), *dims)
        name = self.frame.fresh("array")
        # Taken, but not to be read yet.
        variable = self.frame.add(Var(name, T.VOID))
        how = self.rng.below(10)
        if how < 4:
            init, more = self.full_list(ty), []
        elif how < 6:
            init, more = T.InitList([], ty), []
        else:
            init, more = None, None
        if more is None:
            more = self.fill(name, ty, dims)
        variable.ty, variable.unread = ty, True
        return [Decl(ty, name, init)] + more

    def full_list(self, ty):
        if ty[0] != "array":
            e = self.real(1)
            return e if e.ty == ty else T.Cast(e, ty, "c")
        return T.InitList([self.full_list(ty[1]) for _ in range(ty[2])], ty)

    def fill(self, name, ty, dims):
        """Loops that set every element."""
        frame = self.frame
        counters = []
        for d in dims:
            v = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=d - 1)
            counters.append(v)
            frame.scopes.append([v])
        total = 1
        for d in dims:
            total *= d
        saved, frame.trips = frame.trips, frame.trips * total
        frame.cost -= frame.trips
        place, t = T.Name(name, ty), ty
        for v in counters:
            t = t[1]
            place = Sub(place, v.ref(), t)
        stmt = assign(place, "=", self.carried(2))
        frame.trips = saved
        for v, d in reversed(list(zip(counters, dims))):
            frame.scopes.pop()
            stmt = For(Decl(T.INT, v.name, num(0)),
                       Binary("<", v.ref(), num(d), T.BOOL),
                       Unary("++", v.ref(), T.INT), Block([stmt]))
        return [stmt]

    def set_element(self):
        """Assignment to an element, often from other elements of the array."""
        found = [v for v in self.places(mutable=True)
                 if v.ty[0] in ("array", "ptr")]
        if not found:
            return None
        v = self.rng.pick(found)
        place = self.descend(v.ref(), v.ty, v.count, None)
        e = self.tame(2)
        if self.rng.chance(60):
            again = self.descend(v.ref(), v.ty, v.count, None)
            e = op("+", e, op("*", Num("0.6", T.DOUBLE), again))
        return [assign(place, "=", e)]

    # --------------------------------------------------------------- pointers

    def declare_pointer(self):
        """T *p = a + k;  const T *p = &a[k];"""
        constant = self.rng.chance(50)
        ty = self.element_type()
        target = T.const(ty) if constant else ty
        e = self.pointer_argument(target, self.rng.between(1, 3), set())
        if e is None:
            return None
        count = self.count_behind(e)
        if count is None:
            return None
        name = self.frame.fresh("ptr")
        root = self.root(e)
        self.aliases[name] = self.aliases.get(root, root)
        self.frame.add(Var(name, T.pointer(target), mutable=not constant,
                           count=count))
        return [Decl(T.pointer(target), name, e)]

    def count_behind(self, e):
        """Elements that a pointer expression surely has behind it; an offset
        that is not a literal counts as its largest value, unknown here."""
        if isinstance(e, T.Name):
            v = next(v for v in self.frame.visible() if v.name == e.name)
            return v.count if v.ty[0] == "ptr" else v.ty[2]
        if isinstance(e, Sub):
            return e.ty[2] if e.ty[0] == "array" else None
        base, offset = None, None
        if isinstance(e, Binary):
            base, offset = e.left, e.right
        elif isinstance(e, Unary) and isinstance(e.operand, Sub):
            base, offset = e.operand.base, e.operand.index
        elif isinstance(e, Unary):
            return 1
        if not isinstance(offset, Num):
            return None
        have = self.count_behind(base)
        return have - int(offset.text) if have else None

    def declare_reference(self):
        """T &r = a[i];"""
        constant = self.rng.chance(30)
        e = self.place(mutable=not constant)
        if e is None or isinstance(e, Num):
            return None
        ty = T.strip(e.ty)
        name = self.frame.fresh("real")
        root = self.root(e)
        self.aliases[name] = self.aliases.get(root, root)
        self.frame.add(Var(name, ty, mutable=not constant))
        return [Decl(T.reference(T.const(ty) if constant else ty), name, e)]

    # ---------------------------------------------------------- integer state

    def declare_int(self):
        if self.rng.chance(20):  # a counter, not for indices
            low, high, e = 0, 10 ** 6, num(0)
        else:
            low, high = 0, self.rng.between(1, 5)
            e = self.int_in(low, high)
        name = self.frame.fresh("int")
        self.frame.add(Var(name, T.INT, low=low, high=high))
        return [Decl(T.INT, name, e)]

    def update_int(self):
        found = [v for v in self.frame.ints() if v.mutable and not v.frozen]
        if not found:
            return None
        v = self.rng.pick(found)
        if v.high >= 10 ** 6:
            return [Do(self.rng.pick([
                Unary("++", v.ref(), T.INT), Unary("p++", v.ref(), T.INT),
                Binary("+=", v.ref(), num(2), T.INT)]))]
        if v.low != 0:
            return [assign(v.ref(), "=", self.int_in(v.low, v.high))]
        m = v.high + 1
        how = self.rng.below(5)
        if how == 0:
            e = T.Ternary(Binary("<", op_int("+", v.ref(), num(1)), num(m),
                                 T.BOOL),
                          op_int("+", v.ref(), num(1)), num(0), T.INT)
        elif how == 1:
            e = T.Ternary(self.condition(), self.int_in(0, v.high), v.ref(),
                          T.INT)
        elif how == 2 and m >= 2:
            e = Binary("%", op_int("+", op_int("*", v.ref(), num(3)), num(1)),
                       num(m), T.INT)
        else:
            e = self.int_in(0, v.high)
        return [assign(v.ref(), "=", e)]

    def declare_int_array(self):
        n, high = self.rng.between(2, 4), self.rng.between(1, 3)
        ty = T.array(T.INT, n)
        name = self.frame.fresh("int")
        items = [num(self.rng.between(0, high)) for _ in range(n)]
        self.frame.add(Var(name, ty, mutable=False, low=0, high=high))
        prefix = self.rng.pick(["", "const ", "static const "])
        return [Decl(ty, name, T.InitList(items, ty), prefix)]

    # ------------------------------------------------------------------ calls

    def call_statement(self):
        fit = [h for h in self.helpers
               if h.cost * self.frame.trips <= self.frame.cost]
        fit = [h for h in fit if not h.called] or fit
        if not fit:
            return None
        h = self.rng.pick(fit)
        e = self.call_of(h)
        if e is None:
            return None
        if h.result == T.VOID or self.rng.chance(10):
            return [Do(e)]
        if h.result[0] == "struct" or self.rng.chance(60):
            ty = h.result
            kind = "struct" if ty[0] == "struct" else "real"
            name = self.frame.fresh(kind)
            self.frame.add(Var(name, ty)).unread = True
            return [Decl(ty, name, e)]
        place = self.place(mutable=True)
        if place is None or any(isinstance(n, T.Call) for n in place.walk()):
            return [Do(e)]
        o = "=" if "compound" not in self.features or self.frame.trips > 1 \
            else self.rng.pick(["=", "=", "+=", "-="])
        return [assign(place, o, e)]


def op_int(o, a, b):
    return Binary(o, a, b, a.ty)
