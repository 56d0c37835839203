# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the shell scripts share; to be sourced. Messages, progress, the build.

export LC_ALL=C.UTF-8

# say TEXT: one line of what is being done.
say() { printf '%s\n' "$*"; }

# step TEXT: "[3/9] TEXT". The script sets steps to their number first.
step_now=0
step() {
  step_now=$((step_now + 1))
  printf '\n[%d/%d] %s\n' "$step_now" "$steps" "$*"
}

# complain TEXT: an error that does not end the script.
complain() { printf 'error: %s\n' "$*" >&2; }

die() {
  complain "$*"
  exit 1
}

# build FOLDER VERSION [TARGET...]: configures where that is needed and builds.
# The older version is for tests alone.
build() {
  local folder=$1 version=$2 level=2
  shift 2
  [ "$version" = 22 ] || level=0
  if [ ! -e "$folder/build.ninja" ]; then
    cmake -S . -B "$folder" -G Ninja -DNABLA_LLVM_VERSION="$version" \
      -DCMAKE_CXX_FLAGS_RELEASE="-O$level -DNDEBUG" || return 1
  fi
  ninja -C "$folder" -j"$(nproc)" "$@"
}
