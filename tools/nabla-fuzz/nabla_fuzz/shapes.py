# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 3 around single places: side effects inside of
expressions, pointers to pointers, pointers as values, integers that feed on
themselves."""

from . import tree as T
from .tree import Block, RawStmt


class Shapes:
    """Needs Blocks. As there, each construct is complete in itself."""

    def shape_kinds(self):
        if self.frame.trips > 12 or self.frame.depth > 2:
            return []
        return [(weight, m) for weight, name, makers in (
            (2, "effects", [self.index_steps, self.fill_up, self.old_value,
                            self.chosen_lvalue, self.bumped]),
            (3, "pointers", [self.pointer_to_pointer, self.rows_of,
                             self.handed_out]),
            (3, "pointermath", [self.distance, self.maybe_null]),
            (3, "stream", [self.generator_state, self.bit_reversal])
        ) if name in self.features for m in makers]

    # ---------------------------------------------------------------- pieces

    def need_function(self, name, text, **words):
        """A function before all others, once."""
        if any(getattr(s, "declares", None) == [name] for s in self.items):
            return name
        after = [i for i, s in enumerate(self.items) if isinstance(s, T.Struct)]
        made = RawStmt([self.filled(text, name=name, **words)])
        made.declares = [name]
        self.items.insert(after[-1] + 1 if after else 0, made)
        return name

    @staticmethod
    def filled(text, **words):
        for key, word in words.items():
            text = text.replace("$" + key, str(word))
        return text

    def raw(self, text, *nodes, **words):
        """Words for $word, nodes for each @ in turn."""
        pieces = []
        parts = self.filled(text, **words).split("@")
        for part, node in zip(parts, list(nodes) + [None]):
            pieces += [part] if node is None else [part, node]
        return RawStmt(pieces)

    def kept_apart(self, v, x):
        """Whether x is no part of what v leads to."""
        return not self.aliases.get(v.name) and self.root(x) != v.name

    def linkage(self):
        return self.rng.pick(["static ", "static ", "inline ", "",
                              "__attribute__((noinline)) "])

    # ----------------------------------------------------------- side effects

    def index_steps(self):
        """int i = 0; x = 0.5 * x + a[i++] * e; x = ... a[--i] ..."""
        found, x = self.sequence(False), self.target()
        if found is None or x is None or found[2] < 2 or \
                any(isinstance(n, T.Call) for n in x.walk()):
            return None
        v, ty, n = found
        i, = self.names("int")
        start = self.rng.below(n - 1)
        steps = self.rng.pick([("$i++", "$i--"), ("++$i", "--$i"),
                               ("$i++", "--$i + 1")])
        return [Block([RawStmt(["int %s = %d;" % (i, start)])] + [
            self.added(x.copy(), T.Raw(
                [self.term(1), " * ", v.ref(),
                 self.filled("[%s]" % step, i=i)], ty)) for step in steps])]

    def fill_up(self):
        """int i = 0; while (i < n) a[i++] = e;  or *p++ *= e, from behind."""
        found = self.sequence(True)
        if found is None or self.frame.trips * found[2] > self.frame.cost:
            return None
        v, ty, n = found
        i, = self.names("int")
        e = self.term(n)
        text = self.rng.pick([
            "{ int $i = 0; while ($i < $n) @[$i++] = @; }",
            "for (int $i = $n; $i > 0;) @[--$i] = @;",
            "for ({$t} *$i = @; $i != @ + $n;) *$i++ = @;",
            "for (int $i = 0; $i < $n; @[$i] = @, ++$i) ;"])
        places = [v.ref() for _ in range(text.count("@") - 1)]
        return [self.raw(text, *places, e, i=i, n=n, t=ty[1])]

    def old_value(self):
        """x = x++ * 0.5 + e;  x = (y = e) + y * 0.5;  (++k, x) = e;"""
        x, y = self.scalar_place(), self.scalar_place()
        if x is None or self.aliases.get(x.name) or self.aliases.get(y.name):
            return None
        how = self.rng.below(3)
        if how == 0:
            return [self.raw("@ = @$s * 0.5f + @;", x, x.copy(), self.term(1),
                             s=self.rng.pick(["++", "--"]))]
        if how == 1 and x.name != y.name:
            return [self.raw("@ = 0.5f * @ + (@, @ * 0.25f);", x, x.copy(),
                             T.Raw([y, " = ", self.term(1)], y.ty), y.copy())]
        k, = self.names("int")
        return [Block([RawStmt(["int %s = 1;" % k]),
                       self.raw("(++$k, @) = @ * 0.5f + 0.1f * $k;", x,
                                self.term(1), k=k)])]

    def chosen_lvalue(self):
        """(c ? x : y) = e;  T &r = c ? x : y;"""
        x = self.place(mutable=True)
        y = self.place(mutable=True, precision=x.ty[1]) if x is not None else None
        if y is None or x.ty != y.ty:
            return None
        if self.rng.chance(50):
            o = self.rng.pick(["=", "+=", "*="]) if self.frame.trips == 1 else "="
            return [self.raw("(@ ? @ : @) $o @;", self.condition(), x, y,
                             self.term(1), o=o)]
        r, = self.names("real")
        return [Block([self.raw("{$t} &$r = @ ? @ : @;", self.condition(), x, y,
                                r=r, t=x.ty[1]),
                       self.raw("$r = 0.5f * $r + @;", self.term(1), r=r)])]

    def bumped(self):
        """A function that counts its argument up, in an index."""
        found = self.sequence(True)
        if found is None or found[2] < 2:
            return None
        v, _, n = found
        k, = self.names("int")
        name = self.need_function(
            "bump", self.linkage() + "int $name(int &k, int n) { int old = k; "
            "k = (k + 1) % n; return old; }")
        return [Block([
            self.raw("int $k = $s;", k=k, s=self.rng.below(n)),
            self.raw("for (int $k_ = 0; $k_ < 3; ++$k_) "
                     "@[$f($k, $n)] = 0.5f * @[$k] + @;", v.ref(), v.ref(),
                     self.term(3), k_=k + "_", k=k, f=name, n=n)
            if self.rng.chance(50) else
            self.raw("@[$f($k, $n)] = @;", v.ref(), self.term(1), k=k, f=name,
                     n=n)])]

    # --------------------------------------------------- pointers to pointers

    def two_pointers(self):
        """(type, pointers to one or more of it), which may lead to the same."""
        ty = self.element_type()
        made = [self.pointer_argument(ty, 1, set()) for _ in range(2)]
        if None in made:
            return None
        for e in made:
            self.aliases[self.root(e)] = "anything"
        return ty, [self.plain_pointer(e) for e in made]

    def pointer_to_pointer(self):
        """T *p = a, *q = b, **pp = &p; **pp = e; *pp = q; pp = &q; ..."""
        found, x = self.two_pointers(), self.target()
        if found is None or x is None:
            return None
        ty, (a, b) = found
        p, q, pp = self.names("ptr", "ptr", "ptr")
        words = dict(p=p, q=q, w=pp, t=ty[1])
        body = [self.raw("{$t} *$p = @, *$q = @, **$w = &$p;", a, b, **words)]
        steps = ["**$w = 0.5f * **$w + @;", "if (@) *$w = $q;", "$w = &$q;",
                 "(*$w)[0] = @;", "std::swap($p, $q);",
                 "if (@) $w = $w == &$p ? &$q : &$p;"]
        for text in self.rng.shuffled(steps)[:self.rng.between(2, 4)]:
            e = [] if "@" not in text else [
                self.condition() if "if" in text else self.term(1)]
            body.append(self.raw(text, *e, **words))
        body.append(self.added(x, T.Raw(["**%s * %s[0]" % (pp, p)], ty)))
        return [Block(body)]

    def rows_of(self):
        """T *rows[2] = {a, b}; handed on as T **, T *const *."""
        found, x = self.two_pointers(), self.target()
        if found is None or x is None:
            return None
        ty, (a, b) = found
        rows, i = self.names("ptr", "int")
        add = self.need_function(
            "sum_rows_" + ty[1], self.linkage() + "{$t} $name({$t} *const *rows, "
            "int n) { {$t} s = 0; for (int i = 0; i < n; ++i) s += 0.5f * "
            "rows[i][0] * rows[n - 1 - i][0]; return s; }", t=ty[1])
        mix = self.need_function(
            "mix_rows_" + ty[1], self.linkage() + "void $name({$t} **rows, {$t} w) "
            "{ {$t} *first = rows[0]; rows[0] = rows[1]; rows[1] = first; "
            "**rows = 0.5f * **rows + w; }", t=ty[1])
        body = [self.raw("{$t} *$r[2] = {@, @};", a, b, r=rows, t=ty[1])]
        if self.rng.chance(60):
            body.append(self.raw("for (int $i = 0; $i < 2; ++$i) $m($r, ({$t})(@));",
                                 self.term(2), i=i, m=mix, r=rows, t=ty[1]))
        body.append(self.added(x, T.Raw(["%s(%s, 2)" % (add, rows)], ty)))
        return [Block(body)]

    def handed_out(self):
        """A function that tells where to write through a T **, or T *&."""
        found = self.two_pointers()
        if found is None:
            return None
        ty, (a, b) = found
        p, = self.names("ptr")
        how = self.rng.chance(50)
        name = self.need_function(
            ("choose_" if how else "rebind_") + ty[1], self.linkage() +
            ("void $name({$t} **to, {$t} *a, {$t} *b, bool c) { *to = c ? a : b; }"
             if how else "void $name({$t} *&to, {$t} *a, {$t} *b, bool c) "
             "{ if (c) to = a; else to = b; *to *= 0.5f; }"), t=ty[1])
        return [Block([
            self.raw("{$t} *$p = nullptr;", t=ty[1], p=p),
            self.raw("$f($a$p, @, @, @);", a, b, self.truth(), f=name, p=p,
                     a="&" if how else ""),
            self.raw("*$p = 0.5f * *$p + @;", self.term(1), p=p)])]

    # --------------------------------------------------------- pointer values

    def distance(self):
        """Pointers compared and subtracted, p[-1]."""
        found, x = self.sequence(True), self.target()
        if found is None or x is None or found[2] < 2 or \
                not self.kept_apart(found[0], x):
            return None
        v, ty, n = found
        p, q = self.names("ptr", "ptr")
        body = [self.raw("{$t} *$p = @, *$q = @ + $n;", v.ref(), v.ref(), p=p, q=q,
                         n=n, t=ty[1])]
        text = self.rng.pick([
            "while ($p < $q) { --$q; *$p = 0.5f * *$q + @; ++$p; }",
            "while (++$p != $q) *$p = 0.5f * $p[-1] + @;",
            "for (; $p != $q; ++$p) *$p += 0.1f * ($q - $p) * @;"])
        body.append(self.raw(text, self.term(n), p=p, q=q))
        body.append(self.added(x, T.Raw(
            [self.filled("$p[-1] * int($p - ", p=p), v.ref(), ")"], ty)))
        return [Block(body)]

    def maybe_null(self):
        """T *p = nullptr; if (c) p = &x; if (p) *p = e;"""
        x, y = self.place(mutable=True), self.target()
        if x is None or y is None:
            return None
        p, = self.names("ptr")
        body = [self.raw("{$t} *$p = nullptr;", t=x.ty[1], p=p),
                self.raw("if (@) $p = &@;", self.condition(), x, p=p),
                self.raw("if ($p) *$p = 0.5f * *$p + @;", self.term(1), p=p)]
        if self.rng.chance(50):
            body.append(self.raw("const {$t} *$q = $p ? $p : &@;", x.copy(), p=p,
                                 q=p + "_or", t=x.ty[1]))
            body.append(self.added(y, T.Raw(["*%s_or" % p], x.ty)))
        return [Block(body)]

    # --------------------------------------------------------------- integers

    def generator_state(self):
        """A random generator's state, which chooses and weighs."""
        x, found = self.target(), self.sequence(True)
        if x is None:
            return None
        s, i = self.names("int", "int")
        step = self.rng.pick(["$s = $s * 1664525u + 1013904223u;",
                              "$s ^= $s << 13; $s ^= $s >> 17; $s ^= $s << 5;",
                              "$s = ($s >> 1) ^ (0u - ($s & 1u) & 0xb400u);"])
        n = self.rng.between(2, 4)
        uses = [self.raw("@ = 0.5f * @ + @ * int($s & 3u);", x, x.copy(),
                         self.term(n), s=s),
                self.raw("if (__builtin_popcount($s) % 2) @ = 0.5f * @ + @;",
                         x.copy(), x.copy(), self.term(n), s=s)]
        if found:
            v, _, count = found
            uses.append(self.raw("@[($s >> 4) % $n] = 0.5f * @[($s >> 2) % $n] + "
                                 "@;", v.ref(), v.ref(), self.term(n), s=s,
                                 n="%du" % count))
        uses = self.rng.shuffled(uses)[:self.rng.between(1, 3)]
        seed = self.int_in(0, 7)
        return [Block([
            self.raw("unsigned $s = 12345u + unsigned(@);", seed, s=s),
            RawStmt(self.joined([self.filled(
                "for (int $i = 0; $i < $n; ++$i) { " + step, i=i, n=n, s=s)],
                uses, " }"))])]

    @staticmethod
    def joined(before, statements, after):
        pieces = list(before)
        for s in statements:
            pieces += [" "] + s.pieces
        return pieces + [after]

    def bit_reversal(self):
        """The permutation of a Fourier transform, then its butterflies."""
        found = self.sequence(True)
        if found is None or found[2] < 4:
            return None
        v, ty, _ = found
        i, j, = self.names("int", "int")
        p = v.ref
        body = [self.raw("for (int $i = 0; $i < 4; ++$i) { int $j = (($i & 1) << 1) "
                         "| ($i >> 1); if ($i < $j) std::swap(@[$i], @[$j]); }",
                         p(), p(), i=i, j=j),
                self.raw("for (int $h = 1; $h < 4; $h <<= 1) for (int $i = 0; $i < "
                         "4; ++$i) if (!($i & $h)) { {$t} $j = @[$i ^ $h] * 0.5f; "
                         "@[$i | $h] = @[$i] - $j; @[$i] += $j; }", p(), p(), p(),
                         p(), i=i, j=j, h=i + "_h", t=ty[1])]
        return self.rng.shuffled(body) if self.rng.chance(30) else body
