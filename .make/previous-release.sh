#!/bin/sh
# Runs the previous release's own tests through HTTP on this release's schema: this is the situation while replicas are replaced, and
# after a rollback. The release is the newest tag `v*` that is an ancestor of this checkout; another one can be given. Exits with 75 if there is none.
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

release=${1:-$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null || true)}
if [ -z "$release" ]; then
  say "there is no release before this one"
  exit 75
fi

here=$PWD
CARGO_TARGET_DIR=$(target_dir)
export CARGO_TARGET_DIR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

git archive "$release" | tar -x -C "$work"
rm -rf "$work/migrations"
cp -R "$here/migrations" "$work/migrations"
cd "$work"
make front-end postgres >/dev/null

# Tests that compare the schema with that release's own lists of tables are skipped: additional tables are
# expected here.
cargo test --locked --package proffer --test api -- --skip catalog:: --skip backup:: --skip retention::
