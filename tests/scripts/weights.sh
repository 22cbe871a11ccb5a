#!/usr/bin/env bash
# tools/train/weights.sh and build/fit_weights: from games of self-play to C files of weights that
# compile, name their origin, and stay as they are where there is nothing to learn.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
build=$(dirname "$program") fit=$(dirname "$program")/fit_weights
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ -x "$fit" ] || { tap_report 1 "there is no $fit (make train-programs)"; tap_end; }

check() { # check WHAT COMMAND...
  local what=$1
  shift
  "$@"
  tap_report $? "$what"
}
refused() { # refused WHAT STATUS WORDS COMMAND...
  local what=$1 status=$2 words=$3
  shift 3
  "$@" >"$folder/out" 2>"$folder/err"
  check "refused: $what" test "$? $(wc -l <"$folder/err") $(grep -c -- "$words" "$folder/err")" = "$status 1 1"
}
numbers() { sed '/^\/\* /,/\*\//d' "$1" | grep -oE -- '-?[0-9]+(\.[0-9]+f)?'; }
compiles() { ${CC:-cc} -std=c17 -Wall -Wextra -Werror -Iinclude -Isrc -fsyntax-only "$1"; }

# The games of a few seconds are too few for any column of the classic family: all sets stay.
BUILD=$build OUT=$folder tools/train/weights.sh classic 2 1 7 "$folder/data" >"$folder/log" 2>&1
check "weights.sh classic" test $? = 0
check "eval_weights.c compiles" compiles "$folder/eval_weights.c"
check "it names games, nodes and seed" grep -q 'crystal2, 4 seats: 1 games, 1 nodes a move, seed 7' "$folder/eval_weights.c"
check "it names the command" grep -q 'weights.sh classic 2 1 7 DATA' "$folder/eval_weights.c"
numbers src/ai/eval_weights.c >"$folder/before"
numbers "$folder/eval_weights.c" >"$folder/after"
check "$(wc -l <"$folder/before") numbers, none changed by so few games" cmp "$folder/before" "$folder/after"

# Duel's weights move with the games, unless they are held.
BUILD=$build OUT=$folder tools/train/weights.sh duel 12 1 7 "$folder/data" 50 >"$folder/log" 2>&1
check "weights.sh duel" test $? = 0
check "duel_weights.c compiles" compiles "$folder/duel_weights.c"
check "the fit explains the margin better than before" \
  awk '/to come/ { n++; if (!($10 + 0 > 0 && $10 + 0 <= $12 + 0)) bad++ } END { exit !(n == 4 && !bad) }' "$folder/log"
"$fit" -k 1e15 "$folder"/data/duel-*.azp >"$folder/held.c" 2>/dev/null
weights() { numbers "$1" | grep -E '\.[0-9]{3}f'; }
weights src/ai/duel_weights.c | sed 's/f$//' | grep -E '\.[0-9]{3}$' >"$folder/before"
weights "$folder/held.c" | sed 's/f$//' | grep -E '\.[0-9]{3}$' >"$folder/after"
check "$(wc -l <"$folder/before") weights of Duel, held" cmp "$folder/before" "$folder/after"
weights "$folder/duel_weights.c" | sed 's/f$//' | grep -E '\.[0-9]{3}$' >"$folder/after"
check "and changed if they are not" test "$(cmp -s "$folder/before" "$folder/after"; echo $?)" = 1

refused "no shard" 2 '^usage' "$fit"
refused "a KEEP that is no number" 2 '^usage' "$fit" -k much "$folder"/data/duel-*.azp
refused "a file that is none" 1 'No such file' "$fit" "$folder/none.azp"
refused "a file that is no shard" 1 'no shard' "$fit" Makefile
refused "two games" 1 'weights of their own' "$fit" "$folder"/data/duel-*0.azp "$folder"/data/grey-3-*0.azp
refused "another word" 2 '^usage' tools/train/weights.sh chess 1 1 1 "$folder/data"
tap_end
