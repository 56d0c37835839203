# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the verdict on a program that is not C++, and that on a program whose
derivatives are not declared."""

import sys

sys.path.insert(0, sys.argv[1])

from nabla_fuzz import cli, generate, runner, tree  # noqa: E402


def first_verdict(wrong_text):
    program = generate.generate(1, {"scalar"})
    if wrong_text:
        line = tree.RawStmt([wrong_text])
        line.reference = ""
        program.main.body.body.insert(0, line)
    reference = cli.find_reference(None)
    batch = runner.Batch({0: program}, reference, 1)
    try:
        batch.prepare()
        nothing = runner.Config("nothing", [reference], ["-O0"],
                                lambda index, program: [])
        return {**batch.run(nothing), **batch.verdicts}[0]
    finally:
        batch.close()


for text in ("(void)long double(1);", ""):
    verdict = first_verdict(text)
    print("%s: %s" % (verdict.kind, verdict.detail.splitlines()[0]))
