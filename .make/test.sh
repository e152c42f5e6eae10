#!/bin/sh
# Runs all checks and tests, even after a failure, and prints a summary: `test` is everything, `check` the
# fast part. The steps of cargo and those of Node run in parallel. A step's output is shown when it fails. The
# last line is `N passed, N failed`.
set -u
cd "$(dirname "$0")/.."
. .make/lib.sh

what=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lanes=
# shellcheck disable=SC2086
trap 'say "interrupted"; [ -z "$lanes" ] || kill $lanes 2>/dev/null; exit 130' INT TERM
mkdir "$work/results" "$work/ready"

# step RUNNER TITLE COMMAND..: RUNNER says how to count, see count.mjs. The runners' reports are written to $report.
step() {
  runner=$1
  title=$2
  shift 2
  mine=$(mktemp -d "$work/step.XXXXXX")
  report="$mine/report"
  export report
  begun=$(date +%s)
  "$@" >"$mine/log" 2>&1 </dev/null
  code=$?
  seconds=$(($(date +%s) - begun))
  # Steps that this machine cannot run are reported, and count as neither passed nor failed.
  if [ "$code" = 75 ]; then
    { printf '%-44sskipped\n' "$title" && tail -n 2 "$mine/log" | sed 's/^/    /'; } >"$mine/said"
    cat "$mine/said"
    return 0
  fi
  [ "$runner" != cargo ] || cp "$mine/log" "$report"
  # Without Node for counting, the first step has failed and so have those that need it.
  counts=$("${node:-.}/node" .make/count.mjs "$runner" "$report" "$code" 2>/dev/null) ||
    { [ "$runner-$code" = single-0 ] && counts="1 0" || counts="0 1"; }
  echo "$counts" >"$work/results/$(basename "$mine")"
  [ "$runner" = single ] || "${node:-.}/node" .make/count.mjs slow "$runner" "$report" >"$mine/slow" 2>/dev/null
  if [ "${counts#* }" = 0 ]; then
    printf '%-44s%6s passed %5ss\n' "$title" "${counts% *}" "$seconds" >"$mine/said"
  else
    { printf '%-44s%6s FAILED %5ss\n' "$title" "${counts#* }" "$seconds" && tail -n 200 "$mine/log" | sed 's/^/    /'; } >"$mine/said"
  fi
  # All of it at once: the other lane speaks too.
  cat "$mine/said"
  [ "$code" = 0 ]
}

# A lane announces its results, and the other one waits for them. A failure is announced too: dependent steps
# fail by themselves.
ready() { : >"$work/ready/$1"; }
await() { until [ -e "$work/ready/$1" ]; do sleep 0.2; done; }

# Runs something in the front end's folder with its Node.
front_end() { (PATH="$node:$PATH" && cd frontend && "$@"); }

client_tests() { PROFFER_BIN="$(target_dir)/debug/proffer" .make/client.sh test; }

# The roles of compose.yaml are made on the PostgreSQL that this fetches.
chart_tests() { make postgres && PYTHONDONTWRITEBYTECODE=1 "$helm" -m pytest helm/tests --junitxml="$report"; }

rust_tests() { "$node/node" .make/rust-tests.mjs "$@"; }

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
  # The result is final: a failed step is run once more only to record it, in frontend/node_modules/.e2e.
  PLAYWRIGHT_JSON_OUTPUT_FILE="$mine/traced" timeout 600 "$node/npm" --prefix frontend run --silent e2e -- --last-failed --trace=on --reporter=dot >/dev/null 2>&1
  return "$code"
}

cargo_lane() {
  step single "the tools of Rust" bring_rust_tools
  step single "Rust: format" cargo fmt --all --check
  step single "migrations keep their rules" .make/migrations.sh
  # With the server and the double of the model, which the steps of Node start.
  step single "Rust: build" cargo test --locked --workspace --no-run
  ready server
  step cargo "Rust: domain tests" rust_tests domain
  step single "Rust: lints" cargo clippy --locked --workspace --all-targets --quiet -- --deny warnings
  await packages
  step single "generated files up to date" .make/gen.sh --check
  [ "$what" = test ] || return
  step single "PostgreSQL" make postgres
  step single "tools that read PDF" .make/pdf-tools.sh
  await front-end
  ready postgres
  step cargo "Rust: server tests" rust_tests server --test-threads=4
  step cargo "Rust: the release before, on this schema" .make/previous-release.sh
  if PROFFER_MOTO_SERVER=$(.make/moto.sh); then
    export PROFFER_MOTO_SERVER
    step cargo "Rust: uploads to a second S3 server" rust_tests server --ignored uploads::second
  else
    printf '%-44sskipped\n' "Rust: uploads to a second S3 server"
  fi
}

node_lane() {
  step single "front end: build" make front-end
  ready front-end
  step single "these scripts" "$node/node" --test ".make/*.test.mjs"
  step single "the server's modules are layers" "$node/node" .make/modules.mjs check
  step single "front end: format" front_end npm run --silent format:check
  step single "front end: lint" front_end npm run --silent lint
  step single "front end: types" front_end npm run --silent typecheck
  step single "front end: nothing unused" front_end npm run --silent knip
  step single "published client: format, lint, types" .make/client.sh check
  step vitest "front end: unit tests" unit_tests
  [ "$what" = test ] || return
  step single "supply chain: what is allowed" .make/supply-chain.sh allowed --built
  step single "supply chain: what is known" .make/supply-chain.sh known --built
  if helm=$(.make/helm.sh); then
    step junit "image, chart, compose file, workflow" chart_tests
  else
    printf '%-44sskipped\n' "image, chart, compose file, workflow"
  fi
  await server
  await postgres
  step node "published client, as installed" client_tests
  step single "API: Schemathesis" .make/schemathesis.sh
  step playwright "browser: journeys" browser_tests
}

# Cargo looks for the folder that the front end is built into when it compiles.
mkdir -p frontend/dist
step single "what the machine has" .make/prerequisites.sh
step single "the packages of the front end" make packages
node=$(.make/node.sh 2>/dev/null) || node=
ready packages

cargo_lane &
lanes=$!
node_lane &
lanes="$lanes $!"
wait

echo "the slowest tests, in seconds:"
cat "$work"/step.*/slow 2>/dev/null | sort -rn | head -n 20 | sed 's/^/  /'
cat "$work"/results/* | awk '{ passed += $1; failed += $2 } END { print passed " passed, " failed " failed" }' >"$work/sum"
tee "${PROFFER_TEST_SUMMARY:-/dev/null}" <"$work/sum"
grep -q ' 0 failed$' "$work/sum"
