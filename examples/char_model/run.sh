#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles the example with the nabla++ of a build folder and trains it on this
# project's README. Usage: examples/char_model/run.sh BUILD_DIR [LOSS]
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "${1:?usage: run.sh BUILD_DIR [LOSS]}" && pwd)
nabla="$build/bin/nabla++"
[ -x "$nabla" ] || { echo "run.sh: no compiler at $nabla; build Nabla first" >&2; exit 1; }
out="$build/examples"
mkdir -p "$out"
echo "compiling the character model with nabla++ -O2"
"$nabla" -std=c++17 -O2 "$here/char_model.cpp" -o "$out/char_model"
echo "training it on README.md"
"$out/char_model" "$here/../../README.md" "${2:-1.6}"
