# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tester's own test: f_grad and f_vjp without Nabla, from the reference's
dual numbers, right or wrong on purpose.

A mutant is wrong in one statement: the tangent of what it assigns is off by a
small factor. The stand-in runs with the factor and without, and prints
    VISIBLE <index>
where that changes a gradient; the tester has to find exactly those.
"""

from . import tree as T
from .files import FAMILIES, Caller, arguments, by_value, storage
from .printer import Printer
from .rng import Rng


def mutant(program, seed):
    """A copy with one right-hand side skewed; None if there is none to skew."""
    copy = program.copy()
    sites = []
    for node in copy.walk():
        if isinstance(node, T.Decl) and node.init is not None and \
                node.ty[0] in ("real",) and node in body_statements(copy):
            sites.append((node, "init"))
        if isinstance(node, T.Binary) and node.op == "=" and T.is_real(node.ty):
            sites.append((node, "right"))
        if isinstance(node, T.Jump) and node.kind == "return" and \
                node.value is not None and T.is_real(node.value.ty):
            sites.append((node, "value"))
    if not sites:
        return None
    node, slot = Rng(seed).pick(sites)
    e = getattr(node, slot)
    setattr(node, slot, T.Raw(["nabla_fuzz::skewed(", e, ")"], e.ty))
    return copy


def body_statements(program):
    found = []
    for f in [i for i in program.items if isinstance(i, T.Function)] + [
            program.main]:
        found += list(f.body.walk())
    return found


class Inside(Printer):
    """Types of the namespace standin, spelled from outside."""

    def type(self, t):
        text = super().type(t)
        return "standin::" + text if t[0] in ("real", "struct") else text


class Standin(Caller):
    """Text of f_grad and f_vjp. Names of its own end in an underscore, which no
    generated name does."""

    def __init__(self, index, program, mutated):
        super().__init__(program, Printer())
        self.index, self.mutated = index, mutated
        self.main = program.main
        self.void = self.main.result == T.VOID
        self.params = [self.printer.declare(p.ty, p.name)
                       for p in self.main.params]
        self.args = arguments(program)

    def slopes(self):
        """A function that runs the program over duals in one direction."""
        duals = Inside(reference=True)
        yield "namespace standin {"
        for name, ty in zip(("f32", "f64", "f80"), FAMILIES["mixed"]):
            yield "using %s = nabla_fuzz::Real<%s>;" % (name, ty)
        yield from Printer(reference=True).program(self.mutated or self.program)
        yield "} // namespace standin"
        yield "struct Slopes { long double value, after[64]; };"
        yield "static Slopes slopes(int way_, %s) {" % ", ".join(self.params)
        for p in self.main.params:
            yield "  auto &in_%s_ = %s;" % (p.name, p.name)
        yield "  static Slopes out_; out_ = {};"
        yield "  {"
        for p in self.main.params:
            yield "  %s;" % duals.declare(storage(p), p.name)
        for leaf in self.reals:
            inner = "in_%s_%s" % (leaf.param.name, leaf.suffix)
            yield "  %s = %s(%s);" % (leaf.text, duals.type(leaf.ty), inner)
            yield "  {0}.T = {0}.A = way_ == {1};".format(leaf.text, leaf.index)
        for leaf in self.integers:
            yield "  %s = in_%s_%s;" % (leaf.text, leaf.param.name, leaf.suffix)
        call = "standin::%s(%s)" % (self.main.name, self.args)
        yield "  %s%s%s;" % ("" if self.void else "out_.value = ", call,
                             "" if self.void else ".T")
        for leaf in self.reals:
            yield "  out_.after[%d] = %s;" % (
                leaf.index, "way_ == %d" % leaf.index if by_value(leaf.param)
                else leaf.text + ".T")
        yield "  }"
        yield "  return out_;"
        yield "}"

    def shadow_place(self, leaf):
        if T.strip(leaf.param.ty)[0] == "ptr":
            return self.shadow_leaf(leaf)
        return "(*%s)%s" % (self.shadow(leaf.param), leaf.suffix)

    def vjp(self):
        seed = "" if self.void else ", %s" % self.printer.declare(
            self.main.result, "seed_")
        yield "%s %s_vjp(%s%s%s) {" % (
            self.printer.type(self.main.result), self.main.name,
            ", ".join(self.params), seed, self.shadow_params())
        yield "  long double is_[64], exact_[64];"
        floats = "f" in self.program.precisions()
        for target, factor in (("exact_", "1"),
                               ("is_", "1.01" if floats else "1.00001")):
            yield "  nabla_fuzz::SkewFactor = %s;" % (
                factor if self.mutated else "1")
            for leaf in self.wanted():
                terms = ["0" if self.void else "seed_ * o_.value"]
                terms += ["%s * o_.after[%d]" % (self.shadow_place(l), l.index)
                          for l in self.wanted()]
                yield "  { auto o_ = slopes(%d, %s); %s[%d] = %s; }" % (
                    leaf.index, self.args, target, leaf.index, " + ".join(terms))
        if self.mutated:
            yield from self.visible("1e-2L" if floats else "1e-6L")
        for leaf in self.wanted():
            yield "  %s = is_[%d];" % (self.shadow_place(leaf), leaf.index)
        yield "  %s%s(%s);" % ("" if self.void else "return ", self.main.name,
                               self.args)
        yield "}"

    def visible(self, tolerance):
        for leaf in self.wanted():
            yield ("  if (std::fabs(is_[{0}] - exact_[{0}]) > {1} * "
                   "(1 + std::fabs(exact_[{0}])))".format(leaf.index, tolerance))
            yield '    std::puts("VISIBLE\\t%d");' % self.index

    def shadow_params(self):
        return "".join(
            ", " + self.printer.declare(T.pointer(element(storage(p))),
                                        self.shadow(p))
            for p in self.main.params if p.name in self.program.wanted)

    def grad(self):
        names = "".join(", " + self.shadow(p) for p in self.main.params
                        if p.name in self.program.wanted)
        yield "%s %s_grad(%s%s) { %s%s_vjp(%s%s%s); }" % (
            self.printer.type(self.main.result), self.main.name,
            ", ".join(self.params), self.shadow_params(),
            "" if self.void else "return ", self.main.name, self.args,
            "" if self.void else ", 1", names)


def standin(index, program, mutated=None):
    """Lines that define f_grad and f_vjp of `program` inside its namespace."""
    s = Standin(index, program, mutated)
    for part in (s.slopes, s.vjp, s.grad):
        yield from part()


def element(ty):
    return ty[1] if ty[0] == "array" else ty
