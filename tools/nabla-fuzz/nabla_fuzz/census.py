# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What generated programs are made of: a table of constructs, counted in their
text, so that nothing is thought to be tested that is never there."""

import copy
import re

from .kinds import ITEMS
from .printer import Printer

TYPE = r"(?:float|double|long double)"

CONSTRUCTS = [
    ("counted `for`", r"\bfor \((?:int|long|unsigned|std::size_t) \w+ = "),
    ("`for` in a `for`, in its line", r"\bfor \([^{}]*\) for \("),
    ("bounds that depend on a counter (`j <= i`)",
     r"for \(int (\w+) = [^;]*; [^)]*\) for \(int \w+ = [^)]*\b\1\b"),
    ("`while`", r"(?<!\} )\bwhile \("),
    ("`do`", r"\bdo \{"),
    ("`for (;;)`, no condition", r"\bfor \([^;]*;;"),
    ("range `for`", r"\bfor \([^;()]* : "),
    ("two counters", r"\bfor \(int \w+ = 0, \w+ = "),
    ("`break`", r"\bbreak;"),
    ("`continue`", r"\bcontinue;"),
    ("`goto`", r"\bgoto \w+;"),
    ("`switch`", r"\bswitch \("),
    ("early `return`", r"\breturn\b[^;]*;(?!\n\})"),
    ("`throw` that does not happen", r"\bthrow\b"),
    ("ternary", r" \? "),
    ("`&&`, `\\|\\|`", r"&&|\|\|"),
    ("assignment in an expression", r"[(=] ?\w+ = |\(\w+ = "),
    ("`++`, `--` in an expression", r"[\[(=*] ?(?:\+\+|--)?\w+(?:\+\+|--)[\]) ]"),
    ("comma operator", r"\(\+\+\w+, \w+\) = |\(\w+ = [^;]*, |^ *\w+ = [^(;]*, \w+ = "),
    ("local array", r"^ *(?:const )?" + TYPE + r" \w+(?:\[\d+\])+"),
    ("array of two or three dimensions", TYPE + r" \w+\[\d+\]\[\d+\]"),
    ("struct", r"^struct "),
    ("array of structs", r"^ *S\d \w+\[\d+\]|\b[A-Z][a-z]+_[dfl] \w+\[\d\]"),
    ("struct in a struct", r"^  S\d inner"),
    ("pointer in a struct", r"^  [\w ]+ \*\w+;"),
    ("struct as a result", r"= split_[dfl]\("),
    ("pointer walked", r"\*\w+\+\+|\+\+\w+[;)]"),
    ("pointer rebound, chosen by `?:`", r" \*\w+ = [^;]* \? |&\w+ : &"),
    ("pointer to pointer", r"\*\*|\*const \*|\*&"),
    ("pointers compared or subtracted", r"\b(p|ptr|src|dst|at|first) (?:!=|<|-) "),
    ("null pointer", r"\bnullptr\b"),
    ("reference", TYPE + r" &\w+ = "),
    ("`new`, `delete`", r"\bnew\b"),
    ("`malloc`, `calloc`, `realloc`", r"\bstd::(?:malloc|calloc|realloc)\("),
    ("`memcpy`, `memmove`, `memset`", r"\bstd::mem(?:cpy|move|set)\("),
    ("`swap`, `copy`, `fill` and others of the library",
     r"\bstd::(?:swap|copy|fill|reverse|rotate|accumulate|inner_product|"
     r"partial_sum|iter_swap|swap_ranges|fill_n|copy_n)\("),
    ("helper function", r"\bh\d\("),
    ("recursion", r"\br\d\("),
    ("mutual recursion", r"\br\db\("),
    ("recursion on structures and parts of arrays",
     r"\b(?:total|fold|halves)_[dfl]\("),
    ("function pointer", r"\bfp\d+\("),
    ("global read", r"\b[GWM]\d\b"),
    ("global written", r"\bTally_\w (?:[-+*]?=)"),
    ("`float`", r"\bfloat\b"),
    ("`long double`", r"\blong double\b"),
    ("conversion between precisions", r"\(" + TYPE + r"\)|static_cast<" + TYPE +
     r">\("),
    ("integer state assigned", r"^ *(?:i|j|k|l|n|m|idx|cnt|pos|mode) [-+*]?= "),
    ("`std::vector`, `std::map` and others, of integers",
     r"\bstd::(?:vector|deque|list|array|map|set|multiset|unordered_map|pair|tuple|"
     r"bitset|stack|queue|valarray)<(?!\{|double|float|long)[^&;]*> \w+[ ({;]"),
    ("`std::vector` and others, of constants", r"\bstd::\w+<(?:int, )?" + TYPE +
     r"[^&;]*> \w+[ ({;]"),
    ("`std::string`, streams of text", r"\bstd::(?:string|istringstream) \w+[ ({;]"),
    ("`std::optional`, `std::unique_ptr` and others",
     r"\bstd::(?:optional|unique_ptr|shared_ptr|variant|function)<[^&;]*> \w+[ ({;]"),
    ("object of a class with member functions",
     r"^ *(?:const )?(?:Cycle_|Count_|Keeper_|Log_|Turn_|Ring_<3>|Table_) \w+[ ({;]"),
    ("object whose end is noticed", r"\b(?:Guard_|Logged_|Saved_|Ender_|Closer_|"
     r"recursive_mutex)>? \w+[ ({;]"),
    ("`for` over a container", r"\bfor \([\w &]+ : \(?\*?(?:table|order|seen|kept|queue|"
     r"bag|left|picks|Shelf)"),
    ("iterator", r"\bauto \w+ = [^;]*begin\(\)"),
    ("algorithm of the library on integers",
     r"\bstd::(?:sort|stable_sort|rotate|replace|iota|next_permutation|nth_element|"
     r"partial_sort|partition|transform|generate|make_heap|copy_backward|exchange|"
     r"max_element|min_element|count|count_if|find|is_sorted|any_of|equal)\("),
    ("constness cast away", r"\bconst_cast<|\btouch\w*\("),
    ("bit operations", r"<<|>>|\^|\w & \d|~unsigned|__builtin_popcount"),
    ("function of `<cmath>`", r"\bstd::(?:sin|cos|exp|log|sqrt|pow|tanh|tan)\("),
]


class Census:
    def __init__(self):
        self.programs = 0
        self.found = {label: [0, 0] for label, _ in CONSTRUCTS}
        self.patterns = [(label, re.compile(text, re.M))
                         for label, text in CONSTRUCTS]

    def add(self, program):
        self.programs += 1
        shown = copy.copy(program)
        # What things are made of stands in few lines that are always the same.
        shown.items = [i for i in program.items
                       if not set(getattr(i, "declares", ())) & set(ITEMS)]
        text = "\n".join(Printer().program(shown))
        for label, pattern in self.patterns:
            times = sum(1 for _ in pattern.finditer(text))
            self.found[label][0] += times > 0
            self.found[label][1] += times

    def table(self):
        yield "| In %d programs | programs | times |" % self.programs
        yield "|---|---|---|"
        for label, (programs, times) in self.found.items():
            yield "| %s | %d | %d |" % (label, programs, times)
