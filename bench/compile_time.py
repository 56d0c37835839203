#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Nabla costs at compile time, each figure from runs taken in turns.

usage: bench/compile_time.py BUILD [--runs N]

  no [[grad]]     nabla++ -c against clang++ -c of a file without any [[grad]]
  headers         to parse the runtime headers that the plugin shows a file
                  that has one, with all they include
  long functions  to differentiate 4,000 statements in a row over 1,000 of them:
                  each a variable of its own, and four that are set in turns
Times are processor time (user and system), the least of N runs (three, of long
functions). Exits with 1 if one of them is over its bound (3 %, 60 ms, 8 times).
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile

PLAIN = """#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>
double norm(const std::vector<double> &v) {
  return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}
std::map<std::string, double> table;
void print(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  for (double x : v) std::cout << x << table["x"] << norm(v) << '\\n';
}
"""
# As plugin/RuntimeHeaders.cpp includes them.
HEADERS = "#include <nabla/runtime.h>\n#include <nabla/rules.h>\n"
BOUNDS = {"percent": 3.0, "headers": 60.0, "growth": 8.0}


def chain(statements):
    """A function in which each statement declares what the next ones use."""
    lines = [f"double t{i} = t{i - 1} * t{i - 2} + 0.1;"
             for i in range(2, statements)]
    return ("[[grad]] double f(double t0, double t1) {\n" + "\n".join(lines)
            + f"\nreturn t{statements - 1};\n}}\n")


def reassigned(statements):
    """A function that sets four variables over and over."""
    lines = [f"a{i % 4} = a{(i + 1) % 4} * a{(i + 2) % 4} - 0.3 * a{i % 4};"
             for i in range(statements)]
    return ("[[grad]] double f(double a0, double a1) {\n"
            "double a2 = a0 * a1, a3 = a0 - a1;\n" + "\n".join(lines)
            + "\nreturn a0 + a1 + a2 + a3;\n}\n")


def cpu_time(command):
    """Processor time of a command in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def least(first, second, runs):
    """The least time of each of two commands, run in turns."""
    times = [(cpu_time(first), cpu_time(second)) for _ in range(runs)]
    return min(t[0] for t in times), min(t[1] for t in times)


def compiler_of(nabla):
    output = subprocess.run([nabla, "--nabla-version"], check=True, text=True,
                            capture_output=True).stdout
    line = next(l for l in output.splitlines() if l.startswith("compiler: "))
    return line.split(": ", 1)[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--runs", type=int, default=25)
    args = parser.parse_args()
    nabla = os.path.join(args.build, "bin", "nabla++")
    clang = compiler_of(nabla)

    with tempfile.TemporaryDirectory() as folder:
        def file(name, text):
            path = os.path.join(folder, name)
            with open(path, "w") as out:
                out.write(text)
            return path

        output = ["-o", os.path.join(folder, "out.o")]
        plain = file("plain.cpp", PLAIN)
        base, ours = least([clang, "-O1", "-c", plain, *output],
                           [nabla, "-O1", "-c", plain, *output], args.runs)
        percent = 100 * (ours / base - 1)
        print(f"no [[grad]]: clang++ {base * 1e3:.1f} ms, nabla++ "
              f"{ours * 1e3:.1f} ms: {percent:+.1f} %")

        flags = ["-fsyntax-only", "-isystem", os.path.join(args.build, "include")]
        headers = []
        for before in "", "#include <cmath>\n":
            without, with_headers = least(
                [clang, *flags, file("before.cpp", before)],
                [clang, *flags, file("with.cpp", before + HEADERS)], args.runs)
            headers.append((with_headers - without) * 1e3)
        print(f"headers: {headers[0]:.1f} ms, after <cmath> {headers[1]:.1f} ms")

        growths = []
        for kind in chain, reassigned:
            short, long = least(
                *([nabla, "-fsyntax-only", file(f"{n}.cpp", kind(n))]
                  for n in (1000, 4000)), min(args.runs, 3))
            growths.append(long / short)
            print(f"long functions, {kind.__name__}: {short * 1e3:.0f} ms, "
                  f"{long * 1e3:.0f} ms: {growths[-1]:.1f} times")

    slow = (percent > BOUNDS["percent"] or headers[0] > BOUNDS["headers"]
            or max(growths) > BOUNDS["growth"])
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
