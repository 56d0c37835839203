# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 3: what programs do with blocks of the heap (rows, lists,
blocks handed from one iteration to the next, growing ones), objects that hold
pointers, algorithms of the library on pointers, bits of integers."""

from . import tree as T
from .control import pin
from .expressions import num, op
from .scope import Var
from .statements import assign
from .tree import Block, Decl, Num, RawStmt


class Blocks:
    """Needs Memory. Each construct is complete in itself: what it allocates it
    gives back, and what it computes it adds to a place that is there."""

    def block_kinds(self):
        f = self.features
        if self.frame.trips > 12 or self.frame.depth > 2:
            return []
        kinds = []
        if "rows" in f:
            kinds.append((4, self.rows))
        if "handedon" in f:
            kinds.append((4, self.handed_on))
        if "realloc" in f:
            kinds.append((3, self.grown))
        if "list" in f:
            kinds.append((4, self.linked))
        if "holder" in f:
            kinds.append((4, self.held))
        if "algorithms" in f:
            kinds.append((6, self.algorithm))
        if "bits" in f:
            kinds.append((3, self.bits))
        return kinds

    # ---------------------------------------------------------------- pieces

    def names(self, *kinds):
        """Fresh names that differ from each other."""
        found = []
        taken = {v.name for v in self.frame.visible()}
        for kind in kinds:
            name = self.frame.fresh(kind)
            while name in found or name in taken:
                name += "1"
            found.append(name)
        return found

    def target(self):
        """A place to add to."""
        return self.place(mutable=True)

    def term(self, trips):
        """A real that is evaluated so often."""
        frame = self.frame
        saved, frame.trips = frame.trips, frame.trips * trips
        frame.cost -= frame.trips
        e = self.tame(1)
        frame.trips = saved
        return e

    @staticmethod
    def added(x, read):
        return assign(x, "=", op("+", op("*", Num("0.5", T.DOUBLE), x.copy()),
                                 read))

    def spelled(self):
        ty = self.element_type()
        return ty, "{%s}" % ty[1]

    # ----------------------------------------------------------------- blocks

    def rows(self):
        x = self.target()
        if x is None:
            return None
        ty, t = self.spelled()
        a, i, j = self.names("ptr", "int", "int")
        n, m = self.rng.between(2, 3), self.rng.between(1, 3)
        one = self.rng.chance(40)
        new = "%s[%s] = new %s[%d];" % (a, i, t, m)
        make = [RawStmt(["%s **%s = new %s *[%d];" % (t, a, t, n)])]
        if one:
            c = a + "_cells"
            make.append(RawStmt(["%s *%s = static_cast<%s *>(std::calloc(%d, "
                                 "sizeof(%s)));" % (t, c, t, n * m, t)]))
            new = "%s[%s] = %s + %s * %d;" % (a, i, c, i, m)
        fill = RawStmt(["for (int %s = 0; %s < %d; ++%s) { %s for (int %s = 0; "
                        "%s < %d; ++%s) %s[%s][%s] = " %
                        (i, i, n, i, new, j, j, m, j, a, i, j),
                        self.term(n * m), " + 0.25f * (%s + %s); }" % (i, j)])
        body = []
        if self.rng.chance(60):
            body.append(RawStmt(["std::swap(%s[0], %s[%d]);" % (a, a, n - 1)]))
        body.append(RawStmt(["%s[1][%d] = 0.5f * %s[0][0] * %s[1][%d] + " %
                             (a, m - 1, a, a, m - 1), self.term(1), ";"]))
        body.append(self.added(x, T.Raw(["%s[0][%d] * %s[1][0]" %
                                         (a, m - 1, a)], ty)))
        free = [RawStmt(["std::free(%s);" % c])] if one else \
            [RawStmt(["for (int %s = 0; %s < %d; ++%s) delete[] %s[%s];" %
                      (i, i, n, i, a, i)])]
        free.append(RawStmt(["delete[] %s;" % a]))
        return self.closed(make + [fill], body, free)

    @staticmethod
    def closed(make, body, free):
        return [Block([pin(s) for s in make] + body + [pin(s) for s in free])]

    def handed_on(self):
        x = self.target()
        if x is None:
            return None
        ty, t = self.spelled()
        a, b, i, k = self.names("ptr", "ptr", "int", "int")
        n, steps = self.rng.between(1, 3), self.rng.between(1, 3)
        make = [RawStmt(["%s *%s = new %s[%d]();" % (t, a, t, n)]),
                RawStmt(["%s[%d] = " % (a, n - 1), self.term(1), ";"])]
        step = RawStmt([
            "for (int {k} = 0; {k} < %d; ++{k}) {{ {t} *{b} = new {t}[%d]; for "
            "(int {i} = 0; {i} < %d; ++{i}) {b}[{i}] = 0.5f * {a}[({i} + 1) %% "
            "%d] * {a}[{i}] + ".format(k=k, t=t, a=a, b=b, i=i) %
            (steps, n, n, n), self.term(steps * n),
            "; delete[] %s; %s = %s; }" % (a, a, b)])
        return self.closed(
            make + [step],
            [self.added(x, T.Raw(["%s[%d]" % (a, self.rng.below(n))], ty))],
            [RawStmt(["delete[] %s;" % a])])

    def grown(self):
        x = self.target()
        if x is None:
            return None
        ty, t = self.spelled()
        v, used, room, i = self.names("ptr", "int", "int", "int")
        n = self.rng.between(2, 5)
        make = [RawStmt(["%s *%s = nullptr;" % (t, v)]),
                RawStmt(["int %s = 0, %s = 0;" % (used, room)]),
                RawStmt([
                    "for (int {i} = 0; {i} < %d; ++{i}) {{ if ({u} == {r}) "
                    "{{ {r} = 2 * {r} + 1; {v} = static_cast<{t} *>(std::realloc"
                    "({v}, {r} * sizeof({t}))); }} {v}[{u}++] = ".format(
                        i=i, u=used, r=room, v=v, t=t) % n, self.term(n),
                    "; if (%s > 1) %s[%s - 1] *= %s[%s - 2]; }" %
                    (used, v, used, v, used)])]
        read = T.Raw(["%s[%d] * %s[%s - 1]" % (v, self.rng.below(n), v, used)], ty)
        return self.closed(make, [self.added(x, read)],
                           [RawStmt(["std::free(%s);" % v])])

    def linked(self):
        x = self.target()
        if x is None:
            return None
        ty, t = self.spelled()
        name = "Link_" + ty[1]
        self.need_struct(name, [(ty, "value"),
                                (T.pointer(("struct", name)), "next")])
        head, p, i = self.names("ptr", "ptr", "int")
        n = self.rng.between(1, 4)
        make = [RawStmt(["%s *%s = nullptr;" % (name, head)]),
                RawStmt(["for (int %s = 0; %s < %d; ++%s) %s = new %s{(%s)(" %
                         (i, i, n, i, head, name, t), self.term(n),
                         " + 0.1f * %s), %s};" % (i, head)])]
        body = []
        if self.rng.chance(60):
            body.append(RawStmt(["for (%s *%s = %s; %s; %s = %s->next) "
                                 "%s->value *= " % (name, p, head, p, p, p, p),
                                 self.term(n), ";"]))
        body.append(RawStmt(["for (%s *%s = %s; %s; %s = %s->next) " %
                             (name, p, head, p, p, p),
                             x, " = 0.5f * ", x.copy(), " + %s->value;" % p]))
        free = [RawStmt(["while (%s) { %s *%s = %s->next; delete %s; %s = %s; }" %
                         (head, name, p, head, head, head, p)])]
        return self.closed(make, body, free)

    def need_struct(self, name, fields):
        if all(getattr(s, "name", None) != name for s in self.items):
            self.items.insert(0, T.Struct(name, fields))

    def held(self):
        """An object with a pointer to an array, copied."""
        x = self.target()
        found = self.sequence(True)
        if x is None or found is None:
            return None
        v, ty, count = found
        if self.aliases.get(v.name) or self.root(x) == v.name:
            return None
        name = "Held_" + ty[1]
        self.need_struct(name, [(T.pointer(ty), "data"), (T.INT, "size")])
        a, b, i = self.names("struct", "struct", "int")
        make = [RawStmt(["%s %s = {" % (name, a), v.ref(), ", %d};" % count]),
                RawStmt(["%s %s = %s;" % (name, b, a)])]
        body = [RawStmt(["for (int %s = 0; %s < %s.size; ++%s) %s.data[%s] = "
                         "0.5f * %s.data[%s] + " % (i, i, a, i, a, i, b, i),
                         self.term(count), ";"])]
        if count > 1 and self.rng.chance(50):
            body.append(RawStmt(["++%s.data;" % b]))
        body.append(self.added(x, T.Raw(["%s.data[0] * %s.data[%d]" %
                                         (b, a, count - 1)], ty)))
        return self.closed(make, body, [])

    # ------------------------------------------------------------- algorithms

    def algorithm(self):
        found, x = self.sequence(True), self.target()
        if found is None or x is None:
            return None
        v, ty, n = found
        if self.aliases.get(v.name) or self.root(x) == v.name:
            return None
        t, p = "{%s}" % ty[1], v.ref

        def call(name, *rest):
            return RawStmt(["std::%s(" % name, p(), ", ", p(), " + %d" % n] +
                           list(rest) + [");"])
        how = self.rng.below(8)
        if how == 0:
            return [call("reverse")]
        if how == 1:
            return [RawStmt(["std::rotate(", p(), ", ", p(), " + %d, " %
                             self.rng.below(n), p(), " + %d);" % n])]
        if how == 2:
            return [RawStmt(["std::fill_n(", p(), ", %d, (%s)(" % (n, t),
                             self.term(1), "));"])]
        if how == 3 and n > 1:
            return [RawStmt(["std::copy_n(", p(), ", %d, " % (n - 1), p(),
                             " + 0);"]),
                    RawStmt(["std::memmove(", p(), " + 1, ", p(),
                             ", %d * sizeof(%s));" % (n - 1, t)])]
        if how == 4:
            return [self.added(x, T.Raw(
                ["std::accumulate(", p(), ", ", p(), " + %d, (%s)(0.25f))" % (n, t)],
                ty))]
        if how == 5:
            return [self.added(x, T.Raw(
                ["std::inner_product(", p(), ", ", p(), " + %d, " % n, p(),
                 ", (%s)(" % t, self.term(1), "))"], ty))]
        if how == 6:
            return [call("partial_sum", ", ", p())] if n < 3 else \
                [RawStmt(["std::iter_swap(", p(), ", ", p(), " + %d);" % (n - 1)])]
        return [RawStmt(["std::swap_ranges(", p(), ", ", p(), " + %d, " %
                         (n // 2), p(), " + %d);" % (n - n // 2)])]

    # ------------------------------------------------------------------- bits

    def bits(self):
        """An index from bit operations on an integer."""
        high = self.rng.pick([1, 3])
        e = self.int_in(0, 7)
        name = self.frame.fresh("int")
        self.frame.add(Var(name, T.INT, low=0, high=high))
        text = self.rng.pick([
            "int(((unsigned(%s) * 2654435761u) >> 7) & %du)",
            "int((unsigned(%s) ^ (unsigned(%s) << 3) ^ 5u) & %du)",
            "int((~unsigned(%s) >> 1) & %du)"])
        pieces, rest = [], text
        while "%s" in rest:
            before, rest = rest.split("%s", 1)
            pieces += [before, e.copy()]
        pieces.append(rest.replace("%d", str(high)))
        return [Decl(T.INT, name, T.Raw(pieces, T.INT))]
