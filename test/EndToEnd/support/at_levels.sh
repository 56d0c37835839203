#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles a test at several levels of optimization and runs each program:
#   at_levels.sh "O0 sanitize" nabla++ -std=c++17 test.cpp -o program
# "sanitize" is -O0 with sanitizers, whose first finding ends the program: what
# an optimizer takes away can no longer be found.

set -e
levels=$1
shift
for program; do :; done
for level in $levels; do
  case $level in
  sanitize)
    flags="-O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all"
    ;;
  *) flags=-$level ;;
  esac
  # shellcheck disable=SC2086 # several flags
  "$@" $flags
  echo "run at $level" >&2
  "$program"
done
