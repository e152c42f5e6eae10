#!/bin/sh
# Prints the measures of speed and size; see backend/benches/measures. With the argument `soak` it runs eight hours of ordinary use in
# minutes instead, and reports what has grown. `make bench` accepts
#   ONLY="P1 P2"     only these measures
#   FRESH=1          also a fresh clone, which builds everything again
#   PROFFER_BIN=..   another server than the release binary
#   PROFILE=dev      a debug build of everything: quick to build, but its figures are meaningless
#   BENCH_SECONDS=8  how long a load phase lasts
# and `make soak` PROFFER_BIN, PROFILE and
#   SOAK_MINUTES=10  how long the eight hours last: 6 to 45
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

# Additional requirements: wrk generates the load, pgbench runs the baseline.
fetch() {
  command -v "$1" >/dev/null 2>&1 && return
  ls /usr/lib/postgresql/*/bin/"$1" >/dev/null 2>&1 && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing $2 ..."
    { apt-get install -y --no-install-recommends "$2" || { apt-get update && apt-get install -y --no-install-recommends "$2"; }; } \
      >/dev/null 2>&1 && return
  fi
  say "$1 is missing and cannot be installed: $3"
}
task=${1:-}
if [ "$task" != soak ]; then
  fetch wrk wrk "the bench makes the load itself, which costs the machine more (install the package wrk)"
  fetch pgbench postgresql-contrib "P1 and P2 cannot be measured (install the package postgresql-contrib)"

  # P11 needs Lighthouse and a browser.
  case " ${ONLY:-P11} " in
    *P11*)
      node=$(.make/node.sh)
      LIGHTHOUSE_JS=$(.make/lighthouse.sh "$node") || say "Lighthouse cannot be installed: P11 cannot be measured"
      CHROMIUM_BIN=$(.make/browser.sh "$node" whole) || say "there is no browser: P11 cannot be measured"
      export LIGHTHOUSE_JS CHROMIUM_BIN
      ;;
  esac
fi

# Like `make build`, so that the same crates are compiled once for both.
profile=${PROFILE:-release}
say "building ($profile) ..."
[ -n "${PROFFER_BIN:-}" ] || cargo build --locked --profile "$profile" --package proffer
cargo build --locked --profile "$profile" --package proffer-measures
[ "$profile" = dev ] && folder=debug || folder=$profile
exec "$(target_dir)/$folder/proffer-measures" ${task:+"$task"}
