#!/bin/sh
# The published client in openapi/client. It is built with the tools of the front end, from its packages.
#
#   client.sh check   format, lints, types
#   client.sh test    packs it, installs it from its tarball in another folder, and tests it there against the program in PROFFER_BIN:
#                     its types first. If $report is set, the results are written there.
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

root=$(pwd)
tools="$root/frontend/node_modules"
PATH="$tools/.bin:$(.make/node.sh):$PATH"
export PATH

# The package's own tests import the built files by its name.
check() {
  cd openapi/client
  prettier --config ../../frontend/.prettierrc.json --check .
  npm run --silent prepack
  oxlint
}

try() {
  [ -n "${PROFFER_BIN:-}" ] || die "PROFFER_BIN is not set: it names the program to test"
  elsewhere=$(mktemp -d)
  trap 'rm -rf "$elsewhere"' EXIT
  (cd openapi/client && npm pack --silent --pack-destination "$elsewhere" >/dev/null)
  tar -tzf "$elsewhere"/*.tgz | grep -v -e '^package/dist/' -e '^package/package.json$' -e '^package/README.md$' &&
    die "the tarball contains unexpected files"
  cp -R openapi/client/test openapi/client/tsconfig.json "$elsewhere"
  cd "$elsewhere"
  echo '{ "private": true, "type": "module" }' >package.json
  npm install --silent --offline --no-audit --no-fund ./*.tgz
  tsc -p test --typeRoots "$tools/@types"
  node --test --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=tap --test-reporter-destination="${report:-$elsewhere/report}" test/client.test.ts
}

case ${1:-} in
  check) check ;;
  test) try ;;
  *) die "client.sh check | test" ;;
esac
