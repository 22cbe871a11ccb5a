#!/usr/bin/env bash
# Games of self-play: shards are whole, the number of processes changes nothing, a run goes on where
# it was, damage is found.
set -uo pipefail
cd "$(dirname "$0")/../.."
program=${AZULEJO:-build/azulejo}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
check() { # check TEXT COMMAND...
  if "${@:2}"; then echo "ok - $1"; else echo "not ok - $1"; failed=1; fi
}
selfplay() { "$program" selfplay --nodes 20 --look 20 --games 6 --shard 2 "$@" 2>/dev/null; }

for game in "classic 2" "grey 3" "crystal1 4" "crystal2 2" "duel 2"; do
  set -- $game
  selfplay --rules "$1" --players "$2" --out "$folder/a-$1" >/dev/null
  selfplay --rules "$1" --players "$2" --out "$folder/b-$1" --jobs 3 >/dev/null
  check "$game: three shards" test "$(ls "$folder/a-$1" | wc -l)" = 3
  check "$game: one process or three, the same bytes" diff -r "$folder/a-$1" "$folder/b-$1"
done

cp -r "$folder/a-classic" "$folder/c"
rm "$folder/c/classic-2-1-00001.azp"
printf 'x' | dd of="$folder/c/classic-2-1-00002.azp" bs=1 seek=100 conv=notrunc 2>/dev/null
selfplay --out "$folder/c" >/dev/null
check "a missing and a damaged shard are played again" diff -r "$folder/a-classic" "$folder/c"

selfplay --out "$folder/d" --again "$folder/a-classic" --deals 2 >/dev/null
check "looked at again: as many shards" test "$(ls "$folder/d" | wc -l)" = 3
check "... with other values" test "$(cat "$folder/d"/*.azp | cksum)" != "$(cat "$folder/a-classic"/*.azp | cksum)"
selfplay --out "$folder/e" --again "$folder/d" --deals 4 >/dev/null
selfplay --out "$folder/f" --again "$folder/a-classic" --deals 4 >/dev/null
check "... which follow from the positions alone" diff -r "$folder/e" "$folder/f"
"$program" selfplay --games 6 --shard 2 --out "$folder/g" --again "$folder/none" >"$folder/out" 2>&1
check "looked at again: a folder that is not there" test "$? $(cat "$folder/out")" = "1 azulejo selfplay: $folder/none is no folder"
mkdir "$folder/other"
for i in 0 1 2; do cp "$folder/a-crystal2/crystal2-2-1-0000$i.azp" "$folder/other/classic-2-1-0000$i.azp"; done
"$program" selfplay --games 6 --shard 2 --out "$folder/g" --again "$folder/other" >"$folder/out" 2>&1
check "looked at again: positions of another game" grep -q "it is of another game" "$folder/out"
check "... leave nothing behind" test -z "$(ls "$folder/g")"

for wrong in "" "--out $folder/x --nodes 0" "--out $folder/x --jobs 0" "--out $folder/x --deals 0" "--out $folder/x --rules chess" \
  "--out $folder/x --bot nobody" "--out $folder/x --rules duel --players 3" "--out $folder/x more"; do
  # shellcheck disable=SC2086
  "$program" selfplay $wrong >"$folder/out" 2>&1
  check "refused: selfplay $wrong" test "$? $(wc -l <"$folder/out")" = "2 1"
done
"$program" selfplay --out /proc/nowhere >"$folder/out" 2>&1
check "a folder that cannot be made" test "$? $(wc -l <"$folder/out")" = "1 1"
: >"$folder/file"
"$program" selfplay --out "$folder/file" >"$folder/out" 2>&1
check "a file where a folder should be is told of before a game is played" \
  test "$? $(cat "$folder/out")" = "1 azulejo selfplay: $folder/file is no folder"
# What the training reads of it: the names of positions, seats and features of each game.
features=$(dirname "$program")/features
if [ -x "$features" ]; then
  for game in "classic 2 491" "grey 3 491" "crystal1 4 491" "duel 2 918"; do
    read -r rules seats count <<<"$game"
    "$features" "$folder/f" "$folder/a-$rules"/*.azp
    read -r n s f <"$folder/f.txt"
    check "$rules: $n positions of $seats seats" test "$s $f" = "$seats $count"
    check "$rules: arrays of the right size" test "$(stat -c %s "$folder/f.x") $(stat -c %s "$folder/f.y")" = \
      "$((n * s * f)) $((4 * n * (3 + 5 * s)))"
  done
  "$features" "$folder/f" Makefile 2>"$folder/out"
  check "a file that is no shard" test "$? $(wc -l <"$folder/out")" = "1 1"
else
  echo "skip - no $features (make train-programs)"
fi
exit $failed
