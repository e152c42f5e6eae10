#!/bin/sh
# Runs the checks and tests one after another, all of them whatever fails, and sums them up: `test` is everything, `check` the fast part.
# A step's output is shown when it fails. The last line is `N passed, N failed`.
set -u
cd "$(dirname "$0")/.."
. .make/lib.sh

what=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'say "interrupted"; exit 130' INT TERM

passed=0
failed=0

# step RUNNER TITLE COMMAND..: RUNNER says how to count, see count.mjs. The runners' reports are written to $report.
step() {
  runner=$1
  title=$2
  shift 2
  report="$work/report"
  rm -f "$report"
  export report
  printf '%-44s' "$title"
  begun=$(date +%s)
  "$@" >"$work/log" 2>&1 </dev/null
  code=$?
  # What this machine cannot do is said, and neither passed nor failed.
  [ "$code" != 75 ] || { echo skipped; tail -n 2 "$work/log" | sed 's/^/    /'; return; }
  seconds=$(($(date +%s) - begun))
  [ "$runner" != cargo ] || cp "$work/log" "$report"
  # Without a Node to count with, the first step has failed and so have those that need it.
  counts=$("${node:-.}/node" .make/count.mjs "$runner" "$report" "$code" 2>/dev/null) ||
    { [ "$runner-$code" = single-0 ] && counts="1 0" || counts="0 1"; }
  passed=$((passed + ${counts% *}))
  failed=$((failed + ${counts#* }))
  if [ "${counts#* }" = 0 ]; then
    printf '%6s passed %5ss\n' "${counts% *}" "$seconds"
  else
    printf '%6s FAILED %5ss\n' "${counts#* }" "$seconds"
    tail -n 200 "$work/log" | sed 's/^/    /'
  fi
}

# Runs something in the front end's folder with its Node.
front_end() { (PATH="$node:$PATH" && cd frontend && "$@"); }

client_tests() { PROFFER_BIN="$(target_dir)/debug/proffer" .make/client.sh test; }

chart_tests() { PYTHONDONTWRITEBYTECODE=1 "$helm" -m pytest helm/tests --junitxml="$report"; }

bring_rust_tools() {
  cargo fmt --version && cargo clippy --version && return
  command -v rustup && rustup component add rustfmt clippy
}

unit_tests() { front_end npm run --silent test -- --reporter=default --reporter=json --outputFile.json="$report"; }

browser_tests() {
  browser=$(.make/browser.sh "$node") || return
  [ -z "$browser" ] || export CHROMIUM_BIN="$browser"
  target=$(target_dir)
  export PROFFER_BIN="$target/debug/proffer" MODEL_DOUBLE_BIN="$target/debug/examples/model_double" PLAYWRIGHT_JSON_OUTPUT_FILE="$report"
  front_end npm run --silent e2e -- --reporter=list,json && return
  code=$?
  # The verdict stands: what failed is run once more only to record how, in frontend/node_modules/.e2e.
  PLAYWRIGHT_JSON_OUTPUT_FILE="$work/traced" timeout 600 "$node/npm" --prefix frontend run --silent e2e -- --last-failed --trace=on --reporter=dot >/dev/null 2>&1
  return "$code"
}

step single "what the machine has" .make/prerequisites.sh
step single "the packages of the front end" make packages
node=$(.make/node.sh 2>/dev/null) || node=
step single "the tools of Rust" bring_rust_tools
step single "these scripts" "$node/node" --test .make/count.test.mjs
step single "Rust: format" cargo fmt --all --check
step single "front end: format" front_end npm run --silent format:check
step single "front end: lint" front_end npm run --silent lint
step single "front end: types" front_end npm run --silent typecheck
step single "front end: nothing unused" front_end npm run --silent knip
step single "published client: format, lint, types" .make/client.sh check
step vitest "front end: unit tests" unit_tests
step single "front end: build" make front-end
step single "Rust: lints" cargo clippy --locked --workspace --all-targets --quiet -- --deny warnings
step cargo "Rust: domain tests" cargo test --locked --package proffer-domain --no-fail-fast
step single "generated files up to date" .make/gen.sh --check
step single "migrations keep their rules" .make/migrations.sh
if [ "$what" = test ]; then
  step single "supply chain: what is allowed" .make/supply-chain.sh allowed --built
  step single "supply chain: what is known" .make/supply-chain.sh known
  helm=$(.make/helm.sh) || helm=
  if [ -n "$helm" ]; then
    step junit "image and chart" chart_tests
  else
    printf '%-44s skipped\n' "image and chart"
  fi
  step single "PostgreSQL" make postgres
  step single "tools that read PDF" .make/pdf-tools.sh
  step single "Rust: build" cargo build --locked --workspace --bins --examples
  step single "Rust: build of the tests" cargo test --locked --workspace --no-run
  step cargo "Rust: server tests" cargo test --locked --workspace --exclude proffer-domain --no-fail-fast
  step cargo "Rust: the release before, on this schema" .make/previous-release.sh
  moto=$(.make/moto.sh) || moto=
  if [ -n "$moto" ]; then
    PROFFER_MOTO_SERVER=$moto
    export PROFFER_MOTO_SERVER
    step cargo "Rust: uploads to a second S3 server" cargo test --locked --package proffer --test api -- --ignored uploads::second
  else
    printf '%-44s skipped\n' "Rust: uploads to a second S3 server"
  fi
  step node "published client, as installed" client_tests
  step single "API: Schemathesis" .make/schemathesis.sh
  step playwright "browser: journeys" browser_tests
fi

echo "$passed passed, $failed failed" | tee "${PROFFER_TEST_SUMMARY:-/dev/null}"
[ "$failed" = 0 ]
