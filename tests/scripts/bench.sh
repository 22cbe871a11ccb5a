#!/usr/bin/env bash
# `azulejo bench`: the fields of its JSON lines, in their order, and the averages of random games that
# independent engines know too: 70.3 moves, 6.6 rounds and 3.0 points in base games of two.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}

n='[0-9]+(\.[0-9]+)?'
json() { # json RULES PLAYERS BYTES
  local line
  line=$("$program" bench --json --rules "$1" --players "$2")
  [[ $line =~ ^\{\"rules\":\"$1\",\"players\":$2,\"moves_per_s\":$n,\"games_per_s\":$n,\"plies_per_game\":$n,\"branching\":$n,\"state_bytes\":$3,\"rounds_per_game\":$n,\"mean_score\":$n,\"generate_ns\":$n,\"apply_ns\":$n,\"game_ns\":$n,\"nodes_per_s\":$n,\"net_anew_per_s\":$n,\"net_remembered_per_s\":$n\}$ ]]
  tap_report $? "one JSON object: $line"
}
json classic 2 256
json crystal2 4 256
json duel 2 408

# between LOW VALUE HIGH
between() { awk -v low="$1" -v value="$2" -v high="$3" 'BEGIN { exit !(low <= value && value <= high) }'; }
read -r rules players speed unit games plies branching rounds score bytes rest < <("$program" bench --rules classic --players 2 | tail -n 1)
[ "$rules $players $unit $bytes" = "classic 2 M 256" ] && [ "$(wc -w <<<"$rest")" -ge 3 ]
tap_report $? "a line of text: $speed M moves/s, $games games/s, $branching moves a ply; $rest"
between 70.1 "$plies" 70.5
tap_report $? "random base games last about 70.3 moves: $plies"
between 6.5 "$rounds" 6.7
tap_report $? "and about 6.6 rounds: $rounds"
between 2.85 "$score" 3.1
tap_report $? "and end near 3.0 points: $score"

lines=$("$program" bench --batch --json --rules duel --seconds 1 | grep -cE \
  "^\{\"rules\":\"duel\",\"players\":2,\"numbering\":\"(moves|steps)\",\"masks_per_s\":$n,\"copies_per_s\":$n,\"checked_per_s\":$n,\"mover_per_s\":$n,\"all_seats_per_s\":$n\}$")
[ "$lines" -eq 2 ]
tap_report $? "the speed of batches of Duel, a line for each numbering"
tap_end
