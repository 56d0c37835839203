#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the derivatives of IR functions with central differences.

usage: check_gradients.py --opt NABLA_OPT --clang CLANG --include DIR --out DIR FILE...

Each file holds func @f(double* %x, int %n) -> double, annotated, and may have
  // n=3                    values for n (each line one), 4 without them
  // x=0.1,0.2              the point, eight numbers without it
  // zero=1                 d[1] has to be exactly 0: differences say nothing there
  //cpp inline int g() {..} what the C++ of f needs
All functions are compiled into one program. Both the value and what is left in x
are compared with those of the primal as `nabla-opt -emit` prints it, which runs
no stage at all.
"""

import argparse
import os
import re
import subprocess
import sys

HEAD = r"""
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nabla/runtime.h>

static bool allRight = true;

static void wrong(const char *name, int n, const char *what, int i,
                  double should, double is) {
  std::printf("%s, n = %d: %s[%d] should be %.10g is %.10g\n", name, n, what, i,
              should, is);
  allRight = false;
}

template <class F>
static double difference(F f, const double *at, int m, int n, int i, double h) {
  double x[16], high, low;
  std::memcpy(x, at, m * sizeof(double));
  x[i] += h;
  high = f(x, n);
  std::memcpy(x, at, m * sizeof(double));
  x[i] -= h;
  low = f(x, n);
  return (high - low) / (2 * h);
}

template <class F, class G>
static void check(const char *name, F f, G grad, const double *at, int m, int n,
                  int zero) {
  double x[16], after[16], d[16] = {};
  std::memcpy(x, at, m * sizeof(double));
  double value = f(x, n);
  std::memcpy(after, x, m * sizeof(double));
  std::memcpy(x, at, m * sizeof(double));
  double again = grad(x, n, d);
  if (!(again == value))
    wrong(name, n, "value", 0, value, again);
  for (int i = 0; i < m; ++i) {
    if (x[i] != after[i])
      wrong(name, n, "x", i, after[i], x[i]);
    double should = difference(f, at, m, n, i, 1e-6);
    if (i == zero)
      should = 0;
    if (!(std::fabs(should - d[i]) <= 1e-6 * (1 + std::fabs(should))))
      wrong(name, n, "d", i, should, d[i]);
  }
}
"""


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True,
                          check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def case(path, opt):
    """The C++ of one file, and the calls that check it."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    name = re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0])
    prelude = "\n".join(re.findall(r"^//cpp (.*)$", text, re.M))
    point = re.search(r"^// x=(.*)$", text, re.M)
    point = point.group(1) if point else "0.7,1.3,-0.4,0.9,1.1,0.35,-0.8,0.6"
    # The sweeps of what is exported stand in the global namespace.
    private = text.replace(" annotated", " static annotated")
    zero = re.search(r"^// zero=(\d+)$", text, re.M)
    code = (f"namespace {name} {{\n{prelude}\n{run(opt, '-verify', '-emit', path)}\n"
            f"{run(opt, '-derive', '-', text=private)}\n"
            f"static const double at[] = {{{point}}};\n}}\n")
    calls = [f'check("{name}", {name}::f, {name}::f_grad, {name}::at, '
             f"sizeof {name}::at / sizeof(double), {n}, "
             f"{zero.group(1) if zero else -1});"
             for n in re.findall(r"^// n=(-?\d+)$", text, re.M) or ["4"]]
    return code, calls


def main():
    parser = argparse.ArgumentParser()
    for option in ("opt", "clang", "include", "out"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    cases = [case(path, options.opt) for path in options.files]
    calls = [call for _, some in cases for call in some]
    body = "\n  ".join(calls)
    os.makedirs(options.out, exist_ok=True)
    source = os.path.join(options.out, "gradients.cpp")
    program = os.path.join(options.out, "gradients")
    with open(source, "w", encoding="utf-8") as file:
        file.write(HEAD + "".join(code for code, _ in cases)
                   + f"\nint main() {{\n  {body}\n  return allRight ? 0 : 1;\n}}\n")
    run(options.clang, "-std=c++17", "-w", "-fsanitize=address,undefined",
        "-fno-sanitize-recover=undefined", f"-I{options.include}", source,
        "-o", program)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, end="")
    if done.returncode:
        sys.exit(1)
    print(f"{len(calls)} gradients are right")


main()
