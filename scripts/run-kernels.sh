#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles kernels that check their own gradient and time it, and runs them.
#   scripts/run-kernels.sh BUILD FOLDER [LETTER...]
# FOLDER has a_name.cpp, b_name.cpp, ... Ends with "N passed, N failed".

set -u
build=$1 folder=$2
shift 2
[ $# -gt 0 ] || set -- a b c e f
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# run_kernel SOURCE: true if it compiles, runs, and finds its gradient right.
run_kernel() {
  timeout 120 "$build/bin/nabla++" -std=c++17 -O3 -march=native -w \
    -DVARIANT=NABLA "$1" -o "$work/kernel" || return 1
  timeout 120 "$work/kernel"
}

passed=0 failed=0
for letter in "$@"; do
  source=$(compgen -G "$folder/${letter}_*.cpp" | head -n 1)
  if [ -n "$source" ] && run_kernel "$source"; then
    passed=$((passed + 1))
  else
    printf 'FAIL: kernel %s %s\n' "$letter" "${source:-(no such file)}"
    failed=$((failed + 1))
  fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
