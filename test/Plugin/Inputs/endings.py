# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# endings.py COMPILER ARGUMENT...: compiles files with all kinds of last lines,
# and says of each whether the error that is due at the end of the file came.

import subprocess
import sys

ENDINGS = [
    "int last;",
    "int last;\n#pragma pack(1)",
    "int last;\n#pragma STDC FP_CONTRACT ON\n#pragma pack(1)\n// end",
    "double last() { return 0; }",
    "double last() { return 0; };",
    ";",
    "namespace last {}",
    'extern "C" {}',
    'asm("");',
    "static_assert(true);",
    "using namespace n;",
    "template <class T> T last(T x) { return x; }",
    "template double n::twice(double);",
    "extern template double n::twice(double);\n;",
    "template <> double n::twice(double x) { return x; }",
    "template struct n::Box<int>; int box = n::Box<double>().get();",
    "#define END int last\nEND;",
]
START = """
namespace n {
template <class T> T twice(T x) { return x + x; }
template <class T> struct Box { T get() { return n::twice(T()); } };
}
[[grad]] static double noBody(double x);
"""

for ending in ENDINGS:
    output = subprocess.run(
        sys.argv[1:] + ["-x", "c++", "-"],
        input=START + ending,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ).stdout
    seen = "'noBody' has internal linkage but no body in this file" in output
    print("reported" if seen else "missed: " + ending + "\n" + output)
