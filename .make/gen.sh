#!/bin/sh
# Regenerates what is generated from the code. With --check it changes nothing and fails when what is committed is out of date.
#
#   openapi/openapi.json    the API document, from the server's code
#   policies/matrix.txt     who may do what, from policies/policy.csv
#   frontend/src/api/gen/   hooks, schemas and test doubles, from the API document
#   openapi/client/src/gen/ the calls and types of the published client, from the API document
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

generated="openapi/openapi.json policies/matrix.txt frontend/src/api/gen openapi/client/src/gen"
before=$(mktemp -d)

save() {
  for path in $generated; do
    [ ! -e "$path" ] || { mkdir -p "$before/$(dirname "$path")" && cp -pR "$path" "$before/$path"; }
  done
}

# Puts back what was there, times included, so that nothing is built again for the sake of a check.
restore() {
  for path in $generated; do
    rm -rf "$path"
    [ ! -e "$before/$path" ] || cp -pR "$before/$path" "$path"
  done
}

generate() {
  cargo build --quiet --locked --workspace --bins --examples
  proffer="$(target_dir)/debug/proffer"
  mkdir -p openapi policies
  # By way of another file, so that a failure leaves what is there.
  "$proffer" openapi >"$before/new"
  cat "$before/new" >openapi/openapi.json
  "$proffer" matrix >"$before/new"
  cat "$before/new" >policies/matrix.txt
  (PATH="$(.make/node.sh):$PATH" && cd frontend && npm run --silent gen)
}

if [ "${1:-}" != --check ]; then
  trap 'rm -rf "$before"' EXIT
  generate
  exit
fi

save
trap 'restore; rm -rf "$before"' EXIT
trap 'exit 130' INT TERM
generate
stale=
for path in $generated; do
  diff -r "$before/$path" "$path" >"$before/differences" 2>&1 || { stale="$stale $path" && head -n 20 "$before/differences"; }
done
[ -z "$stale" ] || die "out of date:$stale. Run \`make gen\`, look at what changed, and commit it."
