#!/bin/sh
# Prints the folder of a Node new enough to build the front end: the installed one, or one fetched from npm into the cache.
set -eu
. "$(dirname "$0")/lib.sh"

fetched_version=24.21.0

# The build tools require 22.22 or newer.
new_enough() {
  "$1" -e 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 22 || (major === 22 && minor >= 22) ? 0 : 1)' 2>/dev/null
}

own=$(command -v node || true)
if [ -n "$own" ] && new_enough "$own"; then
  dirname "$own"
  exit
fi

command -v npm >/dev/null || die "npm is missing: install Node.js 22.22 or newer (https://nodejs.org)"
home="$(cache_dir)/node/$fetched_version"
if ! new_enough "$home/bin/node"; then
  say "Node.js ${own:+is $("$own" --version), older than 22.22; }fetching $fetched_version ..."
  rm -rf "$home"
  fetch_package "node-$(platform)" "$fetched_version" "$home" ||
    die "cannot fetch Node.js for $(platform): install Node.js 22.22 or newer (https://nodejs.org)"
  new_enough "$home/bin/node" ||
    die "the Node.js from npm does not run on this machine: install Node.js 22.22 or newer (https://nodejs.org)"
fi
echo "$home/bin"
