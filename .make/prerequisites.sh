#!/bin/sh
# Lists everything that must be installed by hand, all at once.
set -eu
. "$(dirname "$0")/lib.sh"

missing=
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing
  $1: $2"; }

need cargo "install Rust, https://rustup.rs"
need npm "install Node.js, https://nodejs.org, or your system's npm package"
need cc "install a C compiler: apt-get install build-essential, dnf install gcc, or xcode-select --install"
[ -z "$missing" ] || die "this machine lacks:$missing"
