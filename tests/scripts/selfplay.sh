#!/usr/bin/env bash
# Games of self-play: shards are whole, the number of processes changes nothing, a run goes on where
# it was, damage is found.
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
selfplay() { "$program" selfplay --nodes 20 --look 20 --games 6 --shard 2 "$@" 2>/dev/null; }
again() { "$program" selfplay --look 20 "$@" 2>/dev/null; }
refused() { # refused TEXT WORDS COMMAND...: it fails with one line that has these words
  "${@:3}" >"$folder/out" 2>&1
  local rc=$?
  check "$1" test "$((rc > 0 && rc < 3)) $(wc -l <"$folder/out") $(grep -c -- "$2" "$folder/out")" = "1 1 1"
}

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

cp -r "$folder/a-classic" "$folder/k"
selfplay --out "$folder/k" --games 5 >"$folder/out"
check "fewer games: nothing is played" grep -q "in $folder/k: 5, 0 of them made now" "$folder/out"
check "... and nothing is lost" diff -r "$folder/a-classic" "$folder/k"
selfplay --out "$folder/l" --games 3 >/dev/null
selfplay --out "$folder/l" >"$folder/out"
check "more games: the last shard is filled" diff -r "$folder/a-classic" "$folder/l"
check "... and what was played is counted" grep -q "in $folder/l: 6, 4 of them made now" "$folder/out"
for other in "--nodes 21" "--look 21" "--deals 3" "--noise 3" "--bot greedy" "--shard 3"; do
  # shellcheck disable=SC2086
  selfplay --out "$folder/k" $other >/dev/null
  check "made with other options: refused ($other)" test $? = 1
  check "... and nothing is lost" diff -r "$folder/a-classic" "$folder/k"
done
"$program" selfplay --look 20 --games 2 --shard 2 --nodes 21 --out "$folder/k" 2>"$folder/out"
check "... with the reason" grep -q "k/classic-2-1-00000.azp: it was made with other options" "$folder/out"
printf '\1' | dd of="$folder/k/classic-2-1-00000.azp" bs=1 seek=8 conv=notrunc 2>/dev/null
selfplay --out "$folder/k" >/dev/null
check "a shard of another version is not written over" test "$? $(od -An -tu1 -j8 -N1 "$folder/k/classic-2-1-00000.azp" | tr -d ' ')" = "1 1"
rm "$folder/k/classic-2-1-00000.azp"
mkfifo "$folder/k/classic-2-1-00000.azp"
selfplay --out "$folder/k" >/dev/null
check "what is no file is left alone" test "$? $(stat -c %F "$folder/k/classic-2-1-00000.azp")" = "1 fifo"
again --out "$folder/m" --again "$folder/k" >/dev/null
check "... and looked at in vain, not for ever" test $? = 1
cp -r "$folder/a-classic" "$folder/n"
"$program" selfplay --look 20 --out "$folder/n" --again "$folder/n" >"$folder/out" 2>&1
check "a folder is not looked at again into itself" test "$? $(grep -c "made with other options" "$folder/out")" = "1 1"
check "... and nothing is lost" diff -r "$folder/a-classic" "$folder/n"
refused "one run at a time" "another run is at work" flock "$folder/a-grey" "$program" selfplay --out "$folder/a-grey"

