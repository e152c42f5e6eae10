#!/bin/sh
# Says where the release binary is and how big.
set -eu
. "$(dirname "$0")/lib.sh"

binary="$(target_dir)/release/proffer"
say "$binary ($(($(wc -c <"$binary") / 1048576)) MiB)"
