# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""f_grad and f_vjp from the dynamic tape: the program over nabla::variable. So
the tape, an implementation of its own, is tested as Nabla's compiled gradients
are. Every other program's tape is persistent: its nodes have another form."""

import os

from .files import by_value, storage
from .mutate import Inside, Standin
from .printer import Printer

TYPES = {"f": ("f32", "float"), "d": ("f64", "double"),
         "l": ("f80", "long double")}

FLAGS = ["-I", os.path.join(os.path.dirname(__file__), "..", "..", "..",
                            "runtime", "include"),
         "-include", "nabla/gradient_tape.h",
         "-include", "nabla_fuzz/tape.h"]


class TapeStandin(Standin):
    def slopes(self):
        yield "namespace standin {"
        yield "namespace nf = nabla_fuzz::on_tape;"
        for name, ty in TYPES.values():
            yield "using %s = nabla::variable<%s>;" % (name, ty)
        yield from Printer(reference=True).program(self.program)
        yield "} // namespace standin"

    def vjp(self):
        seed = "" if self.void else ", %s" % self.printer.declare(
            self.main.result, "seed_")
        yield "%s %s_vjp(%s%s%s) {" % (
            self.printer.type(self.main.result), self.main.name,
            ", ".join(self.params), seed, self.shadow_params())
        yield from self.adjoints()
        yield "  %s%s(%s);" % ("" if self.void else "return ", self.main.name,
                               self.args)
        yield "}"

    def adjoints(self):
        inside = Inside(reference=True)
        for p in self.main.params:
            yield "  auto &in_%s_ = %s;" % (p.name, p.name)
        for leaf in self.wanted():
            place = self.shadow_place(leaf)
            yield "  auto &shadow_%d_ = %s;" % (leaf.index, place)
        yield "  {"
        yield "  nabla::GradientTape tape_(%s);" % (
            "nabla::persistent" if self.index % 2 else "nabla::tape_option::none")
        for p in self.main.params:
            yield "  %s;" % inside.declare(storage(p), p.name)
        for leaf in self.reals:
            yield "  %s = in_%s_%s;" % (leaf.text, leaf.param.name, leaf.suffix)
        for leaf in self.integers:
            yield "  %s = in_%s_%s;" % (leaf.text, leaf.param.name, leaf.suffix)
        for name, _ in TYPES.values():
            yield "  std::vector<standin::%s> from_%s_;" % (name, name)
        for leaf in self.wanted():
            name = TYPES[leaf.ty[1]][0]
            yield "  tape_.watch(%s);" % leaf.text
            yield "  from_%s_.push_back(%s);" % (name, leaf.text)
            if by_value(leaf.param):
                yield "  auto last_%d_ = %s;" % (leaf.index, leaf.text)
        call = "standin::%s(%s)" % (self.main.name, self.args)
        yield "  standin::f80 sum_ = 0;"
        yield "  %s;" % (call if self.void else "sum_ += seed_ * " + call)
        for leaf in self.wanted():
            last = ("last_%d_" % leaf.index if by_value(leaf.param)
                    else leaf.text)
            yield "  sum_ += shadow_%d_ * %s;" % (leaf.index, last)
        yield "  tape_.stop();"
        yield ("  auto gradient_ = tape_.gradient(sum_, std::make_tuple("
               "from_f32_, from_f64_, from_f80_), nabla::unconnected::zero);")
        place = dict.fromkeys("fdl", 0)
        for leaf in self.wanted():
            kind = leaf.ty[1]
            yield "  shadow_%d_ = std::get<%d>(gradient_)[%d].value();" % (
                leaf.index, "fdl".index(kind), place[kind])
            place[kind] += 1
        yield "  }"


def standin(index, program):
    s = TapeStandin(index, program, None)
    for part in (s.slopes, s.vjp, s.grad):
        yield from part()
