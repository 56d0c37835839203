# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the table of rows in docs/tape.md: each of the 26 is there once, its
headers exist, and what it calls a test is one.

usage: rows.py ROOT
"""

import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
tests = set()
for file in (root / "test/unit/Tape").glob("*.cpp"):
    tests.update(re.findall(r"TEST\(\w+, (Row\w+)\)", file.read_text()))

faults = []
rows = []
for line in (root / "docs/tape.md").read_text().splitlines():
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if len(cells) != 4 or not cells[0].isdigit():
        continue
    rows.append(int(cells[0]))
    named = re.findall(r"Row\w+", cells[3])
    if not named:
        faults.append(f"row {cells[0]} names no test")
    for name in named:
        if not any(test.startswith(name) for test in tests):
            faults.append(f"row {cells[0]}: there is no test {name}")
        if not name.startswith(f"Row{int(cells[0]):02}"):
            faults.append(f"row {cells[0]}: {name} is about another row")
    for header in re.findall(r"`([\w/]+\.h)`", cells[2]):
        places = [root / "runtime/include/nabla/tape" / header]
        places.append(root / "runtime/include" / header)
        if not any(place.exists() for place in places):
            faults.append(f"row {cells[0]}: there is no header {header}")
    for path in re.findall(r"`(test/[\w/.]+)`", cells[2] + cells[3]):
        if not (root / path).exists():
            faults.append(f"row {cells[0]}: there is no {path}")
if rows != list(range(1, 27)):
    faults.append(f"the rows are {rows}")
print("\n".join(faults) or "26 rows, each with a test")
sys.exit(bool(faults))