again --out "$folder/d" --again "$folder/a-classic" --deals 2 >/dev/null
check "looked at again: as many shards" test "$(ls "$folder/d" | wc -l)" = 3
check "... with other values" test "$(cat "$folder/d"/*.azp | cksum)" != "$(cat "$folder/a-classic"/*.azp | cksum)"
again --out "$folder/e" --again "$folder/d" --deals 4 >/dev/null
again --out "$folder/f" --again "$folder/a-classic" --deals 4 >/dev/null
check "... which follow from the positions alone" diff -r "$folder/e" "$folder/f"
cp -r "$folder/a-classic" "$folder/holes"
rm "$folder/holes/classic-2-1-00001.azp"
again --out "$folder/h" --again "$folder/holes" --jobs 3 >"$folder/out"
check "a folder with a hole: what is there" test "$(ls "$folder/h" | tr '\n' ' ')" = "classic-2-1-00000.azp classic-2-1-00002.azp "
check "... and nothing else is counted" grep -q ": 4, 4 of them made now" "$folder/out"
again --out "$folder/h" --again "$folder/holes" >"$folder/out"
check "... once" grep -q ": 4, 0 of them made now" "$folder/out"
mkdir "$folder/empty"
"$program" selfplay --out "$folder/g" --again "$folder/empty" >"$folder/out" 2>&1
check "a folder without shards" test "$? $(cat "$folder/out")" = "1 azulejo selfplay: $folder/empty holds no shards of classic with 2 seats and seed 1"
refused "--again with an option of playing" "no meaning with --again" "$program" selfplay --out "$folder/g" --again "$folder/d" --nodes 20
"$program" selfplay --out "$folder/g" --again "$folder/none" >"$folder/out" 2>&1
check "looked at again: a folder that is not there" test "$? $(cat "$folder/out")" = "1 azulejo selfplay: $folder/none is no folder"
mkdir "$folder/other"
for i in 0 1 2; do cp "$folder/a-crystal2/crystal2-2-1-0000$i.azp" "$folder/other/classic-2-1-0000$i.azp"; done
"$program" selfplay --out "$folder/g" --again "$folder/other" >"$folder/out" 2>&1
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
check "a file where a folder should be is reported before a game is played" \
  test "$? $(cat "$folder/out")" = "1 azulejo selfplay: $folder/file is no folder"
# What the training reads of it: the names of positions, seats and features of each game.
features=$(dirname "$program")/features
if [ -x "$features" ]; then
  for game in "classic 2 491" "grey 3 491" "crystal1 4 491" "duel 2 918"; do
    read -r rules seats count <<<"$game"
    "$features" "$folder/f" "$folder/a-$rules"/*.azp
    read -r n s f r <"$folder/f.txt"
    check "$rules: $n positions of $seats seats" test "$s $f $r" = "$seats $count $rules"
    check "$rules: arrays of the right size" test "$(stat -c %s "$folder/f.x") $(stat -c %s "$folder/f.y")" = \
      "$((n * s * f)) $((4 * n * (3 + 5 * s)))"
  done
  "$features" "$folder/all" "$folder/a-duel"/*.azp
  ls "$folder/a-duel"/*.azp | "$features" "$folder/f" -
  check "names from standard input" cmp "$folder/all.x" "$folder/f.x"
  refused "no names there" "no shard was named" "$features" "$folder/f" - </dev/null
  check "... and no text that says how many" test ! -e "$folder/f.txt"
  refused "a file that is no shard" "no shard of self-play" "$features" "$folder/f" Makefile
  refused "two rule sets" "another game" "$features" "$folder/f" "$folder"/a-classic/*0.azp "$folder"/a-duel/*0.azp
  refused "two numbers of seats" "another game" "$features" "$folder/f" "$folder"/a-classic/*0.azp "$folder"/a-grey/*0.azp
  cp "$folder/a-classic/classic-2-1-00000.azp" "$folder/bad.azp"
  printf '\202' | dd of="$folder/bad.azp" bs=1 seek=11 conv=notrunc 2>/dev/null
  refused "130 seats" "header is damaged" "$features" "$folder/f" "$folder/bad.azp"
  printf '\3' | dd of="$folder/bad.azp" bs=1 seek=11 conv=notrunc 2>/dev/null
  refused "another number of seats" "checksum does not fit" "$features" "$folder/f" "$folder/bad.azp"
  ln -s /dev/full "$folder/full.x"
  refused "a full disc" "disc full" "$features" "$folder/full" "$folder"/a-classic/*.azp
else
  tap_skip "what the training reads of it" "no $features (make train-programs)"
fi
tap_end
