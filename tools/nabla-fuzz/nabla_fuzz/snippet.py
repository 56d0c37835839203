# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is put into hostile programs."""


class Snippet:
    """text: lines of the program; means: the same for the reference; needs:
    lines in front of the function (a struct, a helper, a global)."""

    def __init__(self, name, text, means=None, needs="", needs_means=None):
        self.name = name
        self.text, self.means = text, means if means is not None else text
        self.needs = needs
        self.needs_means = needs_means if needs_means is not None else needs


S = Snippet
KEEP = "hx = 1.0 * hx;"
