#!/usr/bin/env bash
# Perft counts of every rule set and player count equal the committed table.
# `tests/scripts/perft.sh --write` makes the table anew after a deliberate change of the rules.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
golden=tests/golden/perft.txt

count() { # rules players after depth
    echo "$1 $2 after $3: $("$program" perft --rules "$1" --players "$2" --after "$3" --depth "$4" |
        sed 's/.*: //' | tr '\n' ' ' | sed 's/ $//')"
}

table() {
    echo "# rules, players, after how many random decisions (seed 1): sequences of 1, 2, 3 … decisions"
    for rules in classic grey crystal1 crystal2 duel; do
        for players in 2 3 4; do
            [ "$rules" = duel ] && [ "$players" != 2 ] && continue
            for after in 0 17 41 58 66; do
                count "$rules" "$players" "$after" 3
            done
        done
    done
}

if [ "${1:-}" = --write ]; then
    table > "$golden"
    exit
fi
status=0
difference=$(table | diff "$golden" -) || status=$?
tap_report $status "perft counts equal $golden" "$difference"
tap_end
