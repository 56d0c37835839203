# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 3 with recursive functions that make blocks, return
pointers and references or set them, and give blocks back."""

from . import tree as T
from .tree import Block

#: By name. $t is the real, $c and $b
#: a node of a list and of a tree.
FUNCTIONS = {
    "grow_": ("$c *$name(int n, $t v) { if (n == 0) return nullptr; return new "
              "$c{v, $name(n - 1, v * 0.5f + 0.25f)}; }"),
    "make_": ("$c *$name(int n, $t v) { $c *p = new $c; p->value = v; p->next = "
              "n > 1 ? $name(n - 1, ($t)(0.5f - v * 0.5f)) : nullptr; return p; }"),
    "put_": ("void $name($c *&at, $t v, int n) { if (n > 0 && at) return "
             "$name(at->next, v, n - 1); at = new $c{v, at}; }"),
    "hang_": ("void $name($c **at, $t v) { if (*at) return $name(&(*at)->next, v "
              "* 0.5f); *at = new $c; (*at)->value = v; (*at)->next = nullptr; }"),
    "drop_": ("void $name($c *p) { if (!p) return; $name(p->next); delete p; }"),
    "find_": ("$c *$name($c *p, int k) { return k == 0 || !p->next ? p : "
              "$name(p->next, k - 1); }"),
    "at_": ("$t &$name($c *p, int k) { if (k == 0 || !p->next) return p->value; "
            "return $name(p->next, k - 1); }"),
    "turn_": ("$c *$name($c *p, $c *done) { if (!p) return done; $c *next = "
              "p->next; p->next = done; return $name(next, p); }"),
    "set_": ("$b *$name($b *at, int key, $t v) { if (!at) { at = new $b(); at->key "
             "= key; at->v = v; return at; } if (key < at->key) at->left = $name("
             "at->left, key, v * 0.5f); else at->right = $name(at->right, key, "
             "0.25f + v * v * 0.1f); return at; }"),
    "summed_": ("$t $name(const $b *n, $t by) { if (!n) return by; return n->v * "
              "0.5f + $name(n->left, by * 0.5f) * 0.5f + $name(n->right, by); }"),
    "fell_": ("void $name($b *n) { if (n) { $name(n->left); $name(n->right); "
              "delete n; } }"),
    "renew_": ("void $name(const $t *&p, $t v, int n) { if (n > 0) return $name(p, "
               "v, n - 1); delete[] p; $t *q = new $t[2]; q[0] = v; q[1] = v * v * "
               "0.25f; p = q; }"),
    "widen_": ("void $name($t *&p, int &room, int wanted, $t v) { if (room >= wanted) "
               "return; $t *q = new $t[room * 2]; for (int i = 0; i < room; ++i) q[i] "
               "= p[i]; for (int i = room; i < 2 * room; ++i) q[i] = v * 0.5f; "
               "delete[] p; p = q; room *= 2; $name(p, room, wanted, v * 0.5f); }"),
    "rows_": ("$t **$name(int n, $t v) { if (n > 3) return $name(3, v); $t **r = new "
              "$t *[n]; for (int i = 0; i < n; ++i) { r[i] = new $t[2]; r[i][0] = v; "
              "r[i][1] = v * 0.5f + i * 0.25f; } return r; }"),
    "pick_": ("$t *$name($t *p, int k) { return k == 0 ? p : $name(p + 1, k - 1); }"),
    "cell_": ("$t &$name($t *p, int k) { if (k == 0) return *p; return $name(p + 1, "
              "k - 1); }"),
    "lead_": ("void $name($t &a, $t *&p, int n) { if (n > 0) return $name(a, p, n - "
              "1); p = &a; }"),
    "one_": ("$t *$name($t *a, $t *b, int n) { return n > 0 ? $name(b, a, n - 1) : a; "
             "}"),
}


class Builders:
    """Needs Kernels. As there, each construct is complete in itself."""

    def builder_kinds(self):
        if "builders" not in self.features or self.frame.trips > 12 or \
                self.frame.depth > 2:
            return []
        return [(3, lambda m=m: self.into_target(m)) for m in (
            self.built_list, self.built_tree, self.renewed, self.built_rows,
            self.led)] + [(3, self.picked)]

    def into_target(self, make):
        """What make does in a block with a place to add to, and reals of a type."""
        x = self.target()
        return None if x is None else [Block(make(x, self.spelled()[0]))]

    def builder(self, name, ty):
        """The name of one of FUNCTIONS for reals of type ty."""
        cell, twig = "Cell_" + ty[1], "Twig_" + ty[1]
        self.need_struct(cell, [(ty, "value"), (T.pointer(("struct", cell)), "next")])
        self.need_struct(twig, [(T.INT, "key"), (ty, "v"),
                                (T.pointer(("struct", twig)), "left"),
                                (T.pointer(("struct", twig)), "right")])
        return self.need_function(name + ty[1], "static " + FUNCTIONS[name],
                                  t="{%s}" % ty[1], c=cell, b=twig)

    def called(self, text, ty, *nodes, **words):
        """A statement; a name of FUNCTIONS stands for the function."""
        for name in FUNCTIONS:
            if name + "(" in text:
                text = text.replace(name + "(", self.builder(name, ty) + "(")
        return self.raw(text, *nodes, t="{%s}" % ty[1], c="Cell_" + ty[1],
                        b="Twig_" + ty[1], **words)

    def built_list(self, x, ty):
        head, p, i = self.names("ptr", "ptr", "int")
        n = self.rng.between(1, 4)
        body = [self.called(*self.rng.pick([
            ("$c *$h = grow_($n, @);", ty, self.term(1)),
            ("$c *$h = make_($n, @);", ty, self.term(1)),
            ("$c *$h = nullptr; for (int $i = 0; $i < $n; ++$i) put_($h, @, $i % 2);",
             ty, self.term(n)),
            ("$c *$h = nullptr; for (int $i = 0; $i < $n; ++$i) hang_(&$h, @);",
             ty, self.term(n))]), h=head, n=n, i=i)]
        changes = ["at_($h, $k) *= @;", "$c *$p = find_($h, $k); $p->value = 0.5f * "
                   "$p->value + @;", "$h = turn_($h, nullptr);",
                   "put_($h, @, $k);", "at_($h, $k) += at_($h, 0) * @;",
                   "find_($h, 1)->value = @;"]
        for _ in range(self.rng.below(3)):
            change = self.rng.pick(changes)
            terms = [self.term(1)] if "@" in change else []
            body.append(Block([self.called(change, ty, *terms, h=head, p=p,
                                           k=self.rng.below(4))]))
        body.append(self.raw("for (const $c *$p = $h; $p; $p = $p->next) @ = 0.5f * @ "
                             "+ 0.25f * $p->value;", x, x.copy(), c="Cell_" + ty[1],
                             p=p, h=head))
        if self.rng.chance(40):
            body.append(self.added(x, T.Raw(["%s->value" % head], ty)))
        body.append(self.called("drop_($h);", ty, h=head))
        return body

    def built_tree(self, x, ty):
        root, i = self.names("ptr", "int")
        n, a = self.rng.between(1, 5), self.rng.pick([1, 3, 4])
        fold = self.builder("summed_", ty)
        return [
            self.called("$b *$r = nullptr; for (int $i = 0; $i < $n; ++$i) $r = "
                        "set_($r, $i * $a % 5, @);", ty, self.term(n), r=root, i=i,
                        n=n, a=a),
            self.added(x, T.Raw(["%s(%s, " % (fold, root), self.term(1), ")"], ty)),
            self.called("fell_($r);", ty, r=root)]

    def renewed(self, x, ty):
        p, i = self.names("ptr", "int")
        n = self.rng.between(1, 3)
        if self.rng.chance(50):
            make = self.called("const $t *$p = nullptr; for (int $i = 0; $i < $n; ++$i) "
                               "{ renew_($p, @, $i); @ = 0.5f * @ + $p[0] * $p[1]; }",
                               ty, self.term(n), x, x.copy(), p=p, i=i, n=n)
            read = "%s[1]" % p
        else:
            make = self.called("int $i = 1; $t *$p = new $t[1]; $p[0] = @; "
                               "widen_($p, $i, $n, @);", ty, self.term(1), self.term(1),
                               p=p, i=i, n=n)
            read = "%s[0] * %s[%s - 1]" % (p, p, i)
        return [make, self.added(x.copy(), T.Raw([read], ty)),
                       self.raw("delete[] $p;", p=p)]

    def built_rows(self, x, ty):
        r, i = self.names("ptr", "int")
        n = self.rng.between(2, 5)
        body = [self.called("$t **$r = rows_($n, @);", ty, self.term(1), r=r, n=n)]
        if self.rng.chance(60):
            body.append(self.raw("$r[1][0] = 0.5f * $r[0][1] + @;", self.term(1), r=r))
        body.append(self.added(x, T.Raw(["%s[0][0] * %s[1][0]" % (r, r)], ty)))
        body.append(self.raw("for (int $i = 0; $i < $n; ++$i) delete[] $r[$i]; "
                             "delete[] $r;", r=r, i=i, n=min(n, 3)))
        return body

    def picked(self):
        """*pick_(a, k) = ...: an element of an array that is there."""
        found, x = self.sequence(True), self.target()
        if found is None or x is None:
            return None
        v, ty, n = found
        if not self.kept_apart(v, x):
            return None
        k = self.int_in(0, n - 1)
        body = [self.called(self.rng.pick([
            "*pick_(@, @) = @;", "cell_(@, @) = @;", "pick_(@, @)[0] *= @;"]), ty,
            v.ref(), k, self.term(1))]
        name = self.builder(self.rng.pick(["pick_", "cell_"]), ty)
        deref = "*" if name.startswith("pick_") else ""
        body.append(self.added(x, T.Raw([deref + name + "(", v.ref(), ", ", k.copy(),
                                         ")"], ty)))
        return [Block(body)]

    def led(self, x, ty):
        """A pointer that a callee sets to a local, or to one of two arrays."""
        p, a, b = self.names("ptr", "real", "real")
        n = self.rng.below(3)
        if self.rng.chance(50):
            make = self.called("$t $a = @, *$p = nullptr; lead_($a, $p, $n); *$p *= @; "
                               "$a = 0.5f * $a + *$p * *$p;", ty, self.term(1),
                               self.term(1), a=a, p=p, n=n)
        else:
            make = self.called("$t $a[2] = {($t)(@), 0.5f}, $y[2] = {0.25f, ($t)(@)}; "
                               "$t *$p = one_($a, $y, $n); $p[0] = 0.5f * $p[0] + @; "
                               "$a[1] *= $p[0]; *one_($y, $a, 1) += $p[1];", ty,
                               self.term(1), self.term(1), self.term(1), a=a, p=p, y=b,
                               n=n)
        return [make, self.added(x, T.Raw(["*%s" % p], ty))]
