#!/bin/sh
# Stops, kills, slows down and floods the dependencies of Proffer, and checks that nothing is lost, half-made
# or done twice. Takes about ten minutes and most of the machine, so `make test` leaves it out. `make chaos
# ONLY=database` runs a part of it.
set -eu
cd "$(dirname "$0")/.."

cat <<'PROOFS'
What each part proves:
  database   away for a minute under load: reported at once, recovered without a restart, nothing half-made, each job's effect once; event
             streams resume
  failover   the database disappears silently and another takes its place: no request hangs, service resumes within
             15 seconds, no completed work is lost
  worker     killed with a thousand jobs: another frees and does what it left, nothing lost; only a mail under way may go out again;
             with nothing to do it asks little
  outside    mail server, storage and Stripe hang: a clear error, other requests are not delayed, done once when they answer
  sealing    a document with a very long table: generated in a separate process, while the worker stays small
  slow       slow heads, slow bodies, silent connections and readers that do not read: ended in time, others served, memory flat
  flood      sign-ins, connections and requests beyond the pool: 429 or 503 with Retry-After, then all are served again; 400 bodies of 2 MB
             to a path that does not exist take at most 256 MiB
  stopping   a request and a job without end: the process ends within its minute, and the job is done by the next one
PROOFS

# One after the other: each needs the whole machine.
exec cargo test --locked --workspace --test api -- --ignored --test-threads=1 "chaos::${ONLY:-}"
