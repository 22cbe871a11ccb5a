#!/usr/bin/env bash
# sanitized.sh: the load test, and the scripts that use bots, accounts and faults, with a program that was built with
# a sanitizer (AZULEJO). Whatever it finds, at the end of the server too, is a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."
AZULEJO=$(realpath "${AZULEJO:-build/sanitized/azulejo}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export AZULEJO TMPDIR=$scratch SHADOW_MEMORY=1 TSAN_OPTIONS=halt_on_error=1 ASAN_OPTIONS=detect_leaks=1
"$AZULEJO" loadtest --tables "${TABLES:-100}" --seconds "${SECONDS_EACH:-20}" --think 500 --crowd 100 --restart 100 ||
  { cat "$scratch"/*.log >&2; exit 1; }
for script in games security store limits; do
  python3 tests/scripts/server_$script.py >"$scratch/out" 2>&1 || { cat "$scratch/out"; exit 1; }
  echo "server_$script: $(grep -c '^ok' "$scratch/out") ok"
done
