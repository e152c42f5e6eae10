#!/bin/sh
# Lets Schemathesis call every operation of openapi/openapi.json on a running server, with valid and invalid input, and fails on a
# server error or an undocumented response. Exits with 75 if Schemathesis is not available. The server is $PROFFER_BIN, or the last build.
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

schemathesis=$(.make/python-tool.sh schemathesis 4.32.5 schemathesis)
exec "$(dirname "$schemathesis")/python" .make/schemathesis/run.py "${PROFFER_BIN:-$(target_dir)/debug/proffer}" \
  --phases coverage,fuzzing,stateful --warnings off "$@"
