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
# A figure above its bound is a failure that says which; a bound that nothing can break is refused.
outside() { # outside WHAT TEXT ARGUMENTS...
  local what=$1 text=$2 status
  shift 2
  "${AZULEJO:-build/azulejo}" loadtest "$@" >"$TMPDIR/out" 2>"$TMPDIR/why"
  status=$?
  [ "$status" = "$what" ] && grep -q "$text" "$TMPDIR/why" || { echo "# $* ($status): $(cat "$TMPDIR/why")"; return 1; }
}
bounds() {
  outside 1 "99th percentile to the screens: [0-9.]* ms, above the bound of 1 ms" --tables 300 --think 0 --seconds 1 --p99 1 &&
  outside 1 "99.9th percentile to the screens: [0-9.]* ms, above the bound of 1 ms" --tables 300 --think 0 --seconds 1 --p999 1 &&
  outside 1 "start: [0-9.]* ms, above the bound of 1 ms" --tables 0 --restart 50 --start 1 &&
  outside 2 "start needs --restart N" --tables 0 --start 300 &&
  outside 2 "idle needs --restart N" --idle 1 &&
  outside 2 "ping needs --restart N" --ping 5 &&
  outside 2 "p999 needs --tables" --tables 0 --p999 40 &&
  outside 2 "p999" --p999 -1 && outside 2 "p999" --p999 fast && outside 2 "idle" --restart 1 --idle 101 &&
  outside 2 "start" --restart 1 --start 0.3
}
bounds >"$TMPDIR/bounds" 2>&1
tap_report $? "load: bounds fail the test, and wrong ones are refused" "$(cat "$TMPDIR/bounds")"
"${AZULEJO:-build/azulejo}" loadtest --tables 0 --restart 50 --start 100000 --idle 100 --ping 5000 >"$TMPDIR/out" 2>&1
tap_report $? "load: figures within their bounds" "$(cat "$TMPDIR/out")"
if [ -n "${AZULEJO_SANITIZED:-}" ]; then
  try "load: the same with sanitizers" "$AZULEJO_SANITIZED" --tables 20 --seconds 2 --think 200 --crowd 20 --restart 20
else
  tap_skip "load: the same with sanitizers" "AZULEJO_SANITIZED names no program (make test builds it)"
fi
tap_end
