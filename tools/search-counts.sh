#!/usr/bin/env bash
# search-counts.sh [PROGRAM [NODES]]: the instructions that fixed searches execute, by valgrind's
# callgrind. With NODES only the strong bot with two seats, with NODES nodes a move.
#
# One game for each rule set, number of players and bot, with a fixed number of nodes a move. Unlike
# times, the counts do not depend on the load of the machine: compare two builds of the same compiler
# line by line. Takes about a minute.
set -euo pipefail
program=${1:-build/azulejo} nodes=${2:-}
command -v valgrind > /dev/null || { echo "search-counts.sh: valgrind is not installed" >&2; exit 2; }
[ -x "$program" ] || { echo "search-counts.sh: $program is no program: make" >&2; exit 2; }

count() { # count RULES PLAYERS BOT NODES
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" trace --rules "$1" --players "$2" \
    --bot "$3" --nodes "$4" --seed 1 2>&1 > /dev/null | sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}

echo "# rules players bot nodes-a-move instructions"
if [ -n "$nodes" ]; then
  for rules in classic grey crystal1 crystal2 duel; do
    echo "$rules 2 strong $nodes $(count "$rules" 2 strong "$nodes")"
  done
  exit
fi
for rules in classic grey crystal1 crystal2 duel; do
  for players in 2 3 4; do
    [ "$rules" = duel ] && [ "$players" != 2 ] && continue
    for bot in greedy:1 uct:20 handmade:100 strong:100; do
      echo "$rules $players ${bot%:*} ${bot#*:} $(count "$rules" "$players" "${bot%:*}" "${bot#*:}")"
    done
  done
done
