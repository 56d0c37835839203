#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs those of a folder's cases that test/shared-cases.txt names.
#   scripts/run-cases.sh BUILD FOLDER
# FOLDER has run.py, which takes the cases by --only REGEX and ends with
# "N passed, N failed".

set -u
build=$(realpath "$1") || exit 1
cases=$(sed -e 's/#.*//' -e 's/[[:space:]]*$//' test/shared-cases.txt |
  grep -v '^$' | paste -sd '|')
if [ -z "$cases" ]; then
  printf 'test/shared-cases.txt names no case\n0 passed, 0 failed\n'
  exit 0
fi
exec python3 "$2/run.py" --nabla "$build/bin/nabla++" --jobs "$(nproc)" \
  --only "$cases"
