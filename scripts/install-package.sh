#!/usr/bin/env bash
# install-package.sh PACKAGE TESTS PROGRAM...: brings a program that tests need, by apt-get where none of PROGRAM works and this user
# may install packages. Says in one line when it cannot be had: TESTS are skipped then. Never fails.
set -uo pipefail
package=$1 tests=$2
shift 2

works() {
  for program; do
    if [ -n "$program" ] && { "$program" --version || "$program" -V; } >/dev/null 2>&1; then return 0; fi
  done
  return 1
}

skipped() {
  echo "$package is missing and $1: $tests are skipped."
  exit 0
}

works "$@" && exit 0
as_root=()
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2>/dev/null || skipped "this user may not install packages (root or sudo without a password is needed)"
  as_root=(sudo -n)
fi
command -v apt-get >/dev/null || skipped "there is no apt-get to install it with"

echo "Installing $package for $tests."
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq || true
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "$package" >/dev/null || skipped "apt-get could not install it"
works "$@" || skipped "what apt-get installed does not start"
