#!/usr/bin/env bash
# A short load test of the program and of the one with sanitizers, up to its end: no refusal, no lost socket, no
# leak, no race of memory. `make load` and `make load-sanitized` are the long ones.
set -uo pipefail

try() { # try NAME PROGRAM ARGUMENTS...
  local name=$1 program=$2
  shift 2
  if "$program" loadtest "$@" >"$TMPDIR/out" 2>&1; then
    echo "ok $name"
  else
    echo "not ok $name"
    cat "$TMPDIR/out" "$TMPDIR"/*.log
  fi
}

TMPDIR=${TMPDIR:-/tmp}
export TMPDIR
try "load: sixty tables and a crowd" "${AZULEJO:-build/azulejo}" --tables 60 --seconds 2 --think 200 --crowd 100 --restart 100
sanitized=${AZULEJO_SANITIZED:-build/sanitized/azulejo}
[ ! -x "$sanitized" ] || try "load: the same with sanitizers" "$sanitized" --tables 20 --seconds 2 --think 200 --crowd 20 --restart 20
