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
# Several files are compiled as one, which takes two thirds of the time; not the
# same ones with both versions, so that none leans on another unnoticed. The
# older version is for tests alone and has not to be fast.
build() {
  local folder=$1 version=$2
  local options=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=7)
  shift 2
  [ "$version" = 22 ] ||
    options=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=10
      -DCMAKE_CXX_FLAGS_RELEASE="-O0 -DNDEBUG")
  if [ ! -e "$folder/build.ninja" ]; then
    cmake -S . -B "$folder" -G Ninja -DNABLA_LLVM_VERSION="$version" \
      "${options[@]}" || return 1
  fi
  ninja -C "$folder" -j"$(nproc)" "$@"
}
