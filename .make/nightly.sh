#!/bin/sh
# Runs what takes too long for `make test`, one step after the other, and sums it up: properties, requests and price tables from a new seed, uploads to
# another S3 server, the release binary, the previous release on this schema, and `make chaos`. `make nightly SEED=N` repeats the cases of a run;
# the seed is in the titles. The last line is `N passed, N failed`.
set -u
cd "$(dirname "$0")/.."
. .make/lib.sh
. .make/steps.sh

seed=${SEED:-$(date +%s)}
case $seed in
  *[!0-9]* | 0?* | ???????????????*) die "SEED is a whole number below 100,000,000,000,000" ;;
esac

# Compiling requires the folder that the front end is built into.
mkdir -p frontend/dist
step single "what the machine has" .make/prerequisites.sh
step single "the packages of the front end" make packages
node=$(.make/node.sh 2>/dev/null) || node=
step single "front end: build" make front-end
step single "PostgreSQL" make postgres
step single "Rust: build" cargo test --locked --workspace --no-run

properties() { PROPTEST_RNG_SEED=$seed rust_tests domain; }
step cargo "Rust: domain tests, seed $seed" properties

price_tables() { PROFFER_TEST_SEED=$seed rust_tests domain --ignored; }
step cargo "100,000 price tables, seed $seed" price_tables

step single "API: Schemathesis, seed $seed" .make/schemathesis.sh --seed "$seed" --max-examples 100

if PROFFER_MOTO_SERVER=$(.make/moto.sh); then
  export PROFFER_MOTO_SERVER
  step cargo "uploads to a second S3 server" rust_tests server --ignored uploads::second
else
  skipped "uploads to a second S3 server"
fi

step single "the release binary" make build
step cargo "the release before, on this schema" .make/previous-release.sh
step cargo "parts taken away under load (make chaos)" .make/chaos.sh

sum_up
