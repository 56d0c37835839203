#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that docs/diagnostics.md holds every message that Nabla can print;
exits with 1 and names those that it lacks.

usage: tools/check_diagnostics.py [--root FOLDER] [--list]

A message is any string literal of several words in plugin/ and in the stages
that report to the user, and in a static_assert of the runtime headers. What is
looked for is its first clause, up to a semicolon: what to do is written down in
the catalogue at more length. Parts of a message that are joined by '+' are
looked for one by one. Texts for developers (assertions, internal errors that
end the compiler) are left out, and so are lines that say '// no diagnostic'.
"""

import argparse
import os
import re
import sys

CATALOGUE = "docs/diagnostics.md"
FOLDERS = ["plugin", "runtime/include/nabla"] + [
    "lib/Transform/" + stage
    for stage in ("", "Import", "Normalize", "Analysis", "Linearize", "Plan")
]
# Text that is no diagnostic: the call that it is an argument of.
OTHER = re.compile(
    r"(llvm_unreachable|assert|report_fatal_error|Add<\w+>\s*\w*|Registration"
    r"|printf|<ir::Remark>|OS|errs\(\)|<<|Line|integerType)\s*(<<)?\s*\(?$"
)
CODE = ("#include", "#pragma", "// ", "', // generated", "derivatives of ", "static void ",
        "const frame &f", "namespace nabla {", "(const ::nabla::", " &value, const ",
        ", shadow ? ", "} } // namespace")
DUMPS = "lib/Transform/Dump.cpp"
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
    re.S,
)


def literals(text):
    """(offset, value) of each literal, neighbours joined."""
    found = []
    end = -1
    for m in TOKEN.finditer(text):
        if not m.group().startswith('"'):
            continue
        value = m.group()[1:-1].replace('\\"', '"').replace("\\n", " ")
        if found and end >= 0 and not text[end : m.start()].strip():
            found[-1] = (found[-1][0], found[-1][1] + value)
        else:
            found.append((m.start(), value))
        end = m.end()
    return found


def is_in_catalogue(value, catalogue):
    clause = plain(value.split(";")[0])
    words = re.findall(r"[a-z]{2,}", clause)
    return len(words) < 2 or clause in catalogue or value.startswith(CODE)


def plain(text):
    """Without what a page needs and a message does not, or the other way."""
    text = re.sub(r"[`|'\"*\\]", "", text)
    text = re.sub(r"\s+", " ", text)
    return text.strip(" ,:.;()")


def messages(path, text):
    only_asserts = path.startswith("runtime/")
    for offset, value in literals(text):
        before = text[max(0, offset - 60) : offset].rstrip()
        line_end = text.find("\n", offset)
        line = text[text.rfind("\n", 0, offset) + 1 : line_end]
        if "// no diagnostic" in line or "Registration(" in line:
            continue
        if only_asserts:
            if value.startswith("nabla: "):
                yield offset, value[len("nabla: ") :]
        elif not OTHER.search(before) and " " in value.strip():
            yield offset, value


def sources(root):
    for folder in FOLDERS:
        top = os.path.join(root, folder)
        for where, below, files in os.walk(top):
            below.sort()
            if folder.endswith("/"):
                below.clear()
            for name in sorted(files):
                path = os.path.relpath(os.path.join(where, name), root)
                if name.endswith((".cpp", ".h")) and path != DUMPS:
                    yield path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    parser.add_argument("--list", action="store_true", help="print all messages")
    args = parser.parse_args()
    with open(os.path.join(args.root, CATALOGUE)) as f:
        catalogue = plain(f.read())
    missing = 0
    for path in sources(args.root):
        with open(os.path.join(args.root, path)) as f:
            text = f.read()
        for offset, value in messages(path, text):
            if args.list:
                print(f"{path}: {value}")
            if is_in_catalogue(value, catalogue):
                continue
            missing += 1
            line = text.count("\n", 0, offset) + 1
            print(f"{path}:{line}: not in {CATALOGUE}: {value}", file=sys.stderr)
    if missing:
        print(f"{missing} messages are missing", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
