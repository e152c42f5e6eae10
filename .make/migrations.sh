#!/bin/sh
# Checks the migrations (migrations/README.md): squawk's rules, selected in .squawk.toml, and four that squawk does not have.
# The examples in migrations/examples prove that each rule can fail. Exits with 75 if squawk is not available.
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

squawk=$(.make/python-tool.sh squawk-cli 2.70.0 squawk)
found=$(mktemp)
trap 'rm -f "$found"' EXIT

release=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml)

# The rules that squawk does not have, reported in its format.
own_rules() {
  awk -v release="$release" '
    function say(rule, text) { printf "%s:%d:1: warning: %s %s\n", FILENAME, FNR, rule, text }
    function number(version, parts) { split(version, parts, "."); return parts[1] * 1000000 + parts[2] * 1000 + parts[3] }
    /^-- squawk-disable-assume-in-transaction$/ { outside = 1 }
    /squawk-ignore-file/ { say("ignore-one-statement", "An exception is made for one statement, not for a file.") }
    /^-- squawk-ignore / {
      if (!match(before, /^-- Since [0-9]+\.[0-9]+\.[0-9]+: ./)) {
        say("ignore-says-since", "Write `-- Since X.Y.Z: why` on the line above: the release since which nothing needs this any more.")
      } else {
        split(before, words, "[ :]")
        if (number(words[3]) >= number(release)) {
          say("contract-in-a-later-release", "Release " words[3] " is not out yet: what it stops using goes in the one after it.")
        }
      }
    }
    !body && !outside && /^(UPDATE|DELETE FROM|MERGE INTO) / {
      say("backfill-in-batches", "Rows stay locked until the file ends: write them in batches, outside of a transaction.")
    }
    !body && outside && /^(SET|RESET) LOCAL / { say("set-for-the-session", "SET LOCAL ends with its own statement outside of a transaction.") }
    { body = (body + gsub(/\$\$/, "&")) % 2; before = $0 }
  ' "$1"
}

# The violations, one per line.
lint() {
  "$squawk" --config .squawk.toml --reporter gcc "$@" || [ $? = 1 ]
  for file in "$@"; do own_rules "$file"; done
}

# Released files are applied already: editing one changes nothing there, and creates a different schema elsewhere.
shipped=$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null || true)
if [ -n "$shipped" ]; then
  git diff --name-only --no-renames --diff-filter=a "$shipped" -- migrations/sql | sed "s/$/:1:1: warning: never-edited $shipped has shipped it./" >>"$found"
fi

held=
for file in migrations/sql/*.sql; do
  name=$(basename "$file" .sql)
  grep -qF "\"*/$name.sql\"" .squawk.toml || held="$held $file"
  # However the list is broken into lines.
  tr -d ' \n' <migrations/src/lib.rs | grep -qF "sql(\"$name\",include_str!(\"../sql/$name.sql\")" ||
    echo "$file:1:1: warning: listed The list in migrations/src/lib.rs lacks it." >>"$found"
done
# The names contain no spaces.
# shellcheck disable=SC2086
[ -z "$held" ] || lint $held >>"$found"
[ ! -s "$found" ] || { cat "$found"; die "these migrations break rules, see migrations/README.md"; }

lint migrations/examples/good/*.sql >"$found"
[ ! -s "$found" ] || { cat "$found"; die "an example of how to do it breaks a rule"; }

# Each bad example is named after the rule that it violates.
for file in migrations/examples/bad/*.sql; do
  rule=$(basename "$file" .sql)
  lint "$file" >"$found"
  grep -q "warning: $rule " "$found" || { cat "$found"; die "$file does not break the rule it is named after"; }
done
# shellcheck disable=SC2086
say "$(echo $held | wc -w | tr -d ' ') migrations after the first release keep the rules; each rule was seen to fail"
