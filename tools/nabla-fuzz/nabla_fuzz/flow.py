# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 3: loops that count though they do not look like it,
jumps into blocks, state machines, loops over arrays, guards that throw."""

from . import tree as T
from .control import pin
from .expressions import num, op
from .scope import Var
from .statements import assign
from .tree import Binary, Block, Decl, Do, For, If, Jump, Label, Num, Unary


def less(left, right, o="<"):
    return pin(Binary(o, left, right, T.BOOL))


class Flow:
    """Needs Expressions, Statements and Control."""

    def flow_kinds(self):
        f, frame = self.features, self.frame
        kinds = []
        if "throwguard" in f and not frame.open_allocations:
            kinds.append((2, self.throw_guard))
        if frame.depth >= 4:
            return kinds
        if "loopshapes" in f:
            kinds += [(4, m) for m in (
                self.offset_loop, self.down_to_zero, self.square_loop,
                self.moving_end, self.assigned_in_test, self.condition_variable,
                self.find_first)]
        if "rangefor" in f:
            kinds.append((5, self.range_for))
        if "initstmt" in f:
            kinds += [(3, self.if_with_init), (3, self.switch_with_init)]
        if "irreducible" in f:
            kinds += [(4, self.into_loop), (3, self.test_below),
                      (4, self.state_machine), (3, self.into_branch)]
        if "duff" in f:
            kinds.append((4, self.unrolled))
        return kinds

    # ------------------------------------------------------------------ loops

    def with_counter(self, i, kind, trips, most=4):
        self.frame.scopes.append([i])
        body = self.loop_body(kind, trips, most)
        self.frame.scopes.pop()
        return body

    def offset_loop(self):
        """for (int i = a; i + c < n; ++i), i + c <= n, c + i < n, n > i + c"""
        begin, c = self.rng.between(0, 1), self.rng.between(1, 3)
        end, _, high, used = self.bound(0, 6)
        closed = self.rng.chance(30)
        stride = self.rng.weighted([(4, 1), (1, 2)])
        last = high - c - (not closed)
        ty = ("int", self.rng.pick(["int", "int", "long", "unsigned"]))
        i = Var(self.frame.fresh("int"), ty, mutable=False, low=begin,
                high=max(begin, last))
        for v in used:
            v.frozen += 1
        body = self.with_counter(i, "for", max(1, last - begin + 1))
        for v in used:
            v.frozen -= 1
        if body is None:
            return None
        side = Binary("+", i.ref(), num(c), ty)
        if self.rng.chance(20):
            side = Binary("+", num(c), i.ref(), ty)
        cond = less(side, end, "<=" if closed else "<")
        if self.rng.chance(20):
            cond = less(end, side, ">=" if closed else ">")
        return [For(Decl(ty, i.name, num(begin)), cond,
                    self.step(i, "+", stride), body)]

    def down_to_zero(self):
        """for (unsigned i = n; i-- > 0;)  while (k--)  while (k) { ...; --k; }"""
        n = self.rng.between(1, 5)
        how = self.rng.below(4)
        ty = ("int", self.rng.pick(["unsigned", "int", "std::size_t"]))
        i = Var(self.frame.fresh("int"), ty, mutable=False, low=0,
                high=n - 1 if how < 3 else n)
        body = self.with_counter(i, "for" if how < 3 else "while", n)
        if body is None:
            return None
        i_before = Unary("p--", i.ref(), ty)
        if how == 0:
            return [For(Decl(ty, i.name, num(n)), less(i_before, num(0), ">"),
                        None, body)]
        declared = Decl(ty, i.name, num(n))
        if how < 3:
            cond = less(i_before, num(0), "!=") if how == 1 else pin(i_before)
            return [Block([declared, T.While(cond, body)])]
        body.body.append(pin(Do(Unary("--", i.ref(), ty))))
        return [Block([declared, T.While(pin(i.ref()), body)])]

    def square_loop(self):
        """for (int i = 1; i * i <= n; ++i), for (int i = 1; i < n; i *= 2)"""
        i = Var(self.frame.fresh("int"), T.INT, mutable=False, low=1, high=8)
        n = self.rng.between(1, 12)
        body = self.with_counter(i, "for", 4)
        if body is None:
            return None
        if self.rng.chance(50):
            cond = less(Binary("*", i.ref(), i.ref(), T.INT), num(n), "<=")
            step = Unary("++", i.ref(), T.INT)
        else:
            cond = less(i.ref(), num(n))
            step = Binary("*=", i.ref(), num(2), T.INT)
        return [For(Decl(T.INT, i.name, num(1)), cond, pin(step), body)]

    def moving_end(self):
        """for (int i = 0; i < m; ++i) { ...; if (c) --m; }"""
        frame, n = self.frame, self.rng.between(2, 5)
        m = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n)
        frame.scopes.append([m])
        i = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n)
        body = self.with_counter(i, "for", n)
        frame.scopes.pop()
        if body is None:
            return None
        moved = m if self.rng.chance(60) else i
        o = "--" if moved is m else "++"
        body.body.append(If(self.comparison(),
                            Block([Do(Unary(o, moved.ref(), T.INT))])))
        return [Block([Decl(T.INT, m.name, num(n)),
                       For(Decl(T.INT, i.name, num(0)),
                           less(i.ref(), m.ref()),
                           Unary("++", i.ref(), T.INT), body)])]

    def assigned_in_test(self):
        """while ((x = e) > 0.3 && k++ < n)"""
        frame, n = self.frame, self.rng.between(1, 4)
        x = self.scalar_place()
        if x is None:
            return None
        k = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n + 1)
        frame.scopes.append([k])
        body = self.loop_body("for", n)
        saved, frame.trips = frame.trips, frame.trips * n
        effect = Binary(self.rng.pick(["<", ">"]),
                        Binary("=", x, self.tame(2), x.ty), self.literal(),
                        T.BOOL)
        frame.trips = saved
        frame.scopes.pop()
        if body is None:
            return None
        count = less(Unary("p++", k.ref(), T.INT), num(n))
        parts = [count, effect] if self.rng.chance(50) else [effect, count]
        return [Block([Decl(T.INT, k.name, num(0)),
                       T.While(pin(Binary("&&", *parts, T.BOOL)), body)])]

    def condition_variable(self):
        """while (int m = k) { ...; --k; }"""
        frame, n = self.frame, self.rng.between(1, 4)
        k = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n)
        frame.scopes.append([k])
        m = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n)
        body = self.with_counter(m, "while", n)
        frame.scopes.pop()
        if body is None:
            return None
        # In the midst a goto could skip it for ever.
        body.body.insert(self.rng.pick([0, len(body.body)]),
                         pin(Do(Unary("--", k.ref(), T.INT))))
        return [Block([Decl(T.INT, k.name, num(n)),
                       T.Headed(["while (int %s = " % m.name, k.ref(), ")"],
                                body, [m.name])])]

    def find_first(self):
        """int i; for (i = 0; i < n; ++i) if (c) break;  ... i ..."""
        frame, n = self.frame, self.rng.between(2, 5)
        i = Var(frame.fresh("int"), T.INT, mutable=False, low=0, high=n)
        body = self.with_counter(i, "for", n, 2)
        if body is None:
            return None
        frame.scopes.append([i])
        body.body.insert(self.rng.below(len(body.body) + 1),
                         If(self.comparison(), Block([pin(Jump("break"))])))
        after = self.use_integer(i)
        frame.scopes.pop()
        init = Binary("=", i.ref(), num(0), T.INT)
        if self.rng.chance(50):
            loop = For(init, less(i.ref(), num(n)), Unary("++", i.ref(), T.INT),
                       body)
            return [Block([Decl(T.INT, i.name, num(0)), loop] + after)]
        if any(isinstance(s, Jump) and s.kind == "continue" for s in body.walk()):
            return None  # it would skip the step
        body.body.append(pin(Do(Unary("++", i.ref(), T.INT))))
        return [Block([Decl(T.INT, i.name, num(0)),
                       T.While(less(i.ref(), num(n)), body)] + after)]

    def range_for(self):
        """for (double v : a), for (double &v : a)"""
        found = [v for v in self.frame.visible()
                 if v.ty[0] == "array" and v.ty[1][0] == "real"]
        if not found:
            return None
        a = self.rng.pick(found)
        ty, how = a.ty[1], self.rng.below(3)
        if how == 2 and not a.mutable:
            how = 0
        v = Var(self.frame.fresh("real"), ty, mutable=how != 1)
        if how:
            self.aliases[v.name] = self.aliases.get(a.name, a.name)
        body = self.with_counter(v, "for", a.ty[2])
        if body is None:
            return None
        kind = ["{%s} ", "const {%s} &", "{%s} &"][how] % ty[1]
        return [T.Headed(["for (%s%s : " % (kind, v.name), a.ref(), ")"], body,
                         [v.name])]

    # --------------------------------------------------------------- branches

    def if_with_init(self):
        """if (double t = e; t > 0.5) ..."""
        ty = ("real", self.rng.pick(self.frame.precisions))
        init = self.carried(2)
        t = Var(self.frame.fresh("real"), ty)
        self.frame.scopes.append([t])
        cond = Binary(self.rng.pick(["<", ">"]), t.ref(), self.literal(), T.BOOL)
        body = self.block(3)
        self.frame.scopes.pop()
        return [T.Headed(["if ({%s} %s = " % (ty[1], t.name),
                          self.converted_to(init, ty), "; ", cond, ")"], body,
                         [t.name])]

    @staticmethod
    def converted_to(e, ty):
        return e if e.ty == ty else T.Cast(e, ty, "c")

    def switch_with_init(self):
        """switch (int k = e; k) { case 0 ... 1: ... }"""
        high = self.rng.between(2, 4)
        k = Var(self.frame.fresh("int"), T.INT, mutable=False, low=0, high=high)
        init = self.int_in(0, high)
        self.frame.scopes.append([k])
        self.frame.loops.append("switch")
        split = self.rng.between(0, high - 1)
        arms = [T.Arm(["0 ... %d" % split], self.arm()),
                T.Arm([split + 1], self.arm())]
        if self.rng.chance(60):
            arms.insert(self.rng.below(3), T.Arm([None], self.arm()))
        self.frame.loops.pop()
        self.frame.scopes.pop()
        return [Block([Decl(T.INT, k.name, init), T.Switch(k.ref(), arms)])]

    def throw_guard(self):
        """if (e > 1e7) throw 1;  which no point does"""
        return [T.RawStmt(["if (", Binary(">", self.tame(1), Num("1e7", T.DOUBLE),
                                          T.BOOL), ") throw 1;"])]

    # ------------------------------------------------------------------ jumps

    def jump_to(self, label, cond=None):
        return pin(If(cond or self.condition(),
                      Block([pin(Jump("goto", label=label))]),
                      braces=self.rng.chance(30)))

    def pieces(self, number, trips):
        """Blocks that jumps lead to the beginnings of."""
        loops, self.frame.loops = self.frame.loops, []
        made = [self.loop_body("goto", trips, 2) for _ in range(number)]
        self.frame.loops = loops
        return None if None in made else made

    def counted_jump(self, k, n):
        return less(Unary("++", k.ref(), T.INT), num(n))

    def fuel(self):
        n = self.rng.between(2, 5)
        return Var(self.frame.fresh("int"), T.INT, mutable=False, low=0,
                   high=n), n

    def into_loop(self):
        """if (c) goto in; while (++k < n) { A; in:; B; }"""
        k, n = self.fuel()
        self.frame.scopes.append([k])
        made, name, jump = self.pieces(2, n), self.label(), None
        jump = self.jump_to(name)
        self.frame.scopes.pop()
        if made is None:
            return None
        body = Block([made[0], Label(name), made[1]])
        return [Block([Decl(T.INT, k.name, num(0)), jump,
                       T.While(self.counted_jump(k, n), body,
                               first=self.rng.chance(50))])]

    def test_below(self):
        """goto test; body:; A; test:; if (++k < n) goto body;"""
        k, n = self.fuel()
        self.frame.scopes.append([k])
        made, body, test = self.pieces(1, n), self.label(), self.label()
        self.frame.scopes.pop()
        if made is None:
            return None
        return [Block([Decl(T.INT, k.name, num(0)),
                       pin(Jump("goto", label=test)), Label(body), made[0],
                       Label(test),
                       self.jump_to(body, self.counted_jump(k, n))])]

    def into_branch(self):
        """if (c) { A; in:; B; } else { C; if (d) goto in; } if (++k < n) goto in;"""
        k, n = self.fuel()
        self.frame.scopes.append([k])
        made, name = self.pieces(3, n), self.label()
        first = self.condition()
        jump = self.jump_to(name)
        self.frame.scopes.pop()
        if made is None:
            return None
        branch = pin(If(first, Block([made[0], Label(name), made[1]]),
                        Block([made[2], jump])))
        return [Block([Decl(T.INT, k.name, num(0)), branch,
                       self.jump_to(name, self.counted_jump(k, n))])]

    def state_machine(self):
        """one:; if (++k > n) goto end; A; if (c) goto two; ...  end:;"""
        k, n = self.fuel()
        self.frame.scopes.append([k])
        states = self.rng.between(2, 3)
        made = self.pieces(states, n)
        labels = [self.label() for _ in range(states + 1)]
        out = [Decl(T.INT, k.name, num(0))]
        for i, body in enumerate(made or []):
            stop = less(Unary("++", k.ref(), T.INT), num(n), ">")
            out += [Label(labels[i]), self.jump_to(labels[-1], stop), body,
                    self.jump_to(self.rng.pick(labels[:-1]))]
            if self.rng.chance(40):
                out.append(pin(Jump("goto", label=self.rng.pick(labels[:-1]))))
        self.frame.scopes.pop()
        return [Block(out + [Label(labels[-1])])] if made else None

    def unrolled(self):
        """switch (e) { case 0: do { A; case 2: B; case 1: C; } while (++k < n); }"""
        k, n = self.fuel()
        self.frame.scopes.append([k])
        value = self.int_in(0, 3)
        made = self.pieces(3, n)
        self.frame.scopes.pop()
        if made is None:
            return None
        body = Block([made[0], T.CaseLabel(2), made[1], T.CaseLabel(1), made[2]])
        loop = T.While(self.counted_jump(k, n), body, first=False)
        return [Block([Decl(T.INT, k.name, num(0)),
                       T.Switch(value, [T.Arm([0], Block([loop]))])])]
