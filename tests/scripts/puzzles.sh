#!/usr/bin/env bash
# Puzzles: the right move is legal and is not the obvious one, a run goes on where it was, the number of processes changes
# nothing, files merge without duplicates.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
check() { # check TEXT COMMAND...
  local output
  output=$("${@:2}" 2>&1)
  tap_report $? "$1" "$output"
}
puzzles() { "$program" puzzles --nodes 100 --gap 4 "$@" 2>/dev/null; }
of_game() { grep -E "\"(game|done)\":$1[,}]" "$2"; } # of_game GAME FILE

# Every puzzle by the rules: its moves are legal in its position, and the obvious one is not among them.
cat >"$folder/judge.py" <<'PYTHON'
import json, subprocess, sys
found = [p for p in map(json.loads, open(sys.argv[2])) if "id" in p]
assert found, "no puzzle"
for p in found:
    legal = subprocess.run([sys.argv[1], "position", "--legal", "-"], input=p["position"], capture_output=True, text=True).stdout.split()
    assert set(p["moves"]) | {p["obvious"]} <= set(legal), p
    assert p["obvious"] not in p["moves"] and "draw" not in p["moves"], p
    assert p["gap"] >= 0.04 and 1 <= p["grade"] <= 5 and p["reasons"], p
    assert " view=" in p["position"], p
PYTHON

for rules in classic grey duel; do
  count=2
  [ "$rules" = duel ] && count=1
  puzzles --rules "$rules" --out "$folder/$rules" --count $count
  check "$rules: whole puzzles" python3 "$folder/judge.py" "$program" "$folder/$rules"
done

puzzles --out "$folder/a" --count 2
lines=$(wc -l <"$folder/a")
puzzles --out "$folder/a" --count 2
check "enough puzzles: nothing is added" test "$(wc -l <"$folder/a")" = "$lines"
head -c -20 "$folder/a" >"$folder/cut"
puzzles --out "$folder/cut" --count 2
check "a run that was cut off goes on" python3 -c '
import json, sys
ids = set()
for line in open(sys.argv[1]):
    try: ids.add(json.loads(line).get("id"))
    except ValueError: pass
assert len(ids - {None}) >= 2, ids' "$folder/cut"

puzzles --out "$folder/b" --count 4 --jobs 2
of_game 0 "$folder/a" >"$folder/a0"
of_game 0 "$folder/b" | head -n "$(wc -l <"$folder/a0")" >"$folder/b0"
check "one process or two: the same game" cmp "$folder/a0" "$folder/b0"

"$program" puzzles --pack "$folder/a" "$folder/a" "$folder/b" "$folder/duel" >"$folder/packed" 2>/dev/null
check "packed: each position of the rule set once" test "$(cut -f 9 "$folder/packed" | sort | uniq -c | awk '$1 > 1' | wc -l) $(grep -c 'classic 2 ' "$folder/packed")" = "0 $(wc -l <"$folder/packed")"
check "packed: easy ones first" sort -c -k 2,2n "$folder/packed"
"$program" puzzles --regrade <"$folder/packed" >"$folder/again" 2>/dev/null
check "graded again by the same levels: nothing changes" cmp "$folder/packed" "$folder/again"
awk -F'\t' -v OFS='\t' '{ $2 = 3; $3 = "nobody"; print }' "$folder/packed" >"$folder/wrong"
"$program" puzzles --regrade <"$folder/wrong" >"$folder/again" 2>/dev/null
check "graded again: whatever stood there" cmp "$folder/packed" "$folder/again"
puzzles --recheck <"$folder/packed" >"$folder/again"
check "searched again by the same engine: all hold" cmp <(cut -f 1-4,6,7,9 "$folder/packed") <(cut -f 1-4,6,7,9 "$folder/again")
awk -F'\t' -v OFS='\t' 'NR == 2 { $6 = $7 } { print }' "$folder/packed" >"$folder/wrong"
"$program" puzzles --recheck --nodes 100 --gap 4 <"$folder/wrong" >"$folder/again" 2>"$folder/told"
check "one that does not hold is dropped, and why is told" test "$(sed 's/^........: //' "$folder/told"; sed 2d "$folder/packed" | cut -f 1)" = "another move is the best
$(($(wc -l <"$folder/packed") - 1)) of $(wc -l <"$folder/packed") puzzles hold
$(cut -f 1 "$folder/again")"
sed '2s/\t[^\t]*$//' "$folder/packed" >"$folder/short"
check "a line that is no puzzle is named" test "$("$program" puzzles --regrade <"$folder/short" 2>&1 >/dev/null)" = "azulejo puzzles: line 2 is no puzzle as --pack prints them"
check "packed: nine fields" test "$(awk -F'\t' 'NF != 9' "$folder/packed" | wc -l)" = 0

for wrong in "" "--out" "--out x --gap 0" "--out x y" "--pack" "--pack $folder/none" "--recheck --regrade" "--recheck --out x" "--out /proc/none/x"; do
  # shellcheck disable=SC2086
  "$program" puzzles $wrong >"$folder/out" 2>&1
  rc=$?
  check "refused: puzzles $wrong" test "$((rc > 0 && rc < 3)) $(wc -l <"$folder/out")" = "1 1"
done
tap_end
