# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares NAME_grad with NAME_hand in an assembly file, for every NAME_hand: it
has no instruction that the other has not, or more of one, whatever their order
and registers.

usage: same_instructions.py FILE
"""

import collections
import re
import sys


def functions(path):
    """Name -> counts of its mnemonics; of calls with what is called."""
    found, current = {}, None
    for line in open(path):
        label = re.match(r"(\w+):", line)
        code = re.match(r"\s+([a-z]\w*)\s*(.*)", line)
        if label and not line.startswith("."):
            current = found.setdefault(label[1], collections.Counter())
        elif line.startswith(".Lfunc_end"):
            current = None
        elif code and current is not None:
            callee = re.match(r"(\w*)", code[2])[1] if code[1] == "callq" else ""
            current[code[1] + " " + callee] += 1
    return found


def main():
    found = functions(sys.argv[1])
    hands = [name for name in found if name.endswith("_hand")]
    wrong = 0
    for hand in hands:
        grad = hand.replace("_hand", "_grad")
        more = found[grad] - found[hand]
        if more:
            wrong += 1
            print(f"{grad}: {dict(more)} more than by hand")
    print(f"{len(hands)} pairs compared, {wrong} cost more")
    sys.exit(wrong > 0 or not hands)


main()
