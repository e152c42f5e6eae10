#!/bin/sh
# Prints the path of Lighthouse's command line, which measures pages as a phone loads them; installs it with the other downloads.
# $1 is the folder of a Node.
set -eu
. "$(dirname "$0")/lib.sh"

version=13.5.0
folder="$(cache_dir)/lighthouse-$version"
command="$folder/node_modules/lighthouse/cli/index.js"
if [ ! -f "$command" ]; then
  say "installing Lighthouse $version ..."
  mkdir -p "$folder.part"
  PATH="$1:$PATH" npm install --silent --no-audit --no-fund --prefix "$folder.part" "lighthouse@$version" >&2
  rm -rf "$folder"
  mv "$folder.part" "$folder"
fi
echo "$command"
