#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the Debian 12 packages that are missing.
#   scripts/install-deps.sh demo     to build Nabla and run the demo
#   scripts/install-deps.sh check    to run all tests too (adds LLVM 19)
#   scripts/install-deps.sh bench    to compare with other tools
#   scripts/install-deps.sh list WHAT   print the names only
# NABLA_SKIP_INSTALL=1 leaves everything to you.

set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. scripts/common.sh

build_packages=(clang-22 libclang-22-dev llvm-22-dev clang-format-22
  cmake ninja-build ccache)
demo_packages=("${build_packages[@]}" libnlopt-dev gnuplot-nox)
check_packages=("${demo_packages[@]}" llvm-22-tools python3 libgtest-dev
  libmpfr-dev libeigen3-dev libopenblas-dev g++-12 libclang-rt-22-dev clang-19
  libclang-19-dev libclang-rt-19-dev llvm-19-dev)
bench_packages=("${build_packages[@]}" libadolc-dev)
needed_gigabytes=4

packages_for() {
  case ${1-} in
    demo) printf '%s\n' "${demo_packages[@]}" ;;
    check) printf '%s\n' "${check_packages[@]}" ;;
    bench) printf '%s\n' "${bench_packages[@]}" ;;
    *) die "usage: scripts/install-deps.sh demo|check|bench, or list WHAT" ;;
  esac
}

is_installed() {
  dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'
}

missing_of() {
  local package
  for package in "$@"; do
    is_installed "$package" || printf '%s\n' "$package"
  done
}

by_hand() {
  printf '%s' "install the equivalents of these by hand and set " \
    "NABLA_SKIP_INSTALL=1: $*"
}

check_distribution() {
  local name version
  # Another file only in this script's test.
  local file=${NABLA_OS_RELEASE:-/etc/os-release}
  name=$(. "$file" 2>/dev/null && printf '%s' "${ID-}")
  version=$(. "$file" 2>/dev/null && printf '%s' "${VERSION_ID-}")
  if [ "$name" != debian ] || [ "$version" != 12 ]; then
    die "this system is '${name:-unknown} $version', and the packages are" \
      "those of Debian 12; $(by_hand "$@")"
  fi
  command -v apt-get >/dev/null || die "there is no apt-get; $(by_hand "$@")"
}

check_root() {
  [ "$(id -u)" = 0 ] ||
    die "packages are missing and only root can install them; run as root:" \
      "apt-get install --no-install-recommends $*"
}

check_disk() {
  local folder free
  for folder in /usr /var .; do
    free=$(df -Pk "$folder" | awk 'NR == 2 { print int($4 / 1048576) }')
    [ "$free" -ge "$needed_gigabytes" ] ||
      die "only $free GB are free in $(realpath "$folder");" \
        "$needed_gigabytes GB are needed"
  done
}

check_available() {
  local package
  for package in "$@"; do
    apt-cache show "$package" >/dev/null 2>&1 ||
      die "apt knows no package '$package'; is there a network, and are" \
        "bookworm, bookworm-updates and bookworm-security in /etc/apt?"
  done
}

install_missing() {
  local missing=("$@")
  say "missing: ${missing[*]}"
  check_distribution "${missing[@]}"
  check_root "${missing[@]}"
  check_disk
  export DEBIAN_FRONTEND=noninteractive
  say "apt-get update"
  # A source that Nabla does not need may be out of reach: go on, and see.
  apt-get update -qq </dev/null ||
    say "apt-get update failed; trying with the lists that are there"
  check_available "${missing[@]}"
  say "apt-get install --no-install-recommends ${missing[*]}"
  apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null ||
    die "apt-get install failed; apt says above why (no network, most often)"
}

main() {
  if [ "${1-}" = list ]; then
    packages_for "${2-}"
    return
  fi
  local wanted missing
  wanted=$(packages_for "${1-}") || exit 1
  mapfile -t wanted <<<"$wanted"
  if [ -n "${NABLA_SKIP_INSTALL-}" ]; then
    say "NABLA_SKIP_INSTALL is set: nothing is installed"
    return
  fi
  mapfile -t missing < <(missing_of "${wanted[@]}")
  if [ ${#missing[@]} = 0 ]; then
    say "all ${#wanted[@]} packages are there"
  else
    install_missing "${missing[@]}"
  fi
}

main "$@"
