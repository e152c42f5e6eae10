#!/bin/sh
# Runs all checks and tests, even after a failure, and sums them up: `test` is everything, `check` the fast part. The steps of cargo and
# those of Node run in parallel. The last line is `N passed, N failed`.
set -u
cd "$(dirname "$0")/.."
. .make/lib.sh
. .make/steps.sh

what=$1
mkdir "$work/ready"

# A lane announces its results, and the other one waits for them. A failure is announced too: dependent steps
# fail on their own.
ready() { : >"$work/ready/$1"; }
await() { until [ -e "$work/ready/$1" ]; do sleep 0.2; done; }

# Runs a command in the front end's folder with its Node.
front_end() { (PATH="$node:$PATH" && cd frontend && "$@"); }

client_tests() { PROFFER_BIN="$(target_dir)/debug/proffer" .make/client.sh test; }

# The roles of compose.yaml are created on the PostgreSQL that this fetches.
chart_tests() { make postgres && PYTHONDONTWRITEBYTECODE=1 "$helm" -m pytest helm/tests --junitxml="$report"; }

bring_rust_tools() {
  cargo fmt --version && cargo clippy --version && return
  command -v rustup && rustup component add rustfmt clippy
}

# The build has told the warnings of rustc and Clippy (decision 0093), and cargo repeats them. `make build` and the image are built without the
# embedded servers of `proffer dev`: for that set of features the library is compiled here.
lints() {
  command -v "$RUSTC_WORKSPACE_WRAPPER" >/dev/null || return
  cargo build --locked --workspace --bins --examples --quiet || return
  cargo test --locked --workspace --no-run --quiet || return
  cargo build --locked --package proffer --lib --no-default-features --quiet
}

no_lints() {
  lints 2>"$mine/warnings"
  code=$?
  cat "$mine/warnings"
  [ "$code" = 0 ] && [ ! -s "$mine/warnings" ]
}

# pyHanko judges the signature of a sealed document.
server_tests() {
  if pyhanko=$(.make/python-tool.sh pyhanko-cli 0.6.0 pyhanko); then
    export PYHANKO_BIN="$pyhanko"
  fi
  rust_tests server --test-threads=4
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
  # Clippy's driver is the compiler of the workspace, as in `cargo clippy`, but it builds the programs too.
  export RUSTC_WORKSPACE_WRAPPER=clippy-driver
  step single "the tools of Rust" bring_rust_tools
  step single "Rust: format" cargo fmt --all --check
  step single "migrations keep their rules" .make/migrations.sh
  # With the server and the model double, which the steps of Node start.
  step single "Rust: build" cargo test --locked --workspace --no-run
  ready server
  step cargo "Rust: domain tests" rust_tests domain
  step cargo "prices, recaps and claims of labelled texts" rust_tests eval
  step single "Rust: lints" no_lints
  await packages
  step single "generated files up to date" .make/gen.sh --check
  [ "$what" = test ] || return
  await front-end
  await postgres
  step cargo "Rust: server tests" server_tests
  ready server-tests
}

node_lane() {
  step single "front end: build" make front-end
  ready front-end
  step single "these scripts" "$node/node" --test ".make/*.test.mjs"
  step single "the server's modules are layers" "$node/node" .make/modules.mjs check
  step single "front end: format" front_end npm run --silent format:check
  step single "front end: lint, types" front_end npm run --silent lint
  step single "front end: nothing unused" front_end npm run --silent knip
  step single "published client: format, lint, types" .make/client.sh check
  [ "$what" = test ] && node_lane_of_server
  # After the steps above, so that the compiler has both processors and the single-threaded end of its work has company.
  step vitest "front end: unit tests" unit_tests
  [ "$what" = test ] || return
  # The last step of each lane uses all processors.
  await server-tests
  step playwright "browser: journeys" browser_tests
}

# The steps that need PostgreSQL or the server.
node_lane_of_server() {
  step single "supply chain: what is allowed" .make/supply-chain.sh allowed --built
  step single "supply chain: what is known" .make/supply-chain.sh known --built
  step single "PostgreSQL" make postgres
  step single "tools that read PDF" .make/pdf-tools.sh
  ready postgres
  if helm=$(.make/helm.sh); then
    step junit "image, chart, compose file, workflow" chart_tests
  else
    skipped "image, chart, compose file, workflow"
  fi
  await server
  step node "published client, as installed" client_tests
  step single "API: Schemathesis" .make/schemathesis.sh
}

# Compiling requires the folder that the front end is built into.
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

sum_up
