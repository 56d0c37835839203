# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 3 as numerical code has them: nodes that point to each
other, structs as results and on the move, triangular and long loops, recursion
on parts of an array, globals as accumulators."""

from . import tree as T
from .tree import Block, RawStmt


class Kernels:
    """Needs Shapes."""

    def kernel_kinds(self):
        if self.frame.trips > 12 or self.frame.depth > 2:
            return []
        return [(weight, m) for weight, name, makers in (
            (3, "nodes", [self.chain, self.tree, self.view]),
            (3, "structresult", [self.struct_result, self.struct_moved]),
            (3, "triangular", [self.triangle, self.elimination]),
            (2, "timeloop", [self.time_loop]),
            (3, "halves", [self.halves]),
            (4, "tally", [self.tally]),
            (4, "overwritten", [self.overwritten])
        ) if name in self.features for m in makers]

    # ------------------------------------------------------------------ nodes

    def chain(self):
        """Nodes on the stack that lead to each other, summed by recursion."""
        x = self.target()
        if x is None:
            return None
        ty, _ = self.spelled()
        node = "Node_" + ty[1]
        self.need_struct(node, [(T.array(ty, 2), "w"),
                                (T.pointer(("struct", node)), "next")])
        add = self.need_function(
            "total_" + ty[1], self.linkage() + "{$t} $name(const $s *n) { if (!n) "
            "return 0; return n->w[0] * n->w[1] + 0.5f * $name(n->next); }",
            t=ty[1], s=node)
        set_ = self.need_function(
            "push_" + ty[1], self.linkage() + "void $name($s *n, {$t} by) { for (; "
            "n; n = n->next) { n->w[0] *= by; n->w[1] += n->w[0]; } }",
            t=ty[1], s=node)
        n = self.rng.between(2, 3)
        i, a = self.names("int", "struct")
        body = [self.raw("$s $a[$n];", s=node, a=a, n=n),
                self.raw("for (int $i = 0; $i < $n; ++$i) $a[$i] = {{({$t})(@), "
                         "0.5f * $i}, $i + 1 < $n ? &$a[$i + 1] : nullptr};",
                         self.term(n), i=i, a=a, n=n, t=ty[1])]
        if self.rng.chance(60):
            body.append(self.raw("$f(&$a[$k], ({$t})(@));", self.term(1), f=set_,
                                 a=a, k=self.rng.below(n), t=ty[1]))
        body.append(self.added(x, T.Raw(["%s(%s)" % (add, a)], ty)))
        return [Block(body)]

    def tree(self):
        """A tree of three nodes, folded from below, in place."""
        x = self.target()
        if x is None:
            return None
        ty, _ = self.spelled()
        node = "Tree_" + ty[1]
        link = T.pointer(("struct", node))
        self.need_struct(node, [(ty, "v"), (link, "left"), (link, "right")])
        fold = self.need_function(
            "fold_" + ty[1], self.linkage() + "{$t} $name($s *n) { if (n == "
            "nullptr) return 1; {$t} l = $name(n->left), r = $name(n->right); "
            "n->v = 0.5f * n->v + 0.25f * l * r; return n->v; }", t=ty[1], s=node)
        a, b, c = self.names("struct", "struct", "struct")
        heap = self.rng.chance(40)
        body = []
        for name, left, right in ((c, None, None), (b, None, None), (a, b, c)):
            text = "$s $n; $n.v = @;"
            if heap:
                text = "$s *$n = new $s; $n->v = @;"
            text += " $n$o" + "left = $l; $n$o" + "right = $r;"
            links = {k: ("" if heap else "&") + v if v else "nullptr"
                     for k, v in (("l", left), ("r", right))}
            made = self.raw(text, self.term(1), n=name, s=node,
                            o="->" if heap else ".", **links)
            made.pinned = True
            body.append(made)
        free = [self.raw("delete $n;", n=n) for n in (a, b, c)] if heap else []
        root = a if heap else "&" + a
        return self.closed(body, [
            self.added(x, T.Raw(["%s(%s)" % (fold, root)], ty)),
            self.added(x.copy(), T.Raw([b + ("->v" if heap else ".v")], ty))], free)

    def view(self):
        """A struct with a pointer, by value and by reference."""
        found, x = self.sequence(True), self.target()
        if found is None or x is None or not self.kept_apart(found[0], x):
            return None
        v, ty, n = found
        name = "View_" + ty[1]
        self.need_struct(name, [(T.pointer(ty), "data"), (T.INT, "size")])
        scale = self.need_function(
            "scale_" + ty[1], self.linkage() + "void $name($s v, {$t} by) { for "
            "(int i = 0; i < v.size; ++i, ++v.data) *v.data = 0.5f * *v.data + by; "
            "}", t=ty[1], s=name)
        skip = self.need_function(
            "skip_" + ty[1], self.linkage() + "$s &$name($s &v) { ++v.data; "
            "--v.size; return v; }", s=name)
        a, = self.names("struct")
        body = [RawStmt(["%s %s = {" % (name, a), v.ref(), ", %d};" % n]),
                self.raw("$f($a, ({$t})(@));", self.term(n), f=scale, a=a, t=ty[1])]
        if n > 1 and self.rng.chance(60):
            body.append(self.raw("$f($a);", f=skip, a=a))
        body.append(self.added(x, T.Raw(["%s.data[0] * %s.size" % (a, a)], ty)))
        return [Block(body)]

    # ---------------------------------------------------------------- structs

    def two(self):
        ty, _ = self.spelled()
        name = "Two_" + ty[1]
        self.need_struct(name, [(ty, "a"), (ty, "b")])
        split = self.need_function(
            "split_" + ty[1], self.linkage() + "$s $name({$t} x, {$t} y) { $s r; "
            "r.a = 0.5f * x * y; r.b = x - y; if (x < 0.25f) return r; "
            "r.b = 0.5f * r.a + y; return r; }", t=ty[1], s=name)
        return ty, name, split

    def struct_result(self):
        x = self.target()
        if x is None:
            return None
        ty, name, split = self.two()
        t, i = self.names("struct", "int")
        body = [self.raw("$s $t = $f(({$y})(@), ({$y})(@));", self.term(1),
                         self.term(1), s=name, t=t, f=split, y=ty[1])]
        if self.rng.chance(50):
            body.append(self.raw("for (int $i = 0; $i < 3; ++$i) $t = $f($t.b, "
                                 "({$y})(@));", self.term(3), i=i, t=t, f=split,
                                 y=ty[1]))
        read = self.rng.pick(["$t.a * $t.b", "$f($t.a, $t.b).b",
                              "$f($t.b, ({$y})(0.5f)).a"])
        body.append(self.added(x, T.Raw([self.filled(read, t=t, f=split,
                                                     y=ty[1])], ty)))
        return [Block(body)]

    def struct_moved(self):
        """Structs swapped, copied by memcpy and std::copy, on the heap."""
        x = self.target()
        if x is None:
            return None
        ty, name, split = self.two()
        a, i = self.names("struct", "int")
        n = self.rng.between(2, 3)
        heap = self.rng.chance(40)
        make = [self.raw("$s *$a = new $s[$n];" if heap else "$s $a[$n];", s=name,
                         a=a, n=n),
                self.raw("for (int $i = 0; $i < $n; ++$i) $a[$i] = $f(({$y})(@), "
                         "({$y})(0.1f * $i));", self.term(n), i=i, n=n, a=a,
                         f=split, y=ty[1])]
        moves = ["std::swap($a[0], $a[$m]);", "std::swap($a[0].a, $a[$m].b);",
                 "std::memcpy(&$a[0], &$a[$m], sizeof($s));",
                 "std::copy($a + 1, $a + 2, $a);", "std::reverse($a, $a + $n);",
                 "for ($s *$i = $a; $i < $a + $n; ++$i) $i->a += $i->b;"]
        body = [self.raw(text, a=a, m=n - 1, n=n, s=name, i=i)
                for text in self.rng.shuffled(moves)[:self.rng.between(1, 3)]]
        body.append(self.added(x, T.Raw(["%s[0].a * %s[%d].b" % (a, a, n - 1)],
                                        ty)))
        free = [RawStmt(["delete[] %s;" % a])] if heap else []
        return self.closed(make, body, free)

    # ------------------------------------------------------------ nested loops

    def triangle(self):
        """for i, for j < i (or from i + 1): a[i] from a[j], in place."""
        found, x = self.sequence(True), self.target()
        if found is None or x is None or found[2] < 2:
            return None
        v, _, n = found
        if self.frame.trips * n * n > self.frame.cost:
            return None
        i, j = self.names("int", "int")
        head = self.rng.pick([
            "for (int $i = 0; $i < $n; ++$i) for (int $j = 0; $j < $i; ++$j)",
            "for (int $i = 0; $i < $n; ++$i) for (int $j = $i + 1; $j < $n; ++$j)",
            "for (int $i = $n - 1; $i >= 0; --$i) for (int $j = $i; $j < $n; ++$j)",
            "for (int $i = 1; $i < $n; ++$i) for (int $j = $i; $j-- > 0;)",
            "for (int $i = 0; $i < $n; ++$i) for (int $j = 0; $j <= $i; $j += 2)"])
        text = self.rng.pick([" @[$i] = 0.5f * @[$i] - 0.25f * @[$j] * @;",
                              " @[$j] = 0.5f * @[$i] * @[$j] + @;"])
        return [self.raw(head + text, v.ref(), v.ref(), v.ref(),
                         self.term(n * n), i=i, j=j, n=n)]

    def elimination(self):
        """A Cholesky factorization, of a matrix of its own."""
        x = self.target()
        if x is None or self.frame.trips * 27 > self.frame.cost:
            return None
        ty, _ = self.spelled()
        m, i, j, k = self.names("array", "int", "int", "int")
        n = self.rng.between(2, 3)
        words = dict(m=m, i=i, j=j, k=k, n=n, t=ty[1])
        root = self.math("sqrt", T.Raw(["%s[%s][%s]" % (m, j, j)], ty))
        return [Block([
            self.raw("{$t} $m[$n][$n];", **words),
            self.raw("for (int $i = 0; $i < $n; ++$i) for (int $j = 0; $j <= $i; "
                     "++$j) $m[$j][$i] = $m[$i][$j] = 0.2f * @ + ($i == $j ? 3 : "
                     "0);", self.term(n * n), **words),
            self.raw("for (int $j = 0; $j < $n; ++$j) { for (int $k = 0; $k < $j; "
                     "++$k) $m[$j][$j] -= $m[$j][$k] * $m[$j][$k]; $m[$j][$j] = @; "
                     "for (int $i = $j + 1; $i < $n; ++$i) { {$t} s = $m[$i][$j]; "
                     "for (int $k = 0; $k < $j; ++$k) s -= $m[$i][$k] * $m[$j][$k]; "
                     "$m[$i][$j] = s / $m[$j][$j]; } }", root, **words),
            self.added(x, T.Raw(["%s[%d][0] * %s[%d][%d]" %
                                 (m, n - 1, m, n - 1, n - 1)], ty))])]

    def time_loop(self):
        """Some hundred steps of a system with two variables, with an exit."""
        x = self.target()
        if x is None or self.frame.trips > 2:
            return None
        ty, _ = self.spelled()
        u, v, k = self.names("real", "real", "int")
        words = dict(u=u, v=v, k=k, n=self.rng.between(50, 300), t=ty[1])
        step = "{$t} next_ = $u + 0.01f * $v; $v = 0.99f * $v - 0.01f * $u * $u; $u = next_;"
        text = self.rng.pick([
            "for (int $k = 0; $k < $n; ++$k) { " + step + " }",
            "int $k = 0; while ($k < $n) { " + step + " ++$k; }",
            "for (int $k = 0; $k < $n; ++$k) { " + step +
            " if ($u > 50) break; if ($k % 7 == 3) continue; $v += 0.001f * $k; }"])
        return [Block([
            self.raw("{$t} $u = @, $v = @;", self.tame(1), self.tame(1), **words),
            self.raw(text, **words),
            self.added(x, T.Raw(["%s * %s" % (u, v)], ty))])]

    # -------------------------------------------------------------- recursion

    def halves(self):
        """Divide and conquer on an array, in place."""
        found = self.sequence(True)
        if found is None:
            return None
        v, ty, n = found
        name = self.need_function(
            "halves_" + ty[1], self.linkage() + "void $name({$t} *a, int n, {$t} w) "
            "{ if (n < 2) { if (n == 1) *a *= w; return; } int m = n / 2; "
            "$name(a, m, w); $name(a + m, n - m, 0.5f * w); for (int i = 0; i < m; "
            "++i) a[i] = 0.5f * a[i] + 0.25f * a[i + m]; }", t=ty[1])
        return [self.raw("$f(@, $n, ({$t})(@));", v.ref(), self.term(1), f=name, n=n,
                         t=ty[1])]

    def overwritten(self):
        """A recursive function that is handed a value and the place that it
        comes from, and writes to the place."""
        found, x = self.sequence(True), self.target()
        if found is None or x is None:
            return None
        v, ty, n = found
        name = self.need_function(
            "settle_" + ty[1], self.linkage() + "{$t} $name({$t} *p, {$t} w, int n) "
            "{ if (n == 0) return 0.5f * w; *p = 0.5f * *p * w + 0.25f; {$t} r = "
            "$name(p, *p, n - 1); return 0.5f * r + 0.25f * w; }", t=ty[1])
        r, = self.names("real")
        return [Block([
            self.raw("{$t} $r = $f(@ + $k, @[$k], $n);", v.ref(), v.ref(), f=name,
                     k=self.rng.below(n), n=self.rng.between(1, 3), r=r, t=ty[1]),
            self.added(x, T.Raw([r], ty))])]

    # ---------------------------------------------------------------- globals

    def tally(self):
        """A global that is set here, added to here and by a function, read."""
        x = self.target()
        if x is None:
            return None
        ty, _ = self.spelled()
        t, i = "Tally_" + ty[1], self.names("int")[0]
        self.need_function(t, "static {$t} $name = 0.5f;", t=ty[1])
        add = "deposit_" + ty[1]
        if not any(getattr(s, "declares", None) == [add] for s in self.items):
            made = RawStmt([self.filled(
                self.linkage() + "void $f({$t} x, int n) { $g += x; if (n > 1) "
                "$f(0.5f * x, n - 1); $g *= 0.9f; }", f=add, t=ty[1], g=t)])
            made.declares = [add]
            at = next(i for i, s in enumerate(self.items)
                      if getattr(s, "declares", None) == [t])
            self.items.insert(at + 1, made)
        words = dict(g=t, i=i, f=add, t=ty[1])
        body = [self.raw("$g = @;", self.term(1), **words)]
        steps = ["for (int $i = 0; $i < 3; ++$i) $g = 0.5f * $g + @;",
                 "$f(({$t})(@), 2);", "if (@) $g *= 0.5f;",
                 "{$t} *$i = &$g; *$i = 0.5f * *$i + @;", "std::swap($g, @);"]
        for text in self.rng.shuffled(steps)[:self.rng.between(1, 3)]:
            if "swap" in text:
                y = self.place(mutable=True, precision=ty[1])
                if y is None or y.ty != ty:
                    continue
                body.append(self.raw(text, y, **words))
            elif "if" in text:
                body.append(self.raw(text, self.condition(), **words))
            else:
                body.append(Block([self.raw(text, self.term(3), **words)]))
        body.append(self.added(x, T.Raw([t], ty)))
        return [Block(body)]
