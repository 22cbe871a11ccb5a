#!/usr/bin/env bash
# train.sh [PROCESSES] [BUILD]: one more generation of the classic family's weights. Plays games of
# self-play for every variant and number of seats, fits all sets, and writes src/ai/eval_weights.c.
# Rebuild and play a match against the old library before keeping it.
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${1:-$(nproc)} tune=${2:-build}/tune
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

generate() { # generate RULES SEATS GAMES: spread over the processes
  local j
  for ((j = 0; j < jobs; j++)); do
    "$tune" play "$1" "$2" $(($3 / jobs + 1)) 500 $((RANDOM * 32768 + RANDOM)) "$scratch/$1.$2.$j" &
  done
  wait
}

generate classic 2 40000
for rules in grey crystal1 crystal2; do generate "$rules" 2 15000; done
for seats in 3 4; do
  generate classic "$seats" 10000
  for rules in grey crystal1 crystal2; do generate "$rules" "$seats" 5000; done
done
"$tune" fit "$scratch"/* >"$scratch.c"
mv "$scratch.c" src/ai/eval_weights.c
