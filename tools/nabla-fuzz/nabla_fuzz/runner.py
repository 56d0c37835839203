# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs a batch of programs: a verdict for each.

A batch is one reference file and one test file. Where a compile fails, the
programs that its errors belong to are taken out and the rest is compiled
again; where the errors belong to none, the batch is halved.
"""

import os
import re
import signal
import subprocess
import tempfile

from . import files
from .precompiled import Precompiled

INCLUDE = os.path.join(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))), "include")

PASSED = "passed"
REFUSED = "refused"      # a proper error at the user's construct
SKIPPED = "skipped"      # no point at which a comparison makes sense
MISMATCH = "mismatch"
CRASH = "crash"          # of the compiler
REJECTED = "rejected"    # the text Nabla wrote does not compile, or link
SANITIZER = "sanitizer"
FAULT = "fault"          # of the compiled program
TIMEOUT = "timeout"
TESTER = "tester"        # the reference, or the primal, is not as it should be
FAILURES = (MISMATCH, CRASH, REJECTED, SANITIZER, FAULT, TIMEOUT, TESTER)


#: A busy machine is no failure.
COMPILE_SECONDS, RUN_SECONDS = 900, 120

#: Errors that are Nabla's own fault.
NOT_THE_USERS = re.compile(r"internal error|please report|derivative of '.*' is "
                           r"not valid")


class Verdict:
    def __init__(self, kind, detail="", words=None):
        self.kind, self.detail = kind, detail
        #: The reference's output for the point that fails.
        self.words = words

    @property
    def failed(self):
        return self.kind in FAILURES


class Config:
    """A compiler with flags. standin: a function (index, program) -> lines that
    stand in for the derivatives."""

    def __init__(self, name, compiler, flags, standin=None):
        self.name, self.compiler, self.flags = name, compiler, list(flags)
        self.standin = standin

    @property
    def sanitized(self):
        return any(f.startswith("-fsanitize") for f in self.flags)


class Finished:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


def execute(command, timeout, environment=None):
    """status: the exit status, negative for a signal, None on timeout."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        errors="replace", start_new_session=True,
        env=dict(os.environ, **(environment or {})))
    try:
        out, err = process.communicate(timeout=timeout)
        return Finished(process.returncode, out, err)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        return Finished(None, out, err)


def compiled(command):
    """Again if something from outside ended the compiler."""
    for _ in range(3):
        done = execute(command, COMPILE_SECONDS)
        if done.status not in (-signal.SIGKILL, -signal.SIGTERM):
            break
    return done


PRECOMPILED = Precompiled(compiled)


