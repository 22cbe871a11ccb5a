#!/usr/bin/env bash
# A short load test of the program and of the one with sanitizers, up to its end: no refusal, no lost socket, no
# leak, no race of memory. `make load` and `make load-sanitized` are the long ones.
set -uo pipefail
source "$(dirname "$0")/../support/tap.sh"

try() { # try NAME PROGRAM ARGUMENTS...
  local name=$1 program=$2
  shift 2
  "$program" loadtest "$@" >"$TMPDIR/out" 2>&1
  tap_report $? "$name" "$(cat "$TMPDIR/out" "$TMPDIR"/*.log 2>/dev/null)"
}

TMPDIR=${TMPDIR:-/tmp}
export TMPDIR

# The long ones are run by hand: at least their arguments must be understood.
long_ones() {
  local words lines=0
  while read -ra words; do
    "${AZULEJO:-build/azulejo}" "${words[@]}" --help >/dev/null || return 1
    lines=$((lines + 1))
  done < <(sed -n 's/$(LOAD_SECONDS)/300/; s/^\t@$(PROGRAM) \(loadtest .*\)/\1/p' mk/server.mk)
  [ "$lines" -ge 3 ]
}
long_ones >"$TMPDIR/out" 2>&1
tap_report $? "load: the commands of make load are understood" "$(cat "$TMPDIR/out")"

figures_of_the_machine() { grep -q "^disc: 4 kB written and synchronised in [0-9.]* ms (median)" "$TMPDIR/out" &&
  grep -q "^disc meanwhile: .* (worst of [1-9][0-9]*)" "$TMPDIR/out" && grep -q "^machine meanwhile: " "$TMPDIR/out"; }
try "load: sixty tables and a crowd" "${AZULEJO:-build/azulejo}" --tables 60 --seconds 2 --think 200 --crowd 100 --restart 100
figures_of_the_machine
tap_report $? "load: the disc's own time stands beside the figures" "$(cat "$TMPDIR/out")"
if [ -n "${AZULEJO_SANITIZED:-}" ]; then
  try "load: the same with sanitizers" "$AZULEJO_SANITIZED" --tables 20 --seconds 2 --think 200 --crowd 20 --restart 20
else
  tap_skip "load: the same with sanitizers" "AZULEJO_SANITIZED names no program (make test builds it)"
fi
tap_end
