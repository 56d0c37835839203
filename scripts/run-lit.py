#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs lit on tests of a build folder and ends with "N passed, N failed".

usage: scripts/run-lit.py BUILD test/Import test/unit ...
       scripts/run-lit.py BUILD --stage Import   (test/Import, ImportTests)

--no-unit leaves test/unit out. That no test is found is a failure. What cannot
be run here (an unsupported feature) is counted as skipped.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

LIT_FOLDERS = ["/usr/lib/llvm-22/bin", "/usr/lib/llvm-19/bin"]
PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def find_lit():
    for folder in LIT_FOLDERS:
        lit = os.path.join(folder, "lit")
        if os.access(lit, os.X_OK):
            return lit
    sys.exit("error: no lit in " + " or ".join(LIT_FOLDERS)
             + "; install llvm-22-tools")


def run(lit, paths, options):
    """Runs lit; returns its exit status and how many tests had which result."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        status = subprocess.run(
            [lit, "-v", "--output", report, *options, *paths]).returncode
        counts = collections.Counter()
        if os.path.exists(report):
            with open(report) as file:
                for test in json.load(file)["tests"]:
                    counts[test["code"]] += 1
    return status, counts


def stage_runs(build, stage):
    """The runs that make up a stage: its folder, and its unit tests."""
    if os.path.isdir(os.path.join("test", stage)):
        yield [os.path.join(build, "test", stage)], []
    program = os.path.join(build, "test/unit/bin", stage + "Tests")
    if os.path.exists(program):
        yield [os.path.join(build, "test/unit")], ["--filter", f"bin/{stage}Tests"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--stage")
    parser.add_argument("--no-unit", action="store_true")
    args = parser.parse_args()

    runs = [([os.path.join(args.build, p) for p in args.paths], [])]
    if args.stage:
        runs = list(stage_runs(args.build, args.stage))
        if not runs:
            print(f"error: there is no folder test/{args.stage} and no unit "
                  f"test {args.stage}Tests", file=sys.stderr)
    if args.no_unit:
        runs = [(p, o + ["--filter-out", ":: bin/"]) for p, o in runs]

    lit = find_lit()
    total, failing_status = collections.Counter(), 0
    for paths, options in runs:
        status, counts = run(lit, paths, options)
        failing_status = failing_status or status
        total += counts
        if not counts:
            print("error: lit found no test in " + " ".join(paths),
                  file=sys.stderr)
    passed = sum(n for code, n in total.items() if code in PASSED)
    skipped = sum(n for code, n in total.items() if code in SKIPPED)
    failed = sum(total.values()) - passed - skipped
    if not failed and (failing_status or not passed):
        failed = 1
    tail = f", {skipped} skipped" if skipped else ""
    print(f"{passed} passed, {failed} failed{tail}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
