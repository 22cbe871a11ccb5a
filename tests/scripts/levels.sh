#!/usr/bin/env bash
# Every level beats the one below it, in every rule set: the same games every time.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
for rules in classic grey crystal1 crystal2 duel; do
  below=novice
  for level in learner casual regular expert; do
    case $level in learner | casual) deals=25 ;; *) deals=8 ;; esac
    won=$("$program" match $level $below --rules $rules --deals $deals --nodes 100000 --quiet --json - |
      python3 -c 'import json, sys; print(int(100 * json.load(sys.stdin)["players"][0]["score"]))')
    [ "${won:-0}" -gt 50 ]
    tap_report $? "$rules: $level beats $below, ${won:-0} %"
    below=$level
  done
done
tap_end
