#!/bin/sh
# Regenerates the generated files. With --check it does so in a copy and fails if the committed files are out of date.
#
#   openapi/openapi.json    the API document, from the server's code
#   policies/matrix.txt     the permissions of each role, from policies/policy.csv
#   frontend/src/shared/document/allow-list.json
#                           the elements of a document's HTML, from backend/domain/src/document
#   frontend/src/api/gen/   hooks, schemas and test doubles, from the API document
#   openapi/client/src/gen/ the calls and types of the published client, from the API document
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

allow_list=frontend/src/shared/document/allow-list.json
generated="openapi/openapi.json policies/matrix.txt $allow_list frontend/src/api/gen openapi/client/src/gen"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# generate FOLDER: writes the generated files into that folder.
generate() {
  cargo build --quiet --locked --workspace --bins --examples
  proffer="$(target_dir)/debug/proffer"
  mkdir -p "$1/openapi" "$1/policies" "$1/${allow_list%/*}"
  # Written to a temporary file first, so that a failure keeps the current file.
  "$proffer" openapi >"$work/new"
  cat "$work/new" >"$1/openapi/openapi.json"
  "$proffer" matrix >"$work/new"
  cat "$work/new" >"$1/policies/matrix.txt"
  "$(target_dir)/debug/examples/allow_list" >"$work/new"
  cat "$work/new" >"$1/$allow_list"
  (PATH="$(.make/node.sh):$PATH" && cd "$1/frontend" && npm run --silent gen)
}

if [ "${1:-}" != --check ]; then
  generate .
  exit
fi

# The inputs of orval, without generated files; other checks read the tree meanwhile.
copy="$work/copy"
mkdir -p "$copy/frontend/src/api" "$copy/openapi/client/src"
cp frontend/orval.config.ts frontend/package.json frontend/tsconfig.json "$copy/frontend"
cp frontend/src/api/*.ts "$copy/frontend/src/api"
cp openapi/client/package.json openapi/client/tsconfig.json "$copy/openapi/client"
cp openapi/client/src/*.ts "$copy/openapi/client/src"
ln -s "$PWD/frontend/node_modules" "$copy/frontend/node_modules"
generate "$copy"
stale=
for path in $generated; do
  diff -r "$path" "$copy/$path" >"$work/differences" 2>&1 || { stale="$stale $path" && head -n 20 "$work/differences"; }
done
[ -z "$stale" ] || die "out of date:$stale. Run \`make gen\`, look at what changed, and commit it."
