# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""one_error_each.py FOLDER HEADER COMMAND...: compiles each file of the folder
and prints what is said; fails unless it is one error each time. HEADER, which
they include, is compiled once for all of them."""
import glob
import os
import subprocess
import sys

folder, header, *command = sys.argv[1:]
bad = []
first, pch = os.path.join(folder, "first.h"), os.path.join(folder, "first.pch")
with open(first, "w", encoding="utf-8") as file:
    file.write(f"#include <{header}>\n")
subprocess.run(command + ["-x", "c++-header", first, "-o", pch], check=True)
for path in sorted(glob.glob(folder + "/*.cpp")):
    run = subprocess.run(command + ["-fsyntax-only", "-include-pch", pch, path],
                         stderr=subprocess.PIPE, text=True)
    print(run.stderr)
    if run.returncode == 0 or run.stderr.count(" error: ") != 1:
        bad.append(path)
if bad:
    print("not one error:", bad, file=sys.stderr)
sys.exit(1 if bad else 0)
