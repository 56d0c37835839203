# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What many files begin with, precompiled once a process."""

import os
import tempfile
import threading


class Precompiled:
    """compile: runs a command; its result has a status."""

    def __init__(self, compile):
        self.compile = compile
        self.lock = threading.Lock()
        self.holder = None
        self.made = {}

    def flags(self, compiler, options, text):
        """More options for files that begin with `text`. None if it does not
        compile: the file itself will say why."""
        key = (compiler, tuple(options), text)
        with self.lock:
            if key not in self.made:
                self.made[key] = self.make(*key)
            return self.made[key]

    def make(self, compiler, options, text):
        self.holder = self.holder or tempfile.TemporaryDirectory(
            prefix="nabla-fuzz.")
        header = os.path.join(self.holder.name, "%d.h" % len(self.made))
        with open(header, "w") as f:
            f.write(text)
        done = self.compile([compiler, *options, "-x", "c++-header", header,
                             "-o", header + ".pch"])
        return ["-include-pch", header + ".pch"] if done.status == 0 else []
