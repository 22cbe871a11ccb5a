#!/usr/bin/env bash
# tools/baselines.sh: plays every player at tables of greedy and random, resumes where it was stopped, and writes the table.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=$(realpath "${AZULEJO:-build/azulejo}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
baselines=(tools/baselines.sh -p "$program" -j 2 -o "$scratch/games" -b "random greedy uct@nodes=20")

"${baselines[@]}" -g 8 classic/2 classic/3 duel/2 >"$scratch/table" 2>"$scratch/errors"
tap_report $? "it plays" "$(cat "$scratch/errors")"
[ "$(grep -c '^\*\*' "$scratch/table")" -eq 3 ] && [ "$(grep -c '^| \(random\|greedy\|uct@nodes=20\) |' "$scratch/table")" -eq 9 ] &&
  grep -qF '**classic, 3 seats** (equal strength: 33.3 %)' "$scratch/table" && cmp -s "$scratch/table" "$scratch/games/table.md"
tap_report $? "a table for each game, a row for each player" "$(cat "$scratch/table")"
sed -n '/duel/,$p' "$scratch/table" | grep -qE '^\| greedy \| – \| 100\.0 \([0-9.]+–100\.0\) \| [0-9.]+ \| [0-9.e-]+ \| 8 \|$'
tap_report $? "greedy wins all games of Duel against random" "$(cat "$scratch/table")"
signature=$("$program" bench --signature | cut -d ' ' -f 1)
grep -qxF "Played by $("$program" --version), signature $signature." "$scratch/table"
tap_report $? "the table says whose bots they are" "$(head -3 "$scratch/table")"
tools/baselines.sh -p "$program" -j 2 -o "$scratch/levels" -b "ines gaspar" -n classic/2 >"$scratch/plan"
edition() { "$program" engine <<<'azp 1' | grep -o " $1-[0-9]*" | head -1 | tr -d ' '; }
present=$(edition ines) highest=$(edition gaspar)
[ "$(grep -c " $present=$present@nodes=1000000000 " "$scratch/plan")" -eq 1 ] && [ "$(grep -c " $highest=$highest@time=100 " "$scratch/plan")" -eq 1 ]
tap_report $? "a level has the name of its edition: $present" "$(cat "$scratch/plan")"
cp -R "$scratch/games" "$scratch/other" && sed -i s/signature/otherwise/ "$scratch/other/made"
tools/baselines.sh -p "$program" -o "$scratch/other" -b random duel/2 2>"$scratch/errors"
[ $? -eq 2 ] && grep -q "has results of other bots (azulejo .*otherwise .*, now azulejo .*, signature $signature)" "$scratch/errors"
tap_report $? "a folder with results of other bots is refused" "$(cat "$scratch/errors")"
cat "$scratch"/games/*.log >"$scratch/before"
"${baselines[@]}" -g 8 classic/2 >/dev/null
cat "$scratch"/games/*.log | cmp -s - "$scratch/before"
tap_report $? "what has been played is not played again"
printf 'before\n<!-- baselines -->\nold\n<!-- end -->\nbehind\n' >"$scratch/page.md"
"${baselines[@]}" -g 8 -w "$scratch/page.md" duel/2 >/dev/null
[ "$(head -1 "$scratch/page.md")" = before ] && [ "$(tail -1 "$scratch/page.md")" = behind ] && grep -q '^| greedy |' "$scratch/page.md" &&
  ! grep -q '^old$' "$scratch/page.md"
tap_report $? "the table takes its place in a document" "$(cat "$scratch/page.md")"
"${baselines[@]}" -w "$scratch/table" 2>"$scratch/errors"
[ $? -eq 2 ] && grep -q 'has no line' "$scratch/errors"
tap_report $? "a document without a place for it is refused" "$(cat "$scratch/errors")"
[ "$("${baselines[@]}" -n | wc -l)" -eq 39 ]
tap_report $? "all thirteen games are planned"
tap_end
