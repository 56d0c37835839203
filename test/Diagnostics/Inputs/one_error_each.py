# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""one_error_each.py FOLDER COMMAND...: compiles each file of the folder and
prints what is said; fails unless it is one error each time."""
import glob
import subprocess
import sys

folder, *command = sys.argv[1:]
bad = []
for path in sorted(glob.glob(folder + "/*.cpp")):
    run = subprocess.run(command + [path], stderr=subprocess.PIPE, text=True)
    print(run.stderr)
    if run.returncode == 0 or run.stderr.count(" error: ") != 1:
        bad.append(path)
if bad:
    print("not one error:", bad, file=sys.stderr)
sys.exit(1 if bad else 0)
