#!/usr/bin/env bash
# `azulejo trace` and the verbs for records and positions, from outside: golden files byte for byte,
# the independent referee over every rule set and player count, and each wrong argument in turn.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

same() { # same WHAT FILE: standard input is that file, byte for byte
  cmp - "$2"
  tap_report $? "$1"
}

# The seeds make short games out of the given positions.
declare -A seeds=([classic]=4 [grey]=16 [crystal1]=55 [crystal2]=55 [duel]=1)
golden() {
  local rules
  for rules in classic grey crystal1 crystal2 duel; do
    "$1" trace --position "tests/golden/trace-$rules.position" --seed "${seeds[$rules]}" |
      same "$2: trace of $rules from a position" "tests/golden/trace-$rules.jsonl"
    "$1" trace --rules "$rules" --seed 1 --record | same "$2: record of $rules" "tests/golden/$rules.azr"
  done
}
golden "$program" program
# Same arguments, same bytes, whatever the compiler and its flags.
for other in AZULEJO_CLANG AZULEJO_SANITIZED; do
  if [ -n "${!other:-}" ]; then
    golden "${!other}" "$other"
  else
    tap_skip "traces and records of another build" "$other names no program (make test builds it)"
  fi
done

for rules in classic grey crystal1 crystal2 duel; do
  record=tests/golden/$rules.azr
  "$program" replay "$record" | same "replay of $rules" "tests/golden/$rules.replay"
  "$program" convert "$record" | "$program" convert - | same "$rules to JSON and back" "$record"
  "$program" validate "$record" >/dev/null
  tap_report $? "validate the record of $rules"
  "$program" position --to json "tests/golden/trace-$rules.position" | "$program" position - |
    same "position of $rules to JSON and back" "tests/golden/trace-$rules.position"
done

# The examples of docs/notation.md are what they claim to be.
for form in position azr; do
  awk -v form="$form" '$0 == "```" form { on = 1; next } /^```/ { on = 0 } on' docs/notation.md >"$scratch/example"
  [ -s "$scratch/example" ] && "$program" validate "$scratch/example"
  tap_report $? "the ${form} examples of docs/notation.md"
done

referee() { # referee WHAT TRACE_ARGUMENT...
  local what=$1
  shift
  "$program" trace "$@" | /usr/bin/python3 tests/referee/check_trace.py - >"$scratch/referee" 2>&1
  local status=$?
  [ $status -eq 0 ] || head -n 5 "$scratch/referee"
  tap_report $status "the referee agrees: $what"
}
for rules in classic grey crystal1 crystal2; do
  for players in 2 3 4; do
    referee "$rules, $players players" --rules "$rules" --players "$players" --games 3 --seed 11
  done
done
referee "duel" --rules duel --tablets random --games 8 --seed 11
for rules in classic grey crystal1 crystal2 duel; do
  referee "$rules from a position" --position "tests/golden/trace-$rules.position" --games 3
done

# A bot that thinks by nodes plays the same game each time, and a legal one.
for rules in classic duel; do
  referee "$rules played by a bot" --rules "$rules" --bot greedy --seed 3
  "$program" trace --rules "$rules" --bot uct --nodes 100 --seed 3 >"$scratch/bot"
  "$program" trace --rules "$rules" --bot uct --nodes 100 --seed 3 | same "the same bot, the same game of $rules" "$scratch/bot"
done

# Game g of seed S is game 0 of seed S + g; two games are two games.
"$program" trace --games 2 --seed 5 | sed 1,/'"event":"end"'/d | tail -n +2 >"$scratch/second"
"$program" trace --seed 6 | tail -n +2 | same "the second game has the next seed" "$scratch/second"

# --- Wrong calls: one line that names the verb, exit code 2 ------------------------------------------
wrong() { # wrong EXIT_CODE WORD ARGUMENT...: WORD stands in the message
  local code=$1 word=$2 status
  shift 2
  "$program" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  status=$?
  [ $status -eq "$code" ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/err")" -eq 1 ] &&
    grep -q "^azulejo.*$word" "$scratch/err"
  tap_report $? "refused: $*" "exit $status: $(head -n 3 "$scratch/err")"
}
wrong 2 'no verb "dance"' dance
wrong 2 'no option "--frob"' trace --frob
wrong 2 'no option "-x"' trace -x
wrong 2 'wants a value' trace --seed
wrong 2 'takes no value' trace --help=no
wrong 2 'what is "extra"' trace extra
wrong 2 '"chess"' trace --rules chess
wrong 2 '"Classic"' trace --rules Classic
wrong 2 '""' trace --rules ""
for players in 0 1 5 7 -2 two 2x "" 02; do
  wrong 2 "2, 3 or 4, not \"$players\"" trace --players "$players"
