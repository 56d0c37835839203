#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures every partial of every rule and writes the table into docs/rules.md.

usage: test/Rules/update_accuracy.py [compiler]        (clang++-22, libmpfr-dev)
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def measure(compiler):
    """The rows that accuracy.cpp prints."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/accuracy"
        source = ROOT / "test/Rules/accuracy.cpp"
        include = f"-I{ROOT}/runtime/include"
        subprocess.run(
            [compiler, "-std=c++20", include, source, "-lmpfr", "-o", program],
            check=True,
        )
        run = subprocess.run([program], stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit(f"{run.stdout}some partials are off; the table is as it was")
    return [line for line in run.stdout.splitlines() if line.startswith("|")]


def main():
    compiler = sys.argv[1] if len(sys.argv) > 1 else "clang++-22"
    page = ROOT / "docs/rules.md"
    table = "\n".join(measure(compiler))
    text, count = re.subn(
        r"(<!-- accuracy -->\n).*?(<!-- /accuracy -->)",
        lambda m: m[1] + table + "\n" + m[2],
        page.read_text(),
        flags=re.S,
    )
    if count != 1:
        sys.exit(f"{page} has no place for the table")
    page.write_text(text)
    print(table)


if __name__ == "__main__":
    main()
