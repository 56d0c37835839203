# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 2, control flow: loops without a known trip count, jumps
of every kind, assignments and jumps inside expressions, recursion."""

from . import tree as T
from .expressions import num, op
from .scope import Var
from .statements import assign, op_int
from .things import Thing
from .tree import Binary, Block, Decl, Do, For, If, Jump, Label, Num, Unary


def pin(node):
    """Not to be simplified: a loop would not end."""
    node.pinned = True
    return node


class Control:
    """Needs Expressions and Statements."""

    def control_kinds(self):
        f, frame = self.features, self.frame
        nest = frame.depth < 4
        kinds = []
        if nest:
            kinds += [(5, m) for name, m in (
                ("while", self.while_loop), ("switch", self.switch),
                ("goto", self.goto_forward), ("goto", self.goto_backward),
                ("comma", self.two_counters)) if name in f]
        if "break" in f and frame.loops and frame.loops[-1] != "goto":
            kinds.append((6, self.break_out))
        if "continue" in f and any(k != "switch" for k in frame.loops):
            kinds.append((6, self.continue_on))
        if "return" in f and not frame.open_allocations and frame.depth > 0:
            kinds.append((4, self.early_return))
        if "goto" in f and frame.targets:
            kinds.append((4, self.goto_out))
        if "comma" in f:
            kinds.append((3, self.comma))
        if "shortcircuit" in f and nest:
            kinds.append((4, self.short_circuit))
        if "nestedassign" in f:
            kinds.append((5, self.nested_assignment))
        return kinds

    # ------------------------------------------------------------------ loops

    def loop_body(self, kind, trips, most=4):
        """A block that runs at most `trips` times; None if that is too much."""
        frame = self.frame
        if frame.trips * trips > frame.cost:
            return None
        saved, frame.trips = frame.trips, frame.trips * trips
        frame.cost -= frame.trips
        frame.loops.append(kind)
        body = self.block(most, plain=kind == "goto")
        frame.loops.pop()
        frame.trips = saved
        return body

    def while_loop(self):
        """Loops that a counter k ends at the latest:
            while (k < n && x > 0.3) { ...; ++k; }
            do { ++k; ... } while (k < n && ...);
            while (k++ < n) ...
            for (;;) { if (k >= n) break; ++k; ... }"""
        frame = self.frame
        n = self.rng.between(1, 5)
        k = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n + 1)
        how = self.rng.below(5)
        frame.scopes.append([k])
        body = self.loop_body("while" if how == 0 else "for", n)
        more = self.comparison() if self.rng.chance(50) else None
        frame.scopes.pop()
        if body is None:
            return None
        step = pin(Do(Unary("++", k.ref(), T.INT)))
        less = pin(Binary("<", k.ref(), num(n), T.BOOL))
        cond = less if more is None else pin(Binary("&&", less, more, T.BOOL))
        if how == 0:
            body.body.append(step)
            loop = T.While(cond, body)
        elif how == 1:
            body.body.insert(0, step)
            loop = T.While(cond, body, first=self.rng.chance(20))
        elif how == 2:
            cond = pin(Binary("<", Unary("p++", k.ref(), T.INT), num(n), T.BOOL))
            loop = T.While(cond, body, first=self.rng.chance(70))
        elif how == 3:
            stop = If(pin(Binary(">=", k.ref(), num(n), T.BOOL)),
                      Block([pin(Jump("break"))]), braces=False)
            body.body[0:0] = [pin(stop), step]
            loop = For(None, None, None, body)
        else:
            loop = For(None, cond, Unary("++", k.ref(), T.INT), body)
        # Uses of k after the loop.
        after = [] if self.rng.chance(70) else self.use_integer(k)
        return [Block([Decl(T.INT, k.name, num(0)), loop] + after)]

    def use_integer(self, k):
        place = self.place(mutable=True)
        if place is None:
            return []
        e = op("+", place.copy(), op("*", Num("0.1", T.DOUBLE), k.ref()))
        return [assign(place, "=", e)]

    def two_counters(self):
        """for (int i = 0, j = n; i < j; ++i, --j)"""
        frame = self.frame
        n = self.rng.between(2, 6)
        i = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n)
        frame.scopes.append([i])
        j = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n)
        frame.scopes[-1].append(j)
        body = self.loop_body("for", n)
        frame.scopes.pop()
        if body is None:
            return None
        init = T.Raw(["int %s = 0, %s = %d" % (i.name, j.name, n)], T.INT)
        init.declares = [i.name, j.name]
        step = Binary(",", Unary("++", i.ref(), T.INT), Unary("--", j.ref(), T.INT),
                      T.INT)
        return [For(init, Binary("<", i.ref(), j.ref(), T.BOOL), step, body)]

    # ------------------------------------------------------------------ jumps

    def guarded(self, jump):
        return [If(self.condition(), Block([jump]), braces=self.rng.chance(30))]

    def break_out(self):
        return self.guarded(Jump("break"))

    def continue_on(self):
        innermost = [k for k in self.frame.loops if k != "switch"][-1]
        if innermost != "for":  # the counter's step would be skipped
            return None
        return self.guarded(Jump("continue"))

    def early_return(self):
        if self.frame.result == T.VOID:
            return self.guarded(Jump("return"))
        if self.frame.result[0] != "real":
            return None
        return self.guarded(Jump("return", self.real(2)))

    def label(self):
        self.frame.labels += 1
        return "%s%d" % (self.rng.pick(["done", "skip", "again", "next", "out"]),
                         self.frame.labels)

    def goto_forward(self):
        name = self.label()
        jump = If(self.condition(), Block([Jump("goto", label=name)]),
                  braces=self.rng.chance(30))
        return [jump, self.block(3, plain=True), Label(name)]

    def goto_backward(self):
        """again:; { ... } if (++k < n && c) goto again;"""
        frame = self.frame
        n = self.rng.between(2, 4)
        k = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n)
        name = self.label()
        frame.scopes.append([k])
        loops, frame.loops = frame.loops, []  # break would leave another loop
        body = self.loop_body("goto", n)
        frame.loops = loops
        cond = pin(Binary("<", Unary("++", k.ref(), T.INT), num(n), T.BOOL))
        if self.rng.chance(50):
            cond = pin(Binary("&&", cond, self.comparison(), T.BOOL))
        frame.scopes.pop()
        if body is None:
            return None
        jump = pin(If(cond, Block([pin(Jump("goto", label=name))]),
                      braces=self.rng.chance(30)))
        return [Block([Decl(T.INT, k.name, num(0)), Label(name), body, jump])]

    def goto_out(self):
        """To the label behind the outermost loop."""
        self.frame.used_targets.add(self.frame.targets[-1])
        return self.guarded(Jump("goto", label=self.frame.targets[-1]))

    def loop(self):
        """A counted loop that gotos may leave altogether."""
        frame = self.frame
        if "goto" not in self.features or frame.targets:
            return super().loop()
        name = self.label()
        frame.targets.append(name)
        made = super().loop()
        frame.targets.pop()
        if made and name in frame.used_targets:
            # A label stands before what follows, in a block of its own, so
            # that no jump passes a declaration.
            made = made[:-1] + [Block([made[-1], Label(name)])]
        return made

    def switch(self):
        frame = self.frame
        values = self.rng.between(2, 4)
        value = self.int_in(0, values)
        arms = []
        frame.loops.append("switch")
        for v in self.rng.shuffled(range(values))[:self.rng.between(1, values)]:
            labels = [v]
            if self.rng.chance(15):
                labels.append(v + 10)
            arms.append(T.Arm(labels, self.arm()))
        if self.rng.chance(70):
            arms.insert(self.rng.below(len(arms) + 1), T.Arm([None], self.arm()))
        frame.loops.pop()
        return [T.Switch(value, arms)]

    def arm(self):
        """Most end with break, the others fall through."""
        body = self.block(2, plain=True)
        if self.rng.chance(70):
            body.body.append(Jump("break"))
        return body

    # ---------------------------------------------- effects inside expressions

    def scalar_place(self):
        """A mutable real variable, not an element: evaluating it twice, or
        early, is the same."""
        found = [v for v in self.frame.reals() if v.mutable]
        return self.rng.pick(found).ref() if found else None

    def comma(self):
        x, y = self.scalar_place(), self.scalar_place()
        if x is None or x.name == y.name:
            return None
        first = Binary("=", y, self.carried(2), y.ty)
        if self.rng.chance(50):
            second = Binary("=", x, self.carried(2), x.ty)
            return [Do(Binary(",", first, second, x.ty))]
        value = self.carried(2)
        return [assign(x, "=", Binary(",", first, value, value.ty))]

    def short_circuit(self):
        """if (c && (x = e) > 0.2) ...; x is set only where c holds."""
        x = self.scalar_place()
        if x is None:
            return None
        effect = Binary(self.rng.pick(["<", ">"]),
                        Binary("=", x, self.carried(2), x.ty), self.literal(),
                        T.BOOL)
        cond = Binary(self.rng.pick(["&&", "||"]), self.condition(), effect,
                      T.BOOL)
        other = self.block(2) if self.rng.chance(40) else None
        return [If(cond, self.block(2), other)]

    def nested_assignment(self):
        """x = y = e;  x = (y = e) * 0.5;  x += y = e;  x = y++ * 0.5;"""
        x, y = self.place(mutable=True), self.scalar_place()
        if x is None or y is None or self.root(x) == y.name or \
                self.aliases.get(self.root(x)) or self.aliases.get(y.name):
            return None
        how = self.rng.below(5)
        inner = Binary("=", y, self.carried(2), y.ty)
        if how == 0:
            return [assign(x, "=", inner)]
        if how == 1:
            return [assign(x, "=", op("*", inner, self.literal()))]
        if how == 2 and self.frame.trips == 1:
            return [assign(x, self.rng.pick(["+=", "-=", "*="]), inner)]
        if how == 3:
            step = Unary(self.rng.pick(["++", "--", "p++", "p--"]), y, y.ty)
            if self.frame.trips == 1:
                return [assign(x, "=", op("*", step, self.literal()))]
        inner = Binary("+=", y, self.tame(2), y.ty) if self.frame.trips == 1 \
            else inner
        return [assign(x, "=", op("+", self.literal(), inner))]

    # -------------------------------------------------------------- recursion

    def make_recursive(self, i):
        """double r(double x, int depth, ...): linear, or two calls a level; or
        two functions that call each other."""
        mutual = self.rng.chance(30)
        names = ["r%d" % i, "r%db" % i] if mutual else ["r%d" % i]
        self.begin_frame(0, 1)
        params, writes = self.helper_params()
        depth = Var(self.frame.fresh("int"), T.INT, mutable=False, low=0,
                    high=self.rng.between(1, 4))
        calls = 1 if depth.high > 2 or writes else self.rng.between(1, 2)
        params = params + [depth]
        result = ("real", self.rng.pick(self.precisions))
        if mutual:
            self.items.append(T.RawStmt([self.prototype(names[1], result, params)]))
            self.items[-1].declares = [names[1]]
        cost = 0
        for name, other in zip(names, names[1:] + names[:1]):
            cost = max(cost, self.recursive_body(name, other, result, params,
                                                 depth, calls))
        total = cost * (calls ** (depth.high + 1)) * (depth.high + 1)
        self.helpers.append(self.helper(names[0], result, params, writes, total))

    @staticmethod
    def prototype(name, result, params):
        def spell(t):
            if t[0] == "const":
                return "const " + spell(t[1])
            if t[0] in ("ptr", "ref"):
                return spell(t[1]) + (" *" if t[0] == "ptr" else " &")
            return "{%s}" % t[1] if t[0] == "real" else t[-1]
        return "%s %s(%s);" % (spell(result), name, ", ".join(
            spell(p.ty) for p in params))

    def recursive_body(self, name, other, result, params, depth, calls):
        self.begin_frame(self.rng.between(0, 3), 20)
        frame, before = self.frame, self.frame.cost
        frame.result = result
        for p in params:
            if isinstance(p, Thing):
                frame.add(p.inside())
                continue
            ty = T.strip(p.ty)
            constant = p.ty[0] == "const" or p.ty[0] in ("ref", "ptr") and \
                p.ty[1][0] == "const"
            frame.add(Var(p.name, ty, mutable=p.mutable and not constant,
                          low=p.low, high=p.high, count=p.count,
                          positive=p.positive))
        body = [If(pin(Binary("<=", depth.ref(), num(0), T.BOOL)),
                   Block([Jump("return", self.summary(2))]), braces=False)]
        while frame.statements > 0:
            body += self.statement()
        for _ in range(calls):
            args = self.recursive_arguments(params, depth)
            if args is None:
                break
            t = Var(frame.fresh("real"), result)
            body.append(Decl(result, t.name, T.Call(other, args, result)))
            frame.add(t).unread = True
        body.append(Jump("return", self.summary(3)))
        self.items.append(T.Function(
            name, result, [T.Param(v.ty, v.name) for v in params], Block(body)))
        return 1 + before - frame.cost

    def recursive_arguments(self, params, depth):
        args, written = [], set()
        for p in params:
            if p is depth:
                e = pin(op_int("-", depth.ref(), num(1)))
            else:
                e = self.argument(p, written)
            if e is None:
                return None
            args.append(e)
        return args
