# Functions of the scripts that run many steps. A step's output is shown when it fails, and all steps run even after a failure. Sourced by a POSIX
# shell, after lib.sh. Set `node` to the folder of the Node that counts, and `lanes` to the processes to end on an interruption.

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lanes=
# shellcheck disable=SC2086
trap 'say "interrupted"; [ -z "$lanes" ] || kill $lanes 2>/dev/null; exit 130' INT TERM
mkdir "$work/results"

# step RUNNER TITLE COMMAND..: RUNNER selects how to count, see count.mjs. The runners' reports are written to $report.
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
  # A step that this machine cannot run is reported, but counts neither as passed nor as failed.
  if [ "$code" = 75 ]; then
    { printf '%-44sskipped\n' "$title" && tail -n 2 "$mine/log" | sed 's/^/    /'; } >"$mine/said"
    cat "$mine/said"
    return 0
  fi
  [ "$runner" != cargo ] || cp "$mine/log" "$report"
  # Without a Node for counting, the first step has failed, and so have the steps that need it.
  counts=$("${node:-.}/node" .make/count.mjs "$runner" "$report" "$code" 2>/dev/null) ||
    { [ "$runner-$code" = single-0 ] && counts="1 0" || counts="0 1"; }
  echo "$counts" >"$work/results/$(basename "$mine")"
  [ "$runner" = single ] || "${node:-.}/node" .make/count.mjs slow "$runner" "$report" >"$mine/slow" 2>/dev/null
  if [ "${counts#* }" = 0 ]; then
    printf '%-44s%6s passed %5ss\n' "$title" "${counts% *}" "$seconds" >"$mine/said"
  else
    { printf '%-44s%6s FAILED %5ss\n' "$title" "${counts#* }" "$seconds" && tail -n 200 "$mine/log" | sed 's/^/    /'; } >"$mine/said"
    { printf '%s\n' "$title" && "${node:-.}/node" .make/count.mjs failed "$runner" "$report" "$mine/log" 2>/dev/null | sed 's/^/  /'; } >"$mine/failed"
  fi
  # Printed at once, because the other lane prints too.
  cat "$mine/said"
  [ "$code" = 0 ]
}

# A step that this machine cannot run.
skipped() { printf '%-44sskipped\n' "$1"; }

rust_tests() { "$node/node" .make/rust-tests.mjs "$@"; }

# Names what failed. The last line is `N passed, N failed`, and the exit code is 0 if nothing failed. If PROFFER_TEST_SUMMARY names a file, what
# failed and that line are written there too.
sum_up() {
  echo "the slowest tests, in seconds:"
  cat "$work"/step.*/slow 2>/dev/null | sort -rn | head -n 20 | sed 's/^/  /'
  cat "$work"/results/* | awk '{ passed += $1; failed += $2 } END { print passed " passed, " failed " failed" }' >"$work/counts"
  { cat "$work"/step.*/failed 2>/dev/null && printf '\n'; cat "$work/counts"; } >"$work/sum"
  tee "${PROFFER_TEST_SUMMARY:-/dev/null}" <"$work/sum"
  grep -q ' 0 failed$' "$work/counts"
}
