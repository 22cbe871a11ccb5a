#!/usr/bin/env bash
# strength.sh PART PROGRAM CORES GAMES: the matches behind docs/bots.md, by the project's own match runner.
# One line of JSON a match on standard output, the tables on standard error. Equal working time for both
# sides, paired deals. PART: duos | duel | growth | tables | levels.
set -uo pipefail
part=$1 program=$2 cores=$3 games=$4

play() { # play ARGUMENT...: one match
  echo "\$ azulejo match $*" >&2
  "$program" match "$@" --cpu-time --concurrency "$cores" --quiet --json - | tr -d '\n'
  echo
}

case $part in
  duos)
    for rules in classic grey crystal1 crystal2; do
      play --rules $rules --games "$games" --time 200 strong uct
      play --rules $rules --games "$games" --time 200 strong greedy
    done ;;
  duel)
    play --rules duel --games "$games" --time 200 strong uct
    play --rules duel --games "$games" --time 200 strong greedy ;;
  growth)
    for rules in ${RULES:-classic duel}; do
      play --rules $rules --games "$games" slow=strong@time=1000 fast=strong@time=100
    done ;;
  tables)
    for rules in classic grey crystal1 crystal2; do
      for players in 3 4; do
        play --rules $rules --players $players --gauntlet --games "$games" --time 200 strong uct
        play --rules $rules --players $players --gauntlet --games "$games" --time 200 strong greedy
      done
    done ;;
  levels)
    for rules in classic grey crystal1 crystal2 duel; do
      play --rules $rules --games "$games" --time 200 novice learner casual regular expert master champion
    done ;;
  *) echo "strength.sh: no such part: $part" >&2; exit 2 ;;
esac
