# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces a program whose stand-in gradient takes std::tanh for a function with
another derivative; prints its size before and after and what is left."""

import sys

sys.path.insert(0, sys.argv[1])

from nabla_fuzz import cli, files, mutate, reduce, runner, tree  # noqa: E402
from nabla_fuzz.generate import feature_set, generate  # noqa: E402


def skew_tanh(node):
    """Wraps every call of tanh below node."""
    for slot in node.slots:
        value = getattr(node, slot)
        if isinstance(value, list):
            value[:] = [skewed(v) for v in value]
        elif value is not None:
            setattr(node, slot, skewed(value))


def skewed(node):
    if isinstance(node, tree.Node):
        skew_tanh(node)
    if isinstance(node, tree.Math) and node.name == "tanh":
        return tree.Raw(["nabla_fuzz::skewed(", node, ")"], node.ty)
    return node


def calls_tanh(program):
    return any(isinstance(node, tree.Math) and node.name == "tanh"
               for node in program.walk())


def standin(index, program):
    wrong = program.copy()
    skew_tanh(wrong)
    return mutate.standin(index, program, wrong)


reference = cli.find_reference(None)
config = runner.Config("wrong", [reference], ["-O0"], standin)
programs = {s: generate(s, feature_set("scalar,branch,compound,loop"))
            for s in range(40)}
# The smallest will do: each step of the reduction compiles.
for seed in sorted((s for s, p in programs.items()
                    if reduce.size(p) > 60 and calls_tanh(p)),
                   key=lambda s: reduce.size(programs[s])):
    batch = runner.Batch({seed: programs[seed]}, reference)
    batch.prepare()
    verdict = batch.run(config)[seed]
    batch.close()
    if verdict.kind == runner.MISMATCH:
        break
program, verdict = reduce.reduce(programs[seed], verdict, config, reference)
print(verdict.kind)
print("nodes before:", reduce.size(programs[seed]))
print("nodes after:", reduce.size(program))
print(files.reproducer(program, files.Expectation(program, verdict.words), []))
