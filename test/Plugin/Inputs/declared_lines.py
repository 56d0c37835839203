# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# declared_lines.py OBJECT SOURCE: prints the lines of SOURCE at which the debug
# information of OBJECT says that functions are declared.

import re
import subprocess
import sys

dump = subprocess.run(
    ["llvm-dwarfdump", "--debug-info", sys.argv[1]],
    stdout=subprocess.PIPE, text=True, check=True,
).stdout
lines = open(sys.argv[2]).read().split("\n")
for entry in dump.split("DW_TAG_")[1:]:
    file = re.search(r'DW_AT_decl_file\s+\("(.*)"\)', entry)
    line = re.search(r"DW_AT_decl_line\s+\((\d+)\)", entry)
    if entry.startswith("subprogram") and file and file[1] == sys.argv[2]:
        print(lines[int(line[1]) - 1])
