# The only commands you need. They fetch what is missing (a current Node, PostgreSQL, packages, a browser), so a machine needs
# only Rust, npm, make and a C compiler. The scripts behind them are in .make/.
#
#   make run     everything on http://127.0.0.1:8080        make run PORT=9000 DATA_DIR=/somewhere
#   make test    every check and test; the last line is `N passed, N failed`
#   make check   the fast part: format, lints, types, unit tests, generated files up to date
#   make gen     regenerate the generated files: API document, typed clients, permission matrix
#   make build   the release binary with the front end inside, without `proffer dev`
#   make release the same, with a bill of materials of both halves
#   make bench   the measures of speed and size
#   make chaos   stops parts under load and checks that nothing is lost
#   make nightly what takes too long for make test: fuzzing with a new seed, the release binary, the previous release, a second S3 server, chaos
#   make soak    a day's work in minutes, with a report of what grows

PORT ?= 8080
DATA_DIR ?= .proffer

SHELL := /bin/sh
MAKEFLAGS += --no-print-directory

# Every recipe that runs a tool of the front end starts with it.
node = PATH="$$(.make/node.sh):$$PATH" &&

packages = frontend/node_modules/.installed
front_end = frontend/dist/index.html
front_end_sources := $(shell find frontend/src frontend/public frontend/scripts -type f -not -name '*.test.*' 2>/dev/null) \
  $(wildcard frontend/*.html frontend/vite.config.ts frontend/package.json) openapi/openapi.json

.PHONY: run test check gen build release bench eval weights chaos nightly soak packages front-end postgres prerequisites
.DEFAULT_GOAL := run

run: $(front_end) postgres
	@exec cargo run --locked --bin proffer -- dev --demo --port $(PORT) --data-dir "$(DATA_DIR)"

test check:
	@.make/test.sh $@

gen: $(packages)
	@.make/gen.sh

build: $(front_end)
	cargo build --release --locked --package proffer --no-default-features
	@.make/release-path.sh

release: build
	@.make/sbom.sh

bench: $(front_end) postgres
	@$(node) .make/bench.sh

eval:
	@cargo run --locked --quiet --package proffer-eval -- $(or $(HALF),all) $(or $(WORST),0)

weights:
	@cargo run --locked --quiet --package proffer-eval -- learn

chaos: $(front_end) postgres
	@.make/chaos.sh

nightly:
	@.make/nightly.sh

soak: $(front_end) postgres
	@$(node) .make/bench.sh soak

packages: $(packages)
front-end: $(front_end)

postgres: | prerequisites
	@.make/postgres.sh

prerequisites:
	@.make/prerequisites.sh

# Installing is repeated only when the lock file has changed, and counts only when it has ended well.
$(packages): frontend/package-lock.json | prerequisites
	@$(node) echo "installing the packages of the front end ..." && cd frontend && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.installed

# Cargo embeds this folder, so it is there before cargo starts.
$(front_end): $(packages) $(front_end_sources)
	@$(node) echo "building the front end ..." && cd frontend && npm run --silent build && touch dist/index.html
