#!/bin/sh
# Checks the dependencies of the product: supply-chain.sh WHAT
#
#   allowed   licences, sources, duplicates and banned crates (.deny.toml), and unused dependencies. Its tools are built once,
#             which takes some minutes; with --built it exits with 75 if they are not built yet
#   known     known vulnerabilities in crates and packages. Exits with 75 if a vulnerability database cannot be reached, which says
#             nothing about its content; findings of a database that answered are still a failure. With --built
#             it does not build its tool, and crates are then not checked
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

deny() {
  tool=$(.make/cargo-tool.sh cargo-deny 0.20.2)
  # From the dot-file of this name, which it finds on its own.
  "$tool" --locked "$@"
}

built() { [ -d "$(cache_dir)/$1" ] || { say "$1 is not built yet: \`.make/supply-chain.sh allowed\` builds it" && return 1; }; }

allowed() {
  if [ "${1:-}" = --built ]; then
    built cargo-deny-0.20.2 && built cargo-machete-0.9.2 || exit 75
  fi
  wrong=0
  deny --offline check --hide-inclusion-graph -D unmatched-skip -D unnecessary-skip -D license-not-encountered bans licenses sources || wrong=1
  machete=$(.make/cargo-tool.sh cargo-machete 0.9.2)
  "$machete" --with-metadata . || wrong=1
  return $wrong
}

# Each is "right", "wrong" or "unasked".
crates() {
  if [ "${1:-}" = --built ] && ! built cargo-deny-0.20.2; then
    echo unasked
  elif deny check --hide-inclusion-graph advisories >"$said" 2>&1; then
    echo right
  elif grep -q 'failed to fetch advisory database' "$said"; then
    echo unasked
  else
    cat "$said" >&2
    echo wrong
  fi
}

packages() {
  node=$(.make/node.sh)
  (PATH="$node:$PATH" && cd "$1" && npm audit --package-lock-only --audit-level=high --json) >"$said" 2>/dev/null && echo right && return
  "$node/node" -e '
    const answer = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8") || "{}");
    if (answer.vulnerabilities === undefined) { console.log("unasked"); process.exit(); }
    for (const { name, severity, range } of Object.values(answer.vulnerabilities)) console.error(`${severity}: ${name} ${range}`);
    console.log("wrong");' "$said"
}

known() {
  said=$(mktemp)
  trap 'rm -f "$said"' EXIT
  outcome=0
  for of in crates frontend openapi/client; do
    case "$of" in
      crates) found=$(crates "${1:-}") ;;
      *) [ -f "$of/package-lock.json" ] || continue && found=$(packages "$of") ;;
    esac
    case "$found" in
      right) say "$of: no vulnerability is known" ;;
      wrong) say "$of: vulnerabilities are known, see above" && outcome=1 ;;
      *)
        say "$of: NOT CHECKED, the vulnerability database does not answer"
        [ "$outcome" = 1 ] || outcome=75
        ;;
    esac
  done
  return "$outcome"
}

case "${1:-}" in
  allowed | known) "$@" ;;
  *) die "usage: supply-chain.sh allowed | known" ;;
esac
