# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command nabla-fuzz: its options, the loop over batches, the report."""

import argparse
import concurrent.futures
import os
import shutil
import sys
import threading
import time

from . import census, files, hostile, mutate, reduce, tape
from .generate import FEATURES, LEVEL1, feature_set, generate
from .printer import Printer
from .runner import (FAILURES, PASSED, REFUSED, SKIPPED, Batch, Config, Verdict)

CONFIGS = {
    "O0": ["-O0"],
    "O2": ["-O2"],
    "sanitize": ["-O0", "-g1", "-fsanitize=address,undefined",
                 "-fno-sanitize-recover=all"],
}


def parse(arguments):
    p = argparse.ArgumentParser(
        prog="nabla-fuzz",
        description="Compiles random differentiable programs with nabla++ and "
        "compares their gradients with dual numbers and with differences. The "
        "last line of the report is 'N passed, N failed'; the exit status is 0 "
        "if nothing failed.")
    p.add_argument("--nabla", action="append", help="the compiler to test; "
                   "several: one after the other, with one reference (default: "
                   "nabla++)")
    p.add_argument("--reference", help="a clang++ for the reference (default: "
                   "clang++-22, clang++-19 or clang++, what is there)")
    p.add_argument("--configs", default="O0,O2,sanitize",
                   help="of %s (default: all)" % ", ".join(CONFIGS))
    p.add_argument("--flag", action="append", default=[], metavar="FLAG",
                   help="one more flag for the compiler")
    p.add_argument("--features", default="level1", help="list of features, "
                   "'level1', 'level2' (both), 'flow', 'blocks', 'shapes', "
                   "'unmodelled', 'all' and '-feature' to take one away; known: " + " ".join(FEATURES))
    p.add_argument("--seed", type=int, default=1, help="of the first program")
    p.add_argument("--count", type=int, default=300, help="programs")
    p.add_argument("--time", type=float, help="stop after so many seconds")
    p.add_argument("--batch", type=int, default=25, help="programs a file")
    p.add_argument("--points", type=int, default=2, help="points a program")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--keep", metavar="DIR", help="write the reproducer of every "
                   "failure there")
    p.add_argument("--no-reduce", action="store_true",
                   help="report failures as they are found")
    p.add_argument("--max-failures", type=int, default=10,
                   help="stop after so many (default 10)")
    p.add_argument("--must-compile", action="store_true",
                   help="a program that is refused has failed")
    p.add_argument("--hostile", action="store_true", help="programs with "
                   "constructs that have no derivative: each has to end in an "
                   "error or in a right number")
    p.add_argument("--print", action="store_true", dest="only_print",
                   help="print the programs and do nothing else")
    p.add_argument("--constructs", action="store_true", help="print how often "
                   "the programs have which construct and do nothing else")
    p.add_argument("--self-test", choices=["right", "wrong"], help="without "
                   "Nabla: gradients from the reference, as they are or with "
                   "one statement wrong, all of which have to be found")
    p.add_argument("--tape", action="store_true", help="gradients from the "
                   "dynamic tape in place of compiled ones")
    p.add_argument("--verbose", action="store_true", help="list what was refused")
    options = p.parse_args(arguments)
    options.nabla = options.nabla or ["nabla++"]
    return options


def find_reference(given):
    for name in [given] if given else ["clang++-22", "clang++-19", "clang++"]:
        if shutil.which(name):
            return name
    sys.exit("nabla-fuzz: no clang++ was found for the reference; give one with "
             "--reference")


def make_configs(options, reference):
    names = options.configs.split(",")
    for n in names:
        if n not in CONFIGS:
            sys.exit("nabla-fuzz: unknown configuration '%s'" % n)
    if options.self_test:
        return [Config("self-test", [reference], ["-O0"], make_standin(options))]
    if options.tape:
        return [Config("tape", [reference], ["-O0"] + tape.FLAGS, tape.standin)]
    for nabla in options.nabla:
        if not shutil.which(nabla):
            sys.exit("nabla-fuzz: '%s' cannot be run; give the compiler with "
                     "--nabla" % nabla)
    several = len(options.nabla) > 1
    return [Config("%s, %s" % (nabla, n) if several else n, [nabla],
                   CONFIGS[n] + options.flag)
            for nabla in options.nabla for n in names]


def make_standin(options):
    def lines(index, program):
        wrong = None
        if options.self_test == "wrong":
            wrong = mutate.mutant(program, program.seed)
        return mutate.standin(index, program, wrong)
    return lines


