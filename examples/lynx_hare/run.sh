#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles the example with the nabla++ of a build folder and runs it.
# Usage: examples/lynx_hare/run.sh BUILD_DIR
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "${1:?usage: run.sh BUILD_DIR}" && pwd)
nabla="$build/bin/nabla++"
[ -x "$nabla" ] || { echo "run.sh: no compiler at $nabla; build Nabla first" >&2; exit 1; }
out="$build/examples"
mkdir -p "$out"
echo "compiling the model of lynx and hare with nabla++ -O2"
"$nabla" -std=c++17 -O2 "$here/lynx_hare.cpp" -o "$out/lynx_hare" -lnlopt
echo "fitting it to the pelt counts of 1900 to 1920"
"$out/lynx_hare" "$out/lynx_hare.svg"
