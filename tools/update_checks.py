#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites the golden lines of tests from what the tools print now.

usage: tools/update_checks.py BUILD test/Emit test/Derive/loop.ir ...
then:  git diff test/     (the new lines are right only if you say so)

Only tests whose first line mentions tools/update_checks.py take part. lit runs
them as always, but with this script in FileCheck's place. The lines of a test
    // CHECK-LABEL: double f_vjp(
    // CHECK-NEXT:    ...
that stand together are a block. A block that begins with a LABEL, which stays as
it is, gets the output from the line with that text up to the next LABEL's; so
the lines can stand beside the function they are about. Without LABEL there is
one block, for the whole output; it goes to the end of a test that has none yet.
"""

import argparse
import os
import re
import subprocess
import sys

MARKER = "update_checks.py"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def escape(line):
    """Text that FileCheck takes literally."""
    return line.replace("{{", "{{[{][{]}}").replace("[[", "{{\\[\\[}}")


def golden_lines(output, comment, prefix, after_label):
    """Check lines for lines of output. The first one must not be a NEXT unless
    it follows a LABEL."""
    lines = []
    for line in output:
        if not line.strip():
            lines.append(f"{comment}{prefix}-EMPTY:")
        elif lines or after_label:
            lines.append(f"{comment}{prefix}-NEXT: {escape(line)}")
        else:
            lines.append(f"{comment}{prefix}: {escape(line)}")
    return lines


def trim(output):
    """Without empty lines at either end."""
    while output and not output[0].strip():
        output = output[1:]
    while output and not output[-1].strip():
        output = output[:-1]
    return output


def find_blocks(lines, prefix):
    """[begin, end) of every run of check lines of this prefix."""
    is_check = re.compile(rf"^\W*{re.escape(prefix)}(-[A-Z]+)?:").match
    blocks, begin = [], None
    for index, line in enumerate([*lines, ""]):
        if is_check(line) and begin is None:
            begin = index
        elif not is_check(line) and begin is not None:
            blocks.append((begin, index))
            begin = None
    return blocks


def label_of(line, prefix):
    match = re.match(rf"^\W*{re.escape(prefix)}-LABEL:\s*(.*?)\s*$", line)
    return match and match.group(1)


def split_output(output, labels):
    """The lines of output that belong to each label, that with the label's text
    first."""
    starts, begin = [], 0
    for label in labels:
        start = next((i for i in range(begin, len(output))
                      if " ".join(label.split()) in " ".join(output[i].split())),
                     None)
        if start is None:
            sys.exit(f"error: no line of the output (after the labels before it) "
                     f"has '{label}'; correct the LABEL line")
        starts.append(start)
        begin = start + 1
    return [output[a:b] for a, b in zip(starts, [*starts[1:], len(output)])]


def rewrite(text, output, prefix):
    """The test's text with its lines of prefix made anew from the output."""
    lines, output = text.split("\n"), trim(output)
    run = next(line for line in lines if "RUN:" in line)
    comment = run[:run.index("RUN:")]
    blocks = find_blocks(lines, prefix)
    labels = [label_of(lines[begin], prefix) for begin, _ in blocks]
    if blocks and all(labels):
        parts = split_output(output, labels)
        new = [[lines[begin], *golden_lines(trim(part)[1:], comment, prefix, True)]
               for (begin, _), part in zip(blocks, parts)]
    elif any(labels) or len(blocks) > 1:
        sys.exit("error: of several blocks of golden lines each must begin with "
                 f"a {prefix}-LABEL line")
    else:
        new = [golden_lines(output, comment, prefix, False)]
        if not blocks:
            while lines and not lines[-1].strip():
                lines.pop()
            lines += ["", "", ""]
            blocks = [(len(lines) - 2, len(lines) - 1)]
    for (begin, end), block in reversed(list(zip(blocks, new))):
        lines[begin:end] = block
    return "\n".join(lines)


def as_filecheck(filecheck, arguments):
    """Stands in for FileCheck: rewrites the test, then checks it for real."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("test")
    parser.add_argument("--check-prefix", "-check-prefix", default="CHECK")
    parser.add_argument("--input-file", "-input-file")
    known, _ = parser.parse_known_args(arguments)
    if known.input_file:
        with open(known.input_file, encoding="utf-8") as file:
            output = file.read()
    else:
        output = sys.stdin.read()

    with open(known.test, encoding="utf-8") as file:
        text = file.read()
    if MARKER in text.split("\n", 1)[0]:
        new = rewrite(text, output.splitlines(), known.check_prefix)
        if new != text:
            with open(known.test, "w", encoding="utf-8") as file:
                file.write(new)
            print(f"updated: {known.test}", file=sys.stderr)
    return subprocess.run([filecheck, *arguments], input=output,
                          text=True).returncode


def is_golden(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return MARKER in file.readline()


def golden_tests(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in os.walk(path):
            yield from (os.path.join(folder, name) for name in sorted(names))


def main():
    if sys.argv[1:2] == ["--as-filecheck"]:
        sys.exit(as_filecheck(sys.argv[2], sys.argv[3:]))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("tests", nargs="+")
    args = parser.parse_args()
    tests = [t for t in golden_tests(args.tests) if is_golden(t)]
    if not tests:
        sys.exit("error: no test here mentions tools/update_checks.py in its "
                 "first line; add that to a test that is to be rewritten")
    build_tests = os.path.join(args.build, "test")
    places = [os.path.join(build_tests,
                           os.path.relpath(t, os.path.join(ROOT, "test")))
              for t in tests]
    environment = {**os.environ, "NABLA_UPDATE_CHECKS": "1"}
    lit = "/usr/lib/llvm-22/bin/lit"
    sys.exit(subprocess.run([lit, "-v", *places], env=environment).returncode)


if __name__ == "__main__":
    main()
