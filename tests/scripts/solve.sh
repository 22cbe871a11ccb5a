#!/usr/bin/env bash
# `azulejo solve` and `azulejo analyze` from outside: right answers, both forms, wrong arguments.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

says() { # says WHAT PATTERN ARGUMENT...: the output has the pattern
  local what=$1 pattern=$2
  shift 2
  "$program" "$@" 2>&1 | grep -E -- "$pattern" >/dev/null
  tap_report $? "$what"
}

exits() { # exits WHAT STATUS ARGUMENT...
  local what=$1 status=$2
  shift 2
  "$program" "$@" >"$scratch/out" 2>&1
  [ $? -eq "$status" ] && [ "$(wc -l <"$scratch/out")" -ge 1 ]
  tap_report $? "$what"
}

# One take is left and it ends the game: blue completes row 1 of seat 0, which leads.
end='classic 2 5 offer 0 0 1 -/-/-/-/- B B19Y19R19K19T19 - 30:-/-/-/-/-:1YRKT/5/5/5/5:- 10:-/-/-/-/-:5/5/5/5/5:M'
"$program" solve "$end" >"$scratch/end" 2>&1 || cat "$scratch/end"
grep -q '^solved' "$scratch/end" && grep -qE 'chances 100.0 %, 0.0 %' "$scratch/end"
tap_report $? "a won game is solved as won"

for game in "classic 2" "grey 2" "classic 3" "crystal2 2"; do
  read -r rules players <<<"$game"
  "$program" trace --rules "$rules" --players "$players" --seed 3 --record >"$scratch/game.azr"
  "$program" replay --positions "$scratch/game.azr" | grep -E "^  $rules [0-9]+ [0-9]+ offer" |
    sed 's/^  //' >"$scratch/positions"
  # The last position of the offer before a deal has one or two groups of tiles left.
  position=$(awk '{ n = gsub(/[BYRKT]/, "&", $7) + ($8 == "-" ? 0 : gsub(/[BYRKT]/, "&", $8)); if (n <= 3) p = $0 } END { print p }' "$scratch/positions")
  says "solve $game" '^solved' solve "$position"
  "$program" solve --json --lines 3 "$position" | python3 -c '
import json, sys
d = json.load(sys.stdin)
assert d["exact"] and 1 <= len(d["lines"]) <= 3
for line in d["lines"]:
    assert abs(sum(line["win"]) - 1) < 0.01 and line["moves"]
wins = [line["win"][d["seat"]] for line in d["lines"]]
assert wins == sorted(wins, reverse=True)'
  tap_report $? "solve $game as JSON, best line first"
  says "solve $game with three threads" '^solved' solve --threads 3 "$position"
done

for rules in classic grey duel; do
  "$program" trace --rules "$rules" --seed 2 --record >"$scratch/game.azr"
  "$program" analyze --nodes 60 --to json "$scratch/game.azr" >"$scratch/json"
  python3 - "$scratch/json" <<'PYTHON'
import json, sys
d = json.load(open(sys.argv[1]))
assert d["moves"]
for m in d["moves"]:
    assert abs(sum(m["win"]) - 1) < 0.01 and 0 <= m["loss"] <= 1 and m["best"], m
    assert abs(sum(m["bestWin"]) - 1) < 0.01 and len(m["bestScore"]) == d["players"], m
    assert abs(max(0, m["bestWin"][m["seat"]] - m["win"][m["seat"]]) - m["loss"]) < 0.0002, m
assert len(d["end"]["scores"]) == d["players"] and d["end"]["winners"]
for s in d["seats"]:
    assert len(s["worst"]) <= 3
    losses = [d["moves"][i - 1]["loss"] for i in s["worst"]]
    for m in (d["moves"][i - 1] for i in s["worst"]):
        assert m["sure"] == (m["exact"] or m["lossAgain"] * 2 >= m["loss"] - 0.0003), m
    assert losses == sorted(losses, reverse=True)
PYTHON
  tap_report $? "analyze $rules as JSON"
  says "analyze $rules as text" 'better' analyze --nodes 60 "$scratch/game.azr"
  "$program" analyze --nodes 60 --to json "$scratch/game.azr" | cmp -s - "$scratch/json"
  tap_report $? "analyze $rules twice, the same bytes"
done

exits "solve without a position" 2 solve
exits "solve a file that is not there" 1 solve "$scratch/nothing"
exits "solve nonsense" 1 solve "not a position"
exits "solve with too many lines" 2 solve --lines 17 x
exits "analyze without a record" 2 analyze
exits "analyze in no form" 2 analyze --to pdf x
exits "analyze in a form that is gone" 2 analyze --to html x
grep -q 'open the record on the page' "$scratch/out"
tap_report $? "with what to use instead"
exits "analyze by nobody" 2 analyze --bot nobody x
exits "analyze by one who does not search" 2 analyze --bot greedy x
"$program" trace --rules duel --seed 3 --record | "$program" replay --positions - |
  sed -n 's/^  \(duel 2 1 setup .*\)/\1/p' | head -1 >"$scratch/setup"
exits "solve Duel before the first plates: an estimate" 1 solve --time 100 "$(cat "$scratch/setup")"
grep -q 'estimated: a plate is still to be chosen' "$scratch/out"
tap_report $? "with its reason"
# Seats of one name get numbers, the columns stand below each other whatever a payment takes, and a damaged game is judged
# up to its fault.
"$program" match a=uct@nodes=20 b=uct@nodes=20 --rules duel --games 2 --quiet --record "$scratch/two.azr" >"$scratch/out"
sed -i 's/^\[Seat[01] .*/&/; s/"a"\]/"Robin with a long name"]/; s/"b"\]/"Robin with a long name"]/' "$scratch/two.azr"
"$program" analyze --nodes 20 --bot uct "$scratch/two.azr" >"$scratch/out"
grep -q '^Robin with a long name#1: lost' "$scratch/out" && grep -q '^Robin with a long name#2: lost' "$scratch/out" &&
  grep -qE '^ +[0-9]+ +1  Robin with#[12]  ' "$scratch/out"
tap_report $? "analyze: seats of the same name have numbers" "$(head -9 "$scratch/out")"
grep -q '[$]' "$scratch/out" && [ "$(sed -n 's/^ *[0-9]\+ \+[1-5]  \(Robin.*[^%]\) %.* %.*/\1/p' "$scratch/out" | sed 's/ %.*//' | awk '{ print length($0) }' | sort -u | wc -l)" -eq 1 ]
tap_report $? "analyze: long payments shift no column" "$(grep -m 3 '[$]' "$scratch/out")"
awk '/^round 3/ { $0 = "round 3 ?" } { print }' "$scratch/two.azr" >"$scratch/bad.azr"
exits "analyze a damaged game" 1 analyze --nodes 20 --bot uct "$scratch/bad.azr"
grep -q "^the record is damaged here (line [0-9]*): " "$scratch/out" && grep -q "bad.azr, line [0-9]*, column 9: " "$scratch/out" &&
  grep -qE "^ +[0-9]+ +2  " "$scratch/out" && ! grep -qE "^ +[0-9]+ +3  " "$scratch/out"
tap_report $? "it is judged up to the fault" "$(tail -5 "$scratch/out")"
"$program" analyze --nodes 20 --bot uct --to json "$scratch/bad.azr" >"$scratch/json" 2>/dev/null
python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert d["damage"]["column"] == 9 and d["moves"][-1]["round"] == 2' "$scratch/json"
tap_report $? "as JSON, too"
exits "analyze game 5 of 1" 1 analyze --game 5 "$scratch/game.azr"
tap_end