done
wrong 2 'takes 2, not "3"' trace --rules duel --players 3
for number in 0 -1 x 1.5 "" 1e3 " 1" 99999999999999999999; do
  wrong 2 "not \"$number\"" trace --games "$number"
done
for number in -1 x 1.5 "" 0x10 18446744073709551616; do
  wrong 2 "not \"$number\"" trace --seed "$number"
done
wrong 2 'not "nobody"' trace --bot nobody
wrong 2 'not "0"' trace --bot uct --nodes 0
for tablets in a1 a1,b1 a1,a2,b1 a1,b1,e1 a3,b1,c1 a1,b1,c1,d1,a1 "a1,b1,c1," a1b1c1 "" Random; do
  wrong 2 "not \"$tablets\"" trace --rules duel --tablets "$tablets"
done
wrong 2 'belongs to --rules duel' trace --tablets a1,b1,c1
wrong 1 'cannot open' trace --position "$scratch/absent"
position=tests/golden/trace-grey.position
wrong 2 'is of grey' trace --position "$position" --rules classic
wrong 2 'has 2' trace --position "$position" --players 3
wrong 2 'tablets differ' trace --position tests/golden/trace-duel.position --tablets a1,b1,c1
echo "classic 2 1 offer" >"$scratch/short"
wrong 2 'byte 18' trace --position "$scratch/short"
"$program" position --rules classic | sed 's/ B[0-9]*Y/ B19Y/' >"$scratch/impossible"
wrong 2 'blue tiles, but the game has 20' trace --position "$scratch/impossible"
"$program" position --rules duel --seat 0 >"$scratch/view"
wrong 2 'view' trace --position "$scratch/view"
tail -n 1 tests/golden/trace-grey.jsonl |
  /usr/bin/python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["position"]))' >"$scratch/over"
wrong 2 'is over' trace --position "$scratch/over"
wrong 2 'text or json' position --to xml
wrong 2 'not "4"' position --seat 4
wrong 2 'there are 2 players' position --seat 3
wrong 2 'make a new game' position --seed 3 "$position"
wrong 1 'no position' position tests/golden/grey.azr
wrong 1 'line 1, column 18' position "$scratch/short"
wrong 2 'which file' convert
wrong 1 'no record' convert "$position"
wrong 2 'which file' validate
wrong 2 'which file' replay
wrong 2 'not "0"' replay --game 0 tests/golden/grey.azr
wrong 1 'has 1 game' replay --game 2 tests/golden/grey.azr

# --- Damage: what is intact is printed, the fault is named where it was -------------------------------
{ cat tests/golden/classic.azr; echo; sed 's/^end.*/end 0 1-1 normal/' tests/golden/grey.azr; echo; cat tests/golden/duel.azr; } >"$scratch/damaged.azr"
{
  cat tests/golden/classic.azr; echo
  sed 's/^end/{damaged here, line 53, column 7: expected the scores that the moves lead to}\n&/' tests/golden/grey.azr; echo
  cat tests/golden/duel.azr
} >"$scratch/kept.azr"
"$program" convert --to text "$scratch/damaged.azr" 2>"$scratch/err" | same "what is intact of a damaged record" "$scratch/kept.azr"
grep -q 'line [0-9]*, column [0-9]*: expected the scores' "$scratch/err"
tap_report $? "the place of the damage"
"$program" validate "$scratch/damaged.azr" >"$scratch/out"
tap_report $(($? == 1 ? 0 : 1)) "validate refuses a damaged record"
tap_report "$(($(wc -l <"$scratch/out") == 1 ? 0 : 1))" "validate goes on after the damage"

for verb in trace replay convert validate position; do
  "$program" "$verb" --help | grep -q "^usage: azulejo $verb"
  tap_report $? "$verb --help"
  "$program" "$verb" --version | grep -q '^azulejo [0-9]'
  tap_report $? "$verb --version"
done
"$program" trace >/dev/full 2>"$scratch/err"
tap_report $(($? == 1 ? 0 : 1)) "a full disc is a failure"
tap_end