class Batch:
    """programs: {index: program}. `reference` is the clang++ that compiles the
    reference."""

    def __init__(self, programs, reference, points=2, folder=None,
                 sanitize_reference=False):
        self.programs = dict(programs)
        self.reference, self.points = reference, points
        self.holder = None if folder else tempfile.TemporaryDirectory(
            prefix="nabla-fuzz.")
        self.folder = folder or self.holder.name
        self.sanitize_reference = sanitize_reference
        self.expected = os.path.join(self.folder, "expected.txt")
        self.verdicts = {}
        self.visible = set()
        self.points_of = {}  # index: list of word lists

    def close(self):
        if self.holder:
            self.holder.cleanup()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)

    # -------------------------------------------------------------- reference

    def prepare(self):
        """Compiles and runs the reference. Programs that are not C++, that it
        cannot compile or that have no point are settled here."""
        self.check_language()
        while self.programs:
            text, owner = files.reference_file(self.programs, self.points)
            self.write("reference.cpp", text)
            options = [files.standard(self.programs.values()), "-O0", "-w", "-I",
                       INCLUDE, "-ftrivial-auto-var-init=pattern"]
            if self.sanitize_reference:
                options += ["-fsanitize=address,undefined",
                            "-fno-sanitize-recover=all"]
            begin = "".join(line + "\n" for line in
                            files.reference_includes(self.programs.values()))
            options += PRECOMPILED.flags(self.reference, options, begin)
            command = [self.reference, *options, "-ferror-limit=0",
                       self.path("reference.cpp"), "-o", self.path("reference")]
            done = compiled(command)
            if done.status == 0:
                break
            blamed = self.blame(done.err, "reference.cpp", owner)
            if not blamed:
                raise RuntimeError("the reference does not compile (status "
                                   "%s):\n%s" % (done.status, done.err[:4000]))
            for index, error in blamed.items():
                self.settle(index, Verdict(TESTER, "the reference does not "
                                           "compile: " + error[:300]))
        if self.programs:
            self.run_reference()

    def check_language(self):
        """A program that a compiler without Nabla rejects is the tester's
        fault: whatever error it ends in later is no proper one."""
        text, owner = files.plain_file(self.programs)
        self.write("plain.cpp", text)
        done = compiled([self.reference, files.standard(self.programs.values()), "-w", "-ferror-limit=0",
                         "-fsyntax-only", self.path("plain.cpp")])
        for index, error in self.blame(done.err, "plain.cpp", owner).items():
            self.settle(index, Verdict(TESTER, "it is not C++: " + error[:300]))

    def run_reference(self):
        done = execute([self.path("reference")], RUN_SECONDS)
        complete = {}
        for index, points in self.read_points(done.out):
            complete[index] = points
        for index in list(self.programs):
            if index not in complete:
                self.settle(index, Verdict(TESTER, "the reference stopped (%s) "
                            "%s" % (done.status, done.err[-600:])))
                if done.status != 0:
                    # The rest have not been looked at: without the one at
                    # which it stopped, once more.
                    self.prepare()
                    return
            elif not complete[index]:
                self.settle(index, Verdict(SKIPPED, "no fit point"))
        for index in re.findall(r"^disagree (\d+)", done.out, re.M):
            self.settle(int(index), Verdict(TESTER, "the reference's dual "
                        "numbers and its differences disagree"))
        self.points_of = complete
        with open(self.expected, "w") as f:
            f.write(done.out)

    @staticmethod
    def read_points(text):
        """(index, [words of point]) of every program that is complete."""
        for part in re.split(r"^program ", text, flags=re.M)[1:]:
            head, *rest = part.split("\npoint ")
            index, count, _ = head.split()[:3]
            if len(rest) == int(count):
                yield int(index), [
                    r.split("\ndisagree")[0].split() for r in rest]

    def settle(self, index, verdict):
        self.verdicts[index] = verdict
        self.programs.pop(index, None)

    @staticmethod
    def blame(errors, name, owner):
        """{index: its first error, and what follows that} by the lines that
        errors are at."""
        found = {}
        pattern = r"^.*" + re.escape(name) + r":(\d+):\d+: (?:fatal )?error: "
        places = list(re.finditer(pattern, errors, re.M))
        for place, after in zip(places, places[1:] + [None]):
            index = owner.get(int(place.group(1)))
            if index is not None:
                text = errors[place.end():after and after.start()]
                found.setdefault(index, text.strip()[:3000])
        return found

    # ------------------------------------------------------------------- test

    def run(self, config):
        """{index: Verdict} of the programs that are left."""
        verdicts = {}
        self.test(config, dict(self.programs), verdicts)
        return verdicts

    def compile_only(self, config):
        """As run, but programs that compile have passed."""
        verdicts = {}
        self.test(config, dict(self.programs), verdicts, run=False)
        return verdicts

    def test(self, config, programs, verdicts, run=True):
        while programs:
            done, owner, harness = self.compile(config, programs, run)
            if done.status == 0 and run:
                self.execute_test(config, programs, verdicts)
            if done.status == 0:
                for index in programs:
                    verdicts.setdefault(index, Verdict(PASSED))
                return
            kind = self.kind_of_failure(done)
            blamed, beside = ({} if kind in (CRASH, TIMEOUT) else self.blame(
                done.err, "test.cpp", of) for of in (owner, harness))
            # An error at the call of a derivative has a cause, in a program.
            if blamed or beside:
                for index, error in {**beside, **blamed}.items():
                    wrong = index not in blamed or NOT_THE_USERS.search(error)
                    first = error if wrong else error.splitlines()[0]
                    verdicts[index] = Verdict(REJECTED if wrong else REFUSED,
                                              first)
                    del programs[index]
            elif len(programs) == 1:
                index, = programs
                verdicts[index] = Verdict(
                    REJECTED if kind == REFUSED else kind, tail(done.err))
                return
            else:
                items = sorted(programs.items())
                half = len(items) // 2
                self.test(config, dict(items[:half]), verdicts, run)
                self.test(config, dict(items[half:]), verdicts, run)
                return

    def compile(self, config, programs, link=True):
        standins = config.standin and {
            i: list(config.standin(i, p)) for i, p in programs.items()}
        text, owner, harness = files.test_file(programs, standins)
        self.write("test.cpp", text)
        # Errors of the user's code count, warnings do not.
        command = config.compiler + [files.standard(programs.values()), "-w",
                                     "-ferror-limit=0"]
        command += config.flags + ["-I", INCLUDE, self.path("test.cpp")]
        command += ["-o", self.path("test")] if link else ["-fsyntax-only"]
        return compiled(command), owner, harness

    @staticmethod
    def kind_of_failure(done):
        if done.status is None:
            return TIMEOUT
        if done.status < 0 or "Stack dump:" in done.err or \
                "PLEASE submit a bug report" in done.err or \
                "AddressSanitizer" in done.err:
            return CRASH
        if "undefined reference" in done.err or "duplicate symbol" in done.err \
                or "multiple definition" in done.err or \
                NOT_THE_USERS.search(done.err):
            return REJECTED
        return REFUSED

    def execute_test(self, config, programs, verdicts):
        left = sorted(programs)
        while left:
            environment = {"ASAN_OPTIONS": "detect_leaks=1",
                           "UBSAN_OPTIONS": "print_stacktrace=0"}
            done = execute([self.path("test"), self.expected, str(left[0])], RUN_SECONDS,
                           environment)
            running, stage = self.read_results(done.out, left, verdicts)
            self.visible |= {int(i) for i in
                             re.findall(r"^VISIBLE\t(\d+)", done.out, re.M)}
            if done.status == 0 or running is None:
                break
            verdicts[running] = self.stopped(done, stage, running)
            left = [i for i in left if i > running]
        for index in programs:
            verdicts.setdefault(index, Verdict(TESTER, "there was no result"))

    def read_results(self, out, left, verdicts):
        """Fills in verdicts; the program and stage that ran last."""
        running, stage = None, ""
        for line in out.splitlines():
            words = line.split("\t")
            if words[0] == "RUN":
                running, stage = int(words[1]), words[2]
            elif words[0] == "OK":
                verdicts.setdefault(int(words[1]), Verdict(PASSED))
            elif words[0] == "BAD":
                index, where, point, what, should, is_, tolerance = words[1:8]
                kind = TESTER if where == "primal" else MISMATCH
                verdicts.setdefault(int(index), Verdict(
                    kind, "%s, point %s: %s should be %s is %s (tolerance %s)" %
                    (where, point, what, should, is_, tolerance),
                    self.points_of[int(index)][int(point)]))
        return running, stage

    def stopped(self, done, stage, index):
        kind, detail = FAULT, "exit status %s" % done.status
        if done.status is None:
            kind, detail = TIMEOUT, "no end after %d s" % RUN_SECONDS
        found = re.search(r"(ERROR: \w+Sanitizer: .*|runtime error: .*|"
                          r"SUMMARY: \w+Sanitizer: .*)", done.err)
        if found:
            kind, detail = SANITIZER, found.group(1)
        if stage == "primal":
            kind = TESTER
        return Verdict(kind, stage + ": " + detail, self.points_of[index][0])


def tail(text, most=1500):
    """The first error and what follows it."""
    at = text.find("error:")
    start = text.rfind("\n", 0, at) + 1 if at >= 0 else 0
    return text[start:start + most]
