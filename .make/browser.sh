#!/bin/sh
# Prints the path of a Chromium; prints nothing when Playwright's own is used, which it then installs. $1 is the folder of a Node.
#
#   browser.sh NODE         for tests: the headless shell, which takes two thirds of the processor time of a whole browser
#   browser.sh NODE whole   for measures: a whole browser, as users have it
set -eu
. "$(dirname "$0")/lib.sh"

# What is wanted is installed if it is not there; any other Chromium is taken where that is not possible.
others="chromium chromium-browser google-chrome google-chrome-stable"
if [ "${2:-}" = whole ]; then
  wanted=$others
  packages=chromium
else
  wanted=chromium-headless-shell
  packages="chromium-headless-shell chromium"
fi

# On some systems the program of that name only prints where to get the real one.
works() { [ -x "$1" ] && "$1" --version >/dev/null 2>&1; }

find_browser() {
  for name in "${CHROMIUM_BIN:-}" "$@"; do
    path=$(command -v "$name" 2>/dev/null || true)
    [ -n "$path" ] && works "$path" && echo "$path" && return
  done
  return 1
}

# shellcheck disable=SC2086
find_browser $wanted && exit

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  say "installing chromium ..."
  export DEBIAN_FRONTEND=noninteractive
  # Without a network this ends soon, and what is installed is used.
  if apt-get -o Acquire::Retries=0 -o Acquire::http::Timeout=20 update -qq >&2; then
    # Not every system has a package of the headless shell.
    for package in $packages; do
      apt-get install -y -qq --no-install-recommends "$package" fonts-liberation >/dev/null && break
    done
  fi
fi
# shellcheck disable=SC2086
find_browser $wanted $others && exit

say "installing Playwright's chromium ..."
cd "$(dirname "$0")/../frontend"
PATH="$1:$PATH" npx --no-install playwright install chromium >&2
