#!/usr/bin/env bash
# tools/calibrate.py and tools/compare-moves.py: every move has a class and is counted once, and a
# program chooses the same moves as itself.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for rules in duel classic; do
  out=$(tools/calibrate.py -p "$program" -r "$rules" -g 2 -j 2 -n 20 -o "$work/$rules.json" 2>&1)
  [ "$(grep -c '| [0-9]* | [0-9]* | [0-9.]* % | [0-9.]* % |' <<<"$out")" -ge 8 ]
  tap_report $? "$rules: predicted and played by class" "$out"
  python3 - "$work/$rules.json" <<'END'
import json
import sys
row = json.loads(open(sys.argv[1]).readline())
classes = row["classes"]
assert row["games"] == 2 and 60 < sum(c["moves"] for c in classes) < 600, classes
assert all(0 <= c["predicted"] <= 1 and 0 <= c["played"] <= 1 and c["games"] <= 2 for c in classes)
END
  tap_report $? "$rules: the same as JSON"
done

out=$(tools/compare-moves.py -g 1 -j 1 -n 300 -l 300 -s 2 "$program" "$program" 2>&1)
grep -qE '^classic: [1-9][0-9]* positions of 1 games' <<<"$out" && grep -q '^0 different moves' <<<"$out"
tap_report $? "a program and itself choose the same moves" "$out"
tap_end
