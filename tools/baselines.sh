#!/usr/bin/env bash
# baselines.sh [OPTION]... [RULES/SEATS]...: what known players score, as a table that can be cited.
#
#   -p FILE    the program (default build/azulejo); one of `make LITE=1` does not do, as it names no levels
#   -j CORES   games at the same time (default: all cores)
#   -s SECONDS stop then; all finished games are kept, and the next call resumes (default: no end)
#   -g GAMES   of each player against each of the two tables (default 200)
#   -o FOLDER  where games and results are kept (default build/baselines)
#   -b LIST    the players, like "random greedy uct@nodes=1000" (default: below)
#   -w FILE    write the table between the lines `<!-- baselines -->` and `<!-- end -->` of this file
#   -n         only list the matches
#
# RULES/SEATS like classic/2 or duel/2; without one: all thirteen. Every player sits alone at a table of
# greedy and at one of random, on every deal once in each seat. All limits are by nodes, except that of the
# highest level (100 ms of working time a move), so the games are the same everywhere. The table is
# FOLDER/table.md, made of all results that are there, also of former calls; it begins with the program's
# signature, and names levels by their edition. A folder with results of other bots is refused.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

program=build/azulejo cores=$(nproc) seconds=0 games=200 out=build/baselines list=0 players= file=
usage() { sed -n '2,/^set/{/^set/d;s/^# \?//;p}' "$0" >&2; exit 2; }
while getopts p:j:s:g:o:b:w:n option; do
  case $option in
    p) program=$OPTARG ;; j) cores=$OPTARG ;; s) seconds=$OPTARG ;; g) games=$OPTARG ;;
    o) out=$OPTARG ;; b) players=$OPTARG ;; w) file=$OPTARG ;; n) list=1 ;; *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- classic/2 classic/3 classic/4 grey/2 grey/3 grey/4 crystal1/2 crystal1/3 crystal1/4 \
  crystal2/2 crystal2/3 crystal2/4 duel/2
persons=$("$program" play --level '?' 2>&1 | sed -n 's/.*there is no level "?": \(.*\), or .*/\1/p' | tr -d ,)
[ -n "$persons" ] || { echo "baselines.sh: $program does not list its levels" >&2; exit 1; }
bots=" $(printf 'azp 1\nquit\n' | "$program" engine | sed -n 's/^option name bot .* values //p') "

# edition PLAYER: `ines` as the name of its present edition, `ines-2`; other players as they are. The engine names the
# present edition of a level before the former ones.
edition() {
  local bot
  for bot in $bots; do
    [[ $bot =~ ^$1-[0-9]+$ ]] && { echo "$bot"; return; }
  done
  echo "$1"
}
levels=$(for person in $persons; do edition "$person"; done | tr '\n' ' ')
players=${players:-random greedy uct@nodes=100 uct@nodes=1000 uct@nodes=10000 $levels}
players=$(for player in $players; do if [[ " $persons " == *" $player "* ]]; then edition "$player"; else echo "$player"; fi; done)
made="$("$program" --version), signature $("$program" bench --signature | cut -d ' ' -f 1)"

# spec PLAYER: as `match` takes it. A level plays by its own limits, the highest one has 100 ms a move.
spec() {
  case " ${levels% } " in
    *" $1 ") echo "$1=$1@time=100" ;;
    *" $1 "*) echo "$1=$1@nodes=1000000000" ;;
    *) echo "$1" ;;
  esac
}
[ -z "$file" ] || grep -q '^<!-- baselines -->$' "$file" || { echo "baselines.sh: $file has no line <!-- baselines -->" >&2; exit 2; }

mkdir -p "$out" || exit 1
if [ $list = 0 ] && [ -e "$out/made" ] && [ "$made" != "$(cat "$out/made")" ]; then
  echo "baselines.sh: $out has results of other bots ($(cat "$out/made"), now $made): name another folder with -o" >&2
  exit 2
fi
[ $list = 1 ] || echo "$made" >"$out/made"
begun=$SECONDS
for game in "$@"; do
  rules=${game%/*} seats=${game#*/}
  for player in $players; do
    tables=()
    for table in greedy random; do [ "$player" = $table ] || tables+=("$table"); done
    name=$rules-$seats-${player//[^a-z0-9]/_}
    arguments=("$(spec "$player")" "${tables[@]}" --rules "$rules" --players "$seats" --lineup one --games $((games * ${#tables[@]}))
      --nodes 1 --cpu-time --seed 20 --quiet --concurrency "$cores" --log "$out/$name.log" --json "$out/$name.json")
    [ "$rules" = duel ] && arguments+=(--tablets random)
    if [ $list = 1 ]; then
      echo "$program match ${arguments[*]}"
      continue
    fi
    left=0
    if [ "$seconds" -gt 0 ]; then
      left=$((seconds - (SECONDS - begun)))
      [ $left -gt 0 ] || break 2
      arguments+=(--budget "$left")
    fi
    "$program" match "${arguments[@]}" >/dev/null || exit 1
  done
done
[ $list = 0 ] || exit 0
python3 tools/baselines-table.py "$out" >"$out/table.md" || exit 1
cat "$out/table.md"
if [ -n "$file" ]; then
  awk -v table="$out/table.md" '/^<!-- end -->$/ { inside = 0 } !inside { print }
    /^<!-- baselines -->$/ { inside = 1; print ""; while ((getline line < table) > 0) print line; print "" }' "$file" >"$file.new" &&
    mv "$file.new" "$file"
fi
