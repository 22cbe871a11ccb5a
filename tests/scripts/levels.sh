#!/usr/bin/env bash
# Every level but the two slowest beats the one below it, in every rule set: the same games every time.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
read -r -a levels < <("$program" play --level '?' 2>&1 | sed -n 's/.*there is no level "?": \(.*\), or .*/\1/p' | tr -d ,)
[ "${#levels[@]}" -gt 3 ]
tap_report $? "the program lists its levels: ${levels[*]}"
for rules in classic grey crystal1 crystal2 duel; do
  for ((i = 1; i < ${#levels[@]} - 2; i++)); do
    below=${levels[i - 1]} level=${levels[i]}
    deals=$((i < 6 ? 30 : 20))
    won=$("$program" match $level $below --rules $rules --deals $deals --nodes 100000 --quiet --json - |
      python3 -c 'import json, sys; print(int(100 * json.load(sys.stdin)["players"][0]["score"]))')
    [ "${won:-0}" -gt 50 ]
    tap_report $? "$rules: $level beats $below, ${won:-0} %"
  done
done
tap_end
