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
try "load: sixty tables and a crowd" "${AZULEJO:-build/azulejo}" --tables 60 --seconds 2 --think 200 --crowd 100 --restart 100
if [ -n "${AZULEJO_SANITIZED:-}" ]; then
  try "load: the same with sanitizers" "$AZULEJO_SANITIZED" --tables 20 --seconds 2 --think 200 --crowd 20 --restart 20
else
  tap_skip "load: the same with sanitizers" "AZULEJO_SANITIZED names no program (make test builds it)"
fi
tap_end
