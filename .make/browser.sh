#!/bin/sh
# Prints the path of a Chromium for the browser tests; prints nothing when Playwright's own is used, which it then installs.
# $1 is the folder of a Node.
set -eu
. "$(dirname "$0")/lib.sh"

# On some systems the program of that name only prints where to get the real one.
works() { [ -x "$1" ] && "$1" --version >/dev/null 2>&1; }

find_browser() {
  for name in "${CHROMIUM_BIN:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    path=$(command -v "$name" 2>/dev/null || true)
    [ -n "$path" ] && works "$path" && echo "$path" && return
  done
  return 1
}

find_browser && exit

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  say "installing chromium ..."
  export DEBIAN_FRONTEND=noninteractive
  if apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends chromium fonts-liberation >/dev/null; then
    find_browser && exit
  fi
fi

say "installing Playwright's chromium ..."
cd "$(dirname "$0")/../frontend"
PATH="$1:$PATH" npx --no-install playwright install chromium >&2
