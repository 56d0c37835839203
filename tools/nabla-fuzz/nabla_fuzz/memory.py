# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 2, memory: structs, pointers that walk and are rebound,
allocation, copying, pointers to functions."""

from . import tree as T
from .control import pin
from .expressions import num, op
from .scope import Helper, Var
from .statements import assign
from .tree import Binary, Block, Decl, Do, For, Num, Sub, Unary


class Memory:
    """Needs Expressions and Statements."""

    def memory_kinds(self):
        f = self.features
        kinds = []
        if "struct" in f and self.structs:
            kinds += [(5, self.declare_struct), (3, self.copy_struct)]
        if "walkpointer" in f:
            kinds += [(4, self.walk), (3, self.rebound), (2, self.chosen_place)]
        if "malloc" in f and self.frame.depth < 3:
            kinds.append((4, self.allocate))
        if "memcpy" in f:
            kinds.append((5, self.copy_array))
        if "fnptr" in f:
            kinds.append((5, self.function_pointer))
        return kinds

    # ---------------------------------------------------------------- structs

    def make_structs(self):
        for i in range(self.rng.between(1, 2)):
            fields = []
            for name in self.rng.shuffled("x y mass v pos k".split())[
                    :self.rng.between(2, 4)]:
                ty = ("real", self.rng.pick(self.precisions))
                if name == "k":
                    ty = T.INT
                elif name in ("v", "pos"):
                    ty = T.array(ty, self.rng.between(2, 3))
                fields.append((ty, name))
            if self.structs and self.rng.chance(50):
                fields.append((("struct", "S0"), "inner"))
            if not any(T.is_real(t) for t, _ in fields):
                fields.append((T.DOUBLE, "w"))
            s = T.Struct("S%d" % i, fields)
            self.structs[s.name] = s
            self.items.append(s)

    def struct_value(self, ty):
        """An initialiser list for all fields."""
        if ty[0] == "struct":
            return T.InitList([self.struct_value(t) for t, _ in
                               self.structs[ty[1]].fields], ty)
        if ty[0] == "array":
            return T.InitList([self.struct_value(ty[1]) for _ in range(ty[2])],
                              ty)
        if ty[0] == "int":
            return num(self.rng.between(0, 3))
        e = self.real(1)
        return e if e.ty == ty else T.Cast(e, ty, "c")

    def declare_struct(self):
        ty = ("struct", self.rng.pick(sorted(self.structs)))
        if self.rng.chance(25):
            ty = T.array(ty, self.rng.between(2, 3))
        init = self.struct_value(ty)
        same = [v for v in self.frame.visible() if v.ty == ty and ty[0] == "struct"]
        if same and self.rng.chance(30):
            init = self.rng.pick(same).ref()
        name = self.frame.fresh("struct")
        self.frame.add(Var(name, ty)).unread = True
        return [Decl(ty, name, init)]

    def struct_places(self, mutable):
        """Expressions of struct type."""
        for v in self.frame.visible():
            if mutable and not v.mutable:
                continue
            if v.ty[0] == "struct":
                yield v.ref(), v.ty
            elif v.ty[0] == "array" and v.ty[1][0] == "struct":
                yield Sub(v.ref(), self.int_in(0, v.ty[2] - 1), v.ty[1]), v.ty[1]
            elif v.ty[0] == "ptr" and T.strip(v.ty[1])[0] == "struct":
                t = T.strip(v.ty[1])
                yield Sub(v.ref(), self.int_in(0, v.count - 1), t), t

    def copy_struct(self):
        targets = list(self.struct_places(True))
        if not targets:
            return None
        place, ty = self.rng.pick(targets)
        sources = [e for e, t in self.struct_places(False) if t == ty]
        return [assign(place, "=", self.rng.pick(sources))]

    # --------------------------------------------------------------- pointers

    def sequence(self, mutable):
        """(variable, element type, count) of an array of reals, or None."""
        found = []
        for v in self.frame.visible():
            if mutable and not v.mutable:
                continue
            if v.ty[0] == "array" and v.ty[1][0] == "real":
                found.append((v, v.ty[1], v.ty[2]))
            if v.ty[0] == "ptr" and T.is_real(v.ty[1]):
                found.append((v, T.strip(v.ty[1]), v.count))
        return self.rng.pick(found) if found else None

    def walk(self):
        """A pointer that goes through an array, reading or writing."""
        frame = self.frame
        write = self.rng.chance(40)
        found = self.sequence(write)
        if found is None or frame.trips * found[2] > frame.cost:
            return None
        v, ty, count = found
        x = self.scalar_place()
        if x is None or self.aliases.get(x.name):
            return None
        target = T.pointer(ty if write else T.const(ty))
        p = T.Name(frame.fresh("ptr"), target)
        i = T.Name(self.other_name("int", p.name), T.INT)
        saved, frame.trips = frame.trips, frame.trips * count
        frame.cost -= frame.trips
        e = self.tame(1)
        frame.trips = saved
        how = self.rng.below(3)
        star = Unary("*", p if how else Unary("p++", p, target), ty)
        if write:
            stmt = assign(star, "=", e)
        else:
            stmt = assign(x, "=", op("+", op("*", Num("0.5", T.DOUBLE), x.copy()),
                                     op("*", e, star)))
        if how == 0:
            count_up = For(Decl(T.INT, i.name, num(0)),
                           Binary("<", i, num(count), T.BOOL),
                           Unary("++", i.copy(), T.INT), Block([stmt]))
            return [Block([Decl(target, p.name, v.ref()), count_up])]
        end = Binary("+", v.ref(), num(count), target)
        cond = Binary("!=" if how == 1 else "<", p.copy(), end, T.BOOL)
        return [For(Decl(target, p.name, v.ref()), cond,
                    Unary("++", p.copy(), target), Block([stmt]))]

    def other_name(self, kind, taken):
        name = self.frame.fresh(kind)
        return name if name != taken else name + "1"

    def rebound(self):
        """double *p = c ? a : b; ... p = &x; and use of it."""
        ty = self.element_type()
        count = self.rng.between(1, 2)
        first = self.pointer_argument(ty, count, set())
        second = self.pointer_argument(ty, count, set())
        if first is None or second is None:
            return None
        frame = self.frame
        target = T.pointer(ty)
        name = frame.fresh("ptr")
        for e in (first, second):
            # May be any of them: nothing is assumed about what it points to.
            self.aliases[name] = "anything"
            self.aliases[self.root(e)] = "anything"
        e = first
        if self.rng.chance(60):
            e = T.Ternary(self.condition(), self.plain_pointer(first),
                          self.plain_pointer(second), target)
        made = [Decl(target, name, e)]
        v = frame.add(Var(name, target, count=count))
        made += self.set_element() or []
        if self.rng.chance(60):
            again = assign(v.ref(), "=", self.plain_pointer(second))
            if self.rng.chance(50):
                again = T.If(self.condition(), Block([again]))
            made += [again] + self.statement()
        return made

    @staticmethod
    def plain_pointer(e):
        """An array decays by itself in ?: only if both sides do."""
        if e.ty[0] == "array":
            return Binary("+", e, num(0), T.pointer(e.ty[1]))
        return e

    def chosen_place(self):
        """*(c ? &x : &y) *= 0.5;"""
        x = self.place(mutable=True)
        y = self.place(mutable=True, precision=x.ty[1]) if x is not None else None
        if y is None or x.ty != y.ty:
            return None
        p = T.pointer(x.ty)
        e = T.Ternary(self.condition(), Unary("&", x, p), Unary("&", y, p), p)
        o = self.rng.pick(["=", "*=", "+="]) if self.frame.trips == 1 else "="
        return [assign(Unary("*", e, x.ty), o, self.tame(1))]

    # ------------------------------------------------------------- allocation

    def allocate(self):
        """double *w = new double[n]; ...; delete[] w;"""
        frame = self.frame
        if frame.trips > 10:
            return None
        ty = self.element_type()
        n = self.rng.between(2, 4)
        name = frame.fresh("ptr")
        spelled = "{%s}" % ty[1]
        how = self.rng.below(3)
        if how == 0:
            make = T.Raw(["new %s[" % spelled, num(n), "]"], T.pointer(ty))
            free = T.RawStmt(["delete[] %s;" % name])
        else:
            text = "malloc(%d * sizeof(%s))" % (n, spelled) if how == 1 else \
                "calloc(%d, sizeof(%s))" % (n, spelled)
            make = T.Raw(["static_cast<%s *>(std::%s)" % (spelled, text)],
                         T.pointer(ty))
            free = T.RawStmt(["std::free(%s);" % name])
        free.pinned = True
        frame.scopes.append([])
        frame.open_allocations += 1
        targets, frame.targets = frame.targets, []
        loops, frame.loops = frame.loops, []
        v = frame.add(Var(name, T.VOID))
        fill = self.fill(name, T.array(ty, n), [n])
        v.ty, v.count, v.unread = T.pointer(ty), n, True
        body = self.block(4, own_scope=False)
        x = self.place(mutable=True)
        if x is not None and self.root(x) != name:
            read = Sub(v.ref(), self.int_in(0, n - 1), ty)
            body.body.append(assign(x, "=", op(
                "+", op("*", Num("0.5", T.DOUBLE), x.copy()), read)))
        frame.loops, frame.targets = loops, targets
        frame.open_allocations -= 1
        frame.scopes.pop()
        return [Block([pin(Decl(T.pointer(ty), name, make))] + fill +
                      body.body + [free])]

    def copy_array(self):
        """std::memcpy, memmove, copy, fill, memset, swap."""
        to = self.sequence(True)
        if to is None:
            return None
        v, ty, count = to
        froms = [f for f in (self.sequence(False) for _ in range(4))
                 if f and f[1] == ty and f[0] is not v and
                 not self.aliases.get(f[0].name) and not self.aliases.get(v.name)]
        spelled = "{%s}" % ty[1]
        how = self.rng.below(6)
        if how < 4 and froms:
            w, _, have = froms[0]
            n = min(count, have)
            if not self.in_main and v.ty[0] == w.ty[0] == "ptr":
                how = 2  # a caller may hand over what overlaps
            if how == 3:
                return [T.RawStmt(["std::copy(", w.ref(), ", ", w.ref(),
                                   " + %d, " % n, v.ref(), ");"])]
            name = "memmove" if how == 2 else "memcpy"
            return [T.RawStmt(["std::%s(" % name, v.ref(), ", ", w.ref(),
                               ", %d * sizeof(%s));" % (n, spelled)])]
        if how == 4:
            return [T.RawStmt(["std::memset(", v.ref(), ", 0, %d * sizeof(%s));" %
                               (count, spelled)])]
        x, y = self.scalar_place(), self.scalar_place()
        if x is not None and x.ty == y.ty and x.name != y.name:
            return [T.RawStmt(["std::swap(", x, ", ", y, ");"])]
        value = self.tame(1)
        if value.ty != ty:
            value = T.Cast(value, ty, "static")
        return [T.RawStmt(["std::fill(", v.ref(), ", ", v.ref(),
                           " + %d, " % count, value, ");"])]

    # ------------------------------------------------------ function pointers

    def function_pointer(self):
        fit = [h for h in self.helpers
               if h.cost * self.frame.trips <= self.frame.cost
               and h.result[0] == "real" and not any(
                   p.ty[0] == "struct" for p in h.params)]
        if not fit:
            return None
        h = self.rng.pick(fit)
        call = self.call_of(h)
        if call is None:
            return None
        types = tuple(p.ty for p in h.params)
        same = [g for g in self.helpers if g is not h and g.result == h.result
                and tuple(p.ty for p in g.params) == types
                and g.cost <= h.cost and all(
                    a.low == b.low and a.high == b.high and a.count == b.count
                    for a, b in zip(g.params, h.params))]
        ty = T.pointer(("fn", h.result, types))
        value = T.Name(h.name, ty)
        if same:
            value = T.Ternary(self.condition(), value,
                              T.Name(self.rng.pick(same).name, ty), ty)
        elif self.rng.chance(40):
            value = Unary("&", value, ty)
        name = "fp%d" % self.frame.labels
        self.frame.labels += 1
        call.name = name
        t = self.frame.fresh("real")
        self.frame.add(Var(t, h.result)).unread = True
        return [Decl(ty, name, value), Decl(h.result, t, call)]

    @staticmethod
    def helper(name, result, params, writes, cost):
        return Helper(name, result, params, writes, cost)
