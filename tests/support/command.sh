#!/usr/bin/env bash
# command.sh WHAT COMMAND: one command as one TAP test, passed if its exit code is 0. Everything that the
# command prints goes to standard error, so that nothing of it is taken for TAP.
set -uo pipefail
echo 1..1
bash -c "$2" >&2
status=$?
[ $status -eq 0 ] || { echo "not ok 1 - $1: exit code $status"; exit 1; }
echo "ok 1 - $1: one command, exit code 0"
