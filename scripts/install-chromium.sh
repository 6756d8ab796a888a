#!/usr/bin/env bash
# Brings the browser of the browser tests, by apt-get where there is none and this user may install packages. Says in one
# line when it cannot be had: those tests are skipped then. Never fails.
set -uo pipefail

works() {
  "$1" --version >/dev/null 2>&1
}

for browser in "${CHROMIUM_PATH:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
  if [ -n "$browser" ] && works "$browser"; then exit 0; fi
done

skipped() {
  echo "Chromium is missing and $1: the browser tests are skipped."
  exit 0
}

as_root=()
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2>/dev/null || skipped "this user may not install packages (root or sudo without a password is needed)"
  as_root=(sudo -n)
fi
command -v apt-get >/dev/null || skipped "there is no apt-get to install it with"

echo "Installing Chromium for the browser tests."
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq || true
"${as_root[@]}" apt-get install -y -qq --no-install-recommends chromium >/dev/null || skipped "apt-get could not install it"
works /usr/bin/chromium || skipped "what apt-get installed does not start"
