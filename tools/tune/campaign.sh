#!/usr/bin/env bash
# campaign.sh [PROCESSES] [GAMES] [BUILD]: the matches of docs/bots.md, one after the other, on a quiet
# machine with that many cores. Each side gets the same CPU time a move; every deal is played from every
# seat. `make tune-programs` builds the player.
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${1:-$(nproc)} games=${2:-200} match=${3:-build}/match

play() { echo "\$ match $*"; "$match" -j "$jobs" "$@"; }

for rules in classic grey crystal1 crystal2 duel; do
  play -r "$rules" -g "$games" strong,200ms greedy
  play -r "$rules" -g "$games" strong,200ms uct,200ms
  play -r "$rules" -g "$games" strong,1000ms strong,100ms
done
for seats in 3 4; do
  for rules in classic grey crystal1 crystal2; do
    play -r "$rules" -p "$seats" -g "$games" strong,200ms greedy
    play -r "$rules" -p "$seats" -g "$games" strong,200ms uct,200ms
  done
  play -p "$seats" -g "$games" puct,200ms alphabeta,200ms
done
play -g "$games" alphabeta,200ms puct,200ms
for rules in classic grey crystal1 crystal2 duel; do
  previous=""
  for level in novice learner casual regular expert master champion,1000ms; do
    [ -z "$previous" ] || play -r "$rules" -g "$games" "$level" "$previous"
    previous=$level
  done
done