class Session:
    """One run of the command: what was counted, and what is printed."""

    def __init__(self, options):
        self.options = options
        self.reference = find_reference(options.reference)
        self.configs = make_configs(options, self.reference)
        self.features = feature_set(options.features)
        self.counts = {}
        self.failures = 0
        self.invisible = 0
        self.refusals = {}
        self.lock = threading.Lock()
        self.start = time.monotonic()

    def over(self):
        o = self.options
        return self.failures >= o.max_failures or (
            o.time and time.monotonic() - self.start > o.time)

    def make(self, seed):
        make = hostile.generate if self.options.hostile else generate
        return make(seed, self.features)

    def run(self):
        o = self.options
        firsts = range(o.seed, o.seed + o.count, o.batch)
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            list(pool.map(self.run_batch, firsts))
        self.report()
        return 1 if self.failures else 0

    def run_batch(self, first):
        if self.over():
            return
        o = self.options
        last = min(first + o.batch, o.seed + o.count)
        programs = {s - first: self.make(s) for s in range(first, last)}
        batch = Batch(programs, self.reference, o.points)
        try:
            batch.prepare()
            verdicts = dict(batch.verdicts)
            for config in self.configs:
                for index, v in batch.run(config).items():
                    v.config = config
                    # The first configuration that finds something decides.
                    if index not in verdicts or \
                            verdicts[index].kind in (PASSED, REFUSED):
                        verdicts[index] = v
            with self.lock:
                for index in sorted(verdicts):
                    self.settle(programs[index], verdicts[index], batch, index)
        finally:
            batch.close()
        print("%d programs, %d failures, %.0f s" % (
            sum(self.counts.values()), self.failures,
            time.monotonic() - self.start), file=sys.stderr, flush=True)

    def settle(self, program, verdict, batch, index):
        """Counts a verdict; prints and reduces a failure."""
        kind = verdict.kind
        if self.options.self_test == "wrong" and kind != SKIPPED:
            seen, visible = kind == "mismatch", index in batch.visible
            if not visible:
                kind = SKIPPED
                self.invisible += 1
            elif seen:
                kind = PASSED
            else:
                kind, verdict = "tester", Verdict("tester", "a wrong gradient "
                                                  "was not found")
        if kind == REFUSED:
            self.refusals.setdefault(verdict.detail, []).append(program.seed)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        failed = kind in FAILURES or (kind == REFUSED and
                                      self.options.must_compile)
        if failed and self.failures < self.options.max_failures:
            self.failures += 1
            self.show(program, verdict)

    def show(self, program, verdict):
        o = self.options
        config = getattr(verdict, "config", None)
        where = " (%s)" % config.name if config else ""
        print("%s: seed %d%s: %s" % (verdict.kind, program.seed, where,
                                     verdict.detail.strip()), flush=True)
        reproduce = program
        if config and not o.no_reduce and not o.self_test:
            reproduce, verdict = reduce.reduce(program, verdict, config,
                                               self.reference)
        text = self.reproducer(reproduce, verdict, program.seed, config)
        if o.keep:
            os.makedirs(o.keep, exist_ok=True)
            path = os.path.join(o.keep, "%s-%d.cpp" % (verdict.kind, program.seed))
            with open(path, "w") as f:
                f.write(text)
            print("  written to " + path, flush=True)
        else:
            print(text, flush=True)

    def reproducer(self, program, verdict, seed, config):
        expectation = None
        if verdict.words:
            expectation = files.Expectation(program, verdict.words)
        comment = ["%s, found by nabla-fuzz --seed %d --count 1 --features %s" %
                   (verdict.kind, seed, self.options.features)]
        if config:
            comment.append("nabla++ -std=c++17 %s" % " ".join(config.flags))
        comment += verdict.detail.strip().splitlines()[:12]
        return files.reproducer(program, expectation, comment)

    def report(self):
        if self.options.verbose or self.options.must_compile:
            for text, seeds in sorted(self.refusals.items(),
                                      key=lambda kv: -len(kv[1])):
                print("refused %d times, as with seed %d: %s" % (
                    len(seeds), seeds[0], text))
        total = sum(self.counts.values())
        for kind, why in ((REFUSED, "by a proper error"),
                          (SKIPPED, "since no point is fit for a comparison")):
            number = self.counts.get(kind, 0)
            if number:
                print("%d of %d programs (%.1f %%) were %s %s" % (
                    number, total, 100 * number / total, kind, why))
        print("%d passed, %d failed" % (self.counts.get(PASSED, 0),
                                        self.failures))


def main(arguments):
    options = parse(arguments)
    try:
        feature_set(options.features)
    except ValueError as error:
        sys.exit("nabla-fuzz: %s" % error)
    if options.only_print or options.constructs:
        return look(options)
    return Session(options).run()


def look(options):
    """The programs themselves, or what they are made of."""
    make = hostile.generate if options.hostile else generate
    features, counted = feature_set(options.features), census.Census()
    for seed in range(options.seed, options.seed + options.count):
        program = make(seed, features)
        counted.add(program)
        if options.only_print:
            print("// seed %d: %s" % (seed, " ".join(program.features)))
            print("\n".join(Printer().program(program)) + "\n")
    if options.constructs:
        print("\n".join(counted.table()))
    return 0
