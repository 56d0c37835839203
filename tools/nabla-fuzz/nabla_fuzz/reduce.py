# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A failing program made small: changes to its tree are tried as long as it
keeps failing in the same way.

Every round lists all changes to the program as it is, the big ones first, and
tries them a batch at a time; the first that still fails is the next program.
A change may have led out of C++: if the reference has something against the
result under sanitizers, all is done again with each step looked at so.
"""

import re
import time

from . import tree as T
from .scoping import well_scoped
from .runner import CRASH, REFUSED, REJECTED, TESTER, TIMEOUT, Batch

FEW, NODES = 600, 5000  # in a batch: the first of a round, the largest
SECONDS = 240
#: Verdicts that the compiler gives.
COMPILING = (CRASH, REFUSED, REJECTED, TIMEOUT)


def size(program):
    return sum(1 for _ in program.walk())


class Change:
    """Described by a path into the tree, so that it applies to a copy."""

    def __init__(self, weight, apply):
        self.weight, self.apply = weight, apply


def changes(program):
    """All single changes, those that remove most first."""
    nodes = list(program.walk())
    found = []

    def add(i, weight, act):
        def apply():
            copy = program.copy()
            if act(copy, list(copy.walk())[i]) is False or \
                    not well_scoped(copy):
                return None
            return copy
        found.append(Change(weight, apply))

    for i, node in enumerate(nodes):
        for c in changes_at(program, node):
            add(i, *c)
    found.sort(key=lambda c: -c.weight)
    return found


def changes_at(program, node):
    """(weight, function (program, node)) for one node."""
    if isinstance(node, T.Program):
        yield from program_changes(node)
    if isinstance(node, T.Function):
        yield from parameter_changes(node)
    if isinstance(node, T.Block):
        yield from block_changes(node)
    if isinstance(node, T.If):
        if node.other is not None:
            yield count(node.other), lambda p, n: setattr(n, "other", None)
    for slot in node.slots:
        value = getattr(node, slot)
        if isinstance(node, (T.For, T.While)) and slot in ("cond", "step"):
            continue  # it would not end
        if isinstance(value, T.Expr) and not getattr(node, "pinned", False):
            for k, (weight, _) in enumerate(simpler(value)):
                yield weight, replace_slot(slot, k)
        elif isinstance(value, list):
            for j, v in enumerate(value):
                if isinstance(v, T.Expr):
                    for k, (weight, _) in enumerate(simpler(v)):
                        yield weight, replace_item(slot, j, k)


def count(node):
    return sum(1 for _ in node.walk())


def replace_slot(slot, k):
    return lambda p, n: setattr(n, slot, list(simpler(getattr(n, slot)))[k][1])


def replace_item(slot, j, k):
    def act(p, n):
        items = getattr(n, slot)
        items[j] = list(simpler(items[j]))[k][1]
    return act


def program_changes(program):
    for j, item in enumerate(program.items):
        yield count(item) + 5, lambda p, n, j=j: p.items.pop(j) and None
    if program.declared_first:
        yield 3, lambda p, n: setattr(p, "declared_first", False)
    if program.attribute:
        yield 3, drop_attribute
    if program.main.prefix:
        yield 1, lambda p, n: setattr(p.main, "prefix", "")
    for j, param in enumerate(program.main.params):
        if len(program.main.params) > 1:
            yield 6, lambda p, n, j=j: drop_main_parameter(p, j)
        if param.count > 1:
            yield 2, lambda p, n, j=j: shorten(p.main.params[j])
    for item in program.items:
        if isinstance(item, T.Function) and item.prefix:
            name = item.name
            yield 1, lambda p, n, name=name: plain(p, name)


def plain(program, name):
    for item in program.items:
        if isinstance(item, T.Function) and item.name == name:
            item.prefix = ""


def shorten(param):
    param.count -= 1


def drop_attribute(program, node):
    program.attribute = ""
    program.wanted = [p.name for p in program.main.params
                      if T.strip(p.ty)[0] not in ("int", "bool")]


def drop_main_parameter(program, j):
    name = program.main.params.pop(j).name
    program.wanted = [w for w in program.wanted if w != name]
    return bool(program.wanted)


def parameter_changes(function):
    """Of helpers: a parameter goes with all its arguments."""
    for j in range(len(function.params)):
        def act(p, n, j=j):
            if n is p.main or len(n.params) < 2:
                return False
            n.params.pop(j)
            for node in p.walk():
                if isinstance(node, T.Call) and node.name == n.name:
                    node.args.pop(j)
        yield 4, act


def block_changes(block):
    body = block.body
    n = len(body)
    size = n
    while size >= 1:  # runs of statements, long ones first
        for start in range(0, n, size):
            run = body[start:start + size]
            if any(s.pinned for s in run):
                continue
            weight = sum(count(s) for s in run) + 1

            def act(p, b, start=start, size=size):
                del b.body[start:start + size]
            yield weight, act
        size //= 2
    for i, s in enumerate(body):
        for k, (weight, _) in enumerate(inlined(s)):
            def splice(p, b, i=i, k=k):
                b.body[i:i + 1] = list(inlined(b.body[i]))[k][1]
            yield weight, splice


def inlined(s):
    """What may stand in place of a compound statement: (weight, statements)."""
    if isinstance(s, T.If):
        yield count(s.cond) + 2, s.then.body
        if s.other is not None:
            yield count(s.cond) + 2, s.other.body
    elif isinstance(s, T.Block):
        yield 2, s.body
    elif isinstance(s, T.For):
        if isinstance(s.init, T.Decl):
            yield 5, [s.init] + s.body.body
    elif isinstance(s, T.While):
        yield 3, s.body.body
    elif isinstance(s, T.Switch):
        for arm in s.arms:
            yield count(s) - count(arm), [
                x for x in arm.body.body
                if not (isinstance(x, T.Jump) and x.kind == "break")]


def simpler(e):
    """(weight, expression) that may stand in place of e."""
    ty = T.strip(e.ty) if e.ty else None
    n = count(e)
    if ty is None or n < 2 and not isinstance(e, T.Name):
        return
    if ty[0] == "real":
        for child in e.children():
            if child.ty and T.strip(child.ty)[0] == "real":
                yield n - count(child), child
        if not isinstance(e, (T.Sub, T.Field)) and n > 1:
            yield n - 1, T.Num({"f": "0.5f", "d": "0.5", "l": "0.5L"}[ty[1]], ty)
    elif ty[0] == "bool":
        yield n - 1, T.Num("true", T.BOOL)
        yield n - 1, T.Num("false", T.BOOL)
        for child in e.children():
            if child.ty == T.BOOL:
                yield n - count(child), child
    elif ty[0] == "int" and n > 1:
        yield n - 1, T.Num("0", T.INT)
        for child in e.children():
            if child.ty and child.ty[0] == "int":
                yield n - count(child), child


def signature(verdict):
    """What has to stay: the kind, and of a compiler's message its words without
    what it quotes."""
    if verdict.kind not in COMPILING:
        return verdict.kind
    text = verdict.detail
    note = text.find("note: ")
    line = (text[note:] if note >= 0 else text).split("\n")[0]
    return verdict.kind + re.sub(r"'[^']*'|\d+", "", line)


class Reducer:
    def __init__(self, program, verdict, config, reference, careful):
        self.program, self.verdict, self.careful = program, verdict, careful
        self.signature = signature(verdict)
        self.compiling = verdict.kind in COMPILING
        self.config, self.reference = config, reference
        self.end = time.monotonic() + SECONDS

    def verdicts(self, programs, sanitized=False):
        batch = Batch(dict(enumerate(programs)), self.reference, points=2,
                      sanitize_reference=sanitized)
        try:
            if self.compiling:
                batch.check_language()
                return batch.compile_only(self.config)
            batch.prepare()
            return batch.run(self.config)
        except RuntimeError:
            return {}
        finally:
            batch.close()

    def attempt(self, programs):
        """Index of the first that fails in the same way, with its verdict."""
        verdicts = self.verdicts(programs)
        for index in sorted(verdicts):
            if signature(verdicts[index]) != self.signature:
                continue
            if not self.careful or self.sound(programs[index]):
                return index, verdicts[index]
        return None

    def sound(self, program):
        """Whether it fails in the same way in a reference with sanitizers."""
        if self.compiling:
            return True
        again = self.verdicts([program], sanitized=True)
        return 0 in again and signature(again[0]) == self.signature

    def run(self):
        at = 0  # the changes before it were tried lately
        while time.monotonic() < self.end:
            todo = changes(self.program)
            at = min(at, len(todo))
            at = self.round(todo[at:] + todo[:at], at, len(todo))
            if at is None:
                break
        return self.program, self.verdict

    def round(self, todo, at, total):
        """Takes the first change that works; its place in the list, None if
        there is none."""
        limit = self.affordable(FEW)
        batch, room = [], limit
        for k, change in enumerate(todo):
            made = change.apply()
            if made is not None:
                batch.append((k, made))
                room -= size(made)
            if batch and (room <= 0 or k + 1 == len(todo)):
                if time.monotonic() > self.end:
                    return None
                hit = self.attempt([made for _, made in batch])
                if hit is not None:
                    k, self.program = batch[hit[0]]
                    self.verdict = hit[1]
                    return (at + k) % total
                limit = self.affordable(3 * limit)
                batch, room = [], limit
        return None

    def affordable(self, nodes):
        """Crashes are looked for one by one, so that many cost more."""
        most = NODES // 4 if self.verdict.kind in (CRASH, TIMEOUT) else NODES
        return min(nodes, most)


def reduce(program, verdict, config, reference):
    """(program, verdict), no larger than they came."""
    if verdict.kind == TESTER:
        return program, verdict
    quick = Reducer(program, verdict, config, reference, careful=False)
    reduced = quick.run()
    if quick.sound(reduced[0]):
        return reduced
    return Reducer(program, verdict, config, reference, careful=True).run()
