# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether every name of a program is declared where it is used: saves the
reducer the compilation of nonsense."""

from . import tree as T


def struct_of(ty):
    """The name of the struct in a type, or None."""
    while ty[0] in ("ptr", "const", "ref", "array"):
        ty = ty[1]
    return ty[1] if ty[0] == "struct" else None


class Checker:
    def __init__(self):
        self.scopes = [set()]
        self.structs = {None}

    def program(self, p):
        for item in p.items:
            if isinstance(item, T.Struct):
                self.structs.add(item.name)
                if not all(struct_of(ty) in self.structs for ty, _ in item.fields):
                    return False
            if isinstance(item, T.Function):
                # Its own name first: it may be recursive.
                self.scopes[0].add(item.name)
                if not self.function(item):
                    return False
            elif not isinstance(item, T.Struct) and not self.node(item):
                return False
        return self.function(p.main)

    def function(self, f):
        self.labels = {n.name for n in f.body.walk() if isinstance(n, T.Label)}
        if not all(struct_of(p.ty) in self.structs for p in f.params):
            return False
        self.scopes.append({p.name for p in f.params})
        good = self.inside(f.body.body)
        self.scopes.pop()
        if f.result != T.VOID and not self.returns(f.body):
            return False
        return good

    @staticmethod
    def returns(block):
        last = block.body[-1] if block.body else None
        return isinstance(last, T.Jump) and last.kind == "return"

    def known(self, name):
        return any(name in s for s in self.scopes)

    def inside(self, nodes):
        return all(self.node(n) for n in nodes)

    def scoped(self, nodes):
        self.scopes.append(set())
        good = self.inside(nodes)
        self.scopes.pop()
        return good

    def node(self, n):
        if isinstance(n, T.Name):
            return self.known(n.name)
        if isinstance(n, T.Jump) and n.label:
            return n.label in self.labels
        if isinstance(n, T.Call) and not self.known(n.name):
            return False
        if isinstance(n, T.Decl):
            good = n.init is None or self.node(n.init)
            if n.name in self.scopes[-1] or struct_of(n.ty) not in self.structs:
                return False
            self.scopes[-1].add(n.name)
            return good
        if isinstance(n, (T.Block, T.Arm, T.For, T.If, T.While)):
            return self.scoped(n.children())
        if isinstance(n, T.Headed):
            self.scopes.append(set(n.declares))
            good = self.inside(n.children())
            self.scopes.pop()
            return good
        self.scopes[-1].update(getattr(n, "declares", ()))
        return self.inside(n.children())


def well_scoped(program):
    return Checker().program(program)
