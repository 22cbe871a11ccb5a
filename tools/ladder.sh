#!/usr/bin/env bash
# ladder.sh [OPTION]... [RULES/SEATS]...: the ladder of levels, every neighbour against the next one.
#
#   -p FILE    the program (default build/azulejo; `make LITE=1` builds one that needs only libc)
#   -j CORES   games at the same time (default: $JOBS, else all cores)
#   -s SECONDS stop then; all finished games are kept, and the next call resumes (default: no end)
#   -g GAMES   of each pair (default 200)
#   -o FOLDER  where games and results are kept (default: $OUT, else build/ladder)
#   -f LEVEL   begin with this level (default: the easiest)
#   -n         only list the matches
#
# RULES/SEATS like classic/2 or duel/2; without one: all thirteen. Every level plays the one below it,
# the easiest one random moves; with two seats every level also plays 60 games against itself, for its
# points, floor losses and dumps. The highest level has 50,000 nodes a move with two seats and 100,000
# with more, the others have limits of their own, so all games are the same everywhere. FOLDER/NAME.log has the games,
# FOLDER/NAME.json the result of each match; tools/ladder-table.py FOLDER makes the tables of them.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

program=build/azulejo cores=${JOBS:-$(nproc)} seconds=0 games=200 out=${OUT:-build/ladder} list=0 first=
usage() { sed -n '2,/^set/{/^set/d;s/^# \?//;p}' "$0" >&2; exit 2; }
while getopts p:j:s:g:o:f:n option; do
  case $option in
    p) program=$OPTARG ;; j) cores=$OPTARG ;; s) seconds=$OPTARG ;; g) games=$OPTARG ;;
    o) out=$OPTARG ;; f) first=$OPTARG ;; n) list=1 ;; *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- classic/2 classic/3 classic/4 grey/2 grey/3 grey/4 crystal1/2 crystal1/3 crystal1/4 \
  crystal2/2 crystal2/3 crystal2/4 duel/2
read -r -a levels < <("$program" engine <<< $'azp 1\nquit' | sed -n 's/^option name bot .* values \(.*\)$/\1/p' |
  tr ' ' '\n' | sed -n '/^solver$/,/^novice$/p' | sed '1d;$d;s/-[0-9]*$//' | tr '\n' ' ')
[ "${#levels[@]}" -gt 3 ] || { echo "ladder.sh: $program does not list its levels" >&2; exit 1; }
highest=${levels[-1]} from=0
while [ -n "$first" ] && [ "${levels[from]:-}" != "$first" ]; do
  from=$((from + 1))
  [ "$from" -lt "${#levels[@]}" ] || { echo "ladder.sh: no level $first; the levels are ${levels[*]}" >&2; exit 2; }
done

begun=$SECONDS
left() { # seconds until the end, or a day
  [ "$seconds" -gt 0 ] && echo $((seconds - (SECONDS - begun))) || echo 86400
}

# player LEVEL SEATS: as azulejo match takes it.
player() {
  [ "$1" = "$highest" ] && echo "$1=$1@nodes=$(($2 == 2 ? 50000 : 100000))" || echo "$1=$1@nodes=1000000000"
}

# play NAME GAMES RULES SEATS PLAYER PLAYER
play() {
  local name=$1 count=$2 rules=$3 seats=$4 budget
  [ $list = 1 ] && { echo "$name: $count games"; return; }
  [ -e "$out/$name.json" ] && grep -qE "\"games\":([0-9]+),\"planned\":\1," "$out/$name.json" && return
  budget=$(left)
  [ "$budget" -ge 3 ] || { later=$((later + 1)); return; }
  "$program" match "$5" "$6" --rules "$rules" --players "$seats" --games "$count" --seed 20 --cpu-time \
    --concurrency "$cores" --budget "$budget" --log "$out/$name.log" --quiet --json - > "$out/$name.new" &&
    mv "$out/$name.new" "$out/$name.json" && echo "$name"
}

# pairs FROM TO: the levels of these places against the ones below them, in every game.
pairs() {
  local place game rules seats lower upper
  for ((place = $1; place <= $2; place++)); do
    for game in "${games_of[@]}"; do
      rules=${game%/*} seats=${game#*/}
      upper=${levels[place]} lower=random
      [ "$place" -gt 0 ] && lower=${levels[place - 1]}
      play "$rules-$seats-$upper" "$games" "$rules" "$seats" "$(player "$upper" "$seats")" "$(player "$lower" "$seats")"
      [ "$seats" = 2 ] &&
        play "$rules-self-$upper" 60 "$rules" 2 "$(player "$upper" 2)" "again=$(player "$upper" 2 | cut -d= -f2-)"
    done
  done
}

games_of=("$@") later=0
mkdir -p "$out"
pairs "$from" $((${#levels[@]} - 1)) # the quick ones first
[ $later = 0 ] || echo "ladder.sh: $later matches are left; the same call goes on"
