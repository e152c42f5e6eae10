#!/bin/sh
# Prints the path and size of the release binary.
set -eu
. "$(dirname "$0")/lib.sh"

binary="$(target_dir)/release/proffer"
say "$binary ($(($(wc -c <"$binary") / 1048576)) MiB)"
