#!/bin/sh
# Has Schemathesis ask a running server for every operation of openapi/openapi.json, in and out of bounds, and fails at an answer that is a
# server error or not what the document says. Ends with 75 where Schemathesis is not to be had. The server is $PROFFER_BIN, or the last build.
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

schemathesis=$(.make/python-tool.sh schemathesis 4.32.5 schemathesis)
exec "$(dirname "$schemathesis")/python" .make/schemathesis/run.py "${PROFFER_BIN:-$(target_dir)/debug/proffer}" \
  --phases coverage,fuzzing,stateful --warnings off "$@"
