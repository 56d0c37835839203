# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads what `clang -Xclang -ast-dump` prints of a file that includes <cmath>,
# and the source of Nabla's rules; prints every function of reals that <cmath>
# and the C library's <math.h> declare and that no rule is spelled for.
#
#   python3 uncovered.py AST-DUMP RULES-FILE...

import re
import sys

REAL = r"(?:float|double|long double)"
PARAMETER = rf"(?:const )?(?:{REAL}|int|long|long long)(?: ?\*)?"
DECLARATION = re.compile(
    r"FunctionDecl 0x[0-9a-f]+ (?:prev 0x[0-9a-f]+ )?<[^>]*>(?: [^ ]*:\d+)?"
    r".*? (?:used |referenced |constexpr |implicit )*(\w+) "
    rf"'({REAL}|int|long|long long|bool|void) \(({PARAMETER}(?:, {PARAMETER})*)\)"
)


# Not C++'s: TS 18661 (narrowing arithmetic, payloads, orders, further maxima,
# neighbours) and old names of the GNU C library.
EXTENSION = re.compile(
    r"(canonicalize|[df](add|div|fma|mul|sqrt|sub)|f(max|min)imum\w*|f(max|min)mag"
    r"|getpayload|setpayload(sig)?|iscanonical|issignaling|next(down|up)"
    r"|scalb|significand|totalorder(mag)?|getloadavg)[fl]?$"
)


def declared(dump):
    """Names of functions that take a real; those of the library's own use, and
    of other headers' templates, left out."""
    names = set()
    for line in dump:
        found = DECLARATION.search(line)
        if found and re.search(REAL, found[3]):
            names.add(found[1])
    return {n for n in names if not n.startswith("_") and not EXTENSION.match(n)}


def covered(files):
    """Names that rules are spelled for."""
    text = "".join(open(f, encoding="utf-8").read() for f in files)
    names = set()
    for kind, listed in re.findall(r"(cmath|special|c|spellings)\(([\w:, ]+)\)", text):
        parts = [p.strip() for p in listed.split(",")]
        if kind != "spellings":
            names.update(parts[0] + suffix for suffix in ("", "f", "l"))
            parts = parts[1:]
        names.update(p.split(":")[-1] for p in parts)
    names.update(re.findall(r"(?:std::|c:)(\w+)", text))
    return names


with open(sys.argv[1], encoding="utf-8", errors="replace") as dump:
    missing = sorted(declared(dump) - covered(sys.argv[2:]))
print("without a rule:", *missing)
