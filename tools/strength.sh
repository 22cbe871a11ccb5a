#!/usr/bin/env bash
# strength.sh [OPTION]... PART [RULES]...: the measurements of lab/strength.md, by the program itself.
#
#   uct      the strong bot against uct, 200 ms a move, two seats
#   greedy   the same against greedy
#   tables   one strong bot at a table with uct and greedy: three and four seats
#   levels   round robin of all levels, 100 ms for the champion, two seats
#   time     1 s a move against 0.1 s
#   seats    a value for every seat (puct) against alphabeta, three and four seats, 50 ms
#   growth   how depth and nodes grow with time
#
#   -p FILE    the program (default build/azulejo; `make LITE=1` builds one that needs only libc)
#   -j CORES   games at the same time (default: all cores)
#   -s SECONDS stop then; what has been played counts, and the next call resumes (default: no end)
#   -g GAMES   of each match (default: as listed)
#   -o FILE    where the results go, one line of JSON each (default lab/strength/matches.jsonl)
#   -l FOLDER  where the games are kept until their match is finished (default build/strength)
#   -f         make again what the file has, from the first game on (levels are not in the signature)
#   -n         only list the matches with the seconds that they take
#
# Both sides have the same working time a move, every deal is played from every seat. A result that
# the file has already, whole and by the same bots (bench --signature), is not made again.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

program=build/azulejo cores=$(nproc) seconds=0 games=0 out=lab/strength/matches.jsonl
logs=build/strength list=0 afresh=0
usage() { sed -n '2,/^set/{/^set/d;s/^# \?//;p}' "$0" >&2; exit 2; }
while getopts p:j:s:g:o:l:fn option; do
  case $option in
    p) program=$OPTARG ;; j) cores=$OPTARG ;; s) seconds=$OPTARG ;; g) games=$OPTARG ;;
    o) out=$OPTARG ;; l) logs=$OPTARG ;; f) afresh=1 ;; n) list=1 ;; *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || usage
part=$1
shift

# levels: their names, easiest first, as the program lists them.
levels() {
  "$program" play --level '?' 2>&1 | sed -n 's/.*there is no level "?": \(.*\), or .*/\1/p' | tr -d ,
}

# plan: the matches of the part, each with its games and the tenths of a second that a core needs for
# a game (the strong bot uses less than its time: it stops when a round is solved).
plan() {
  local rules duel=0
  for rules in "${@:-}"; do
    [ "$rules" = duel ] && duel=1 || duel=0
    case $part in
      uct) echo 200 $((duel ? 240 : 88)) --rules "$rules" --time 200 strong uct ;;
      greedy) echo 200 $((duel ? 125 : 18)) --rules "$rules" --time 200 strong greedy ;;
      tables)
        [ $duel = 1 ] && continue
        echo 201 90 --rules "$rules" --players 3 --time 200 strong uct greedy
        echo 200 85 --rules "$rules" --players 4 --time 200 strong uct greedy greedy2=greedy ;;
      levels)
        echo 2100 $((duel ? 24 : 5)) --rules "$rules" --time 100 \
          $(levels) ;;
      time) echo $((duel ? 200 : 400)) $((duel ? 680 : 85)) --rules "$rules" \
          slow=strong@time=1000 fast=strong@time=100 ;;
      seats)
        [ $duel = 1 ] && continue
        echo 120 35 --rules "$rules" --players 3 --lineup one --time 50 puct alphabeta
        echo 120 45 --rules "$rules" --players 4 --lineup one --time 50 puct alphabeta ;;
      growth) echo 1 250 growth "$rules" ;;
      *) echo "strength.sh: no such part: $part" >&2; exit 2 ;;
    esac
  done
}

begun=$SECONDS
left() { # seconds until the end, or a day
  [ "$seconds" -gt 0 ] && echo $((seconds - (SECONDS - begun))) || echo 86400
}

# keep COMMAND RESULT: into the file, in the place of an older result of the same command.
keep() {
  local start="{\"command\":\"$1\","
  mkdir -p "$(dirname "$out")"
  touch "$out"
  grep -vF "$start" "$out" > "$out.new"
  echo "$start\"bots\":\"$bots\",${2#\{}" >> "$out.new"
  mv "$out.new" "$out"
}

# done_already COMMAND: by these bots, with all its games?
done_already() {
  grep -F "{\"command\":\"$1\",\"bots\":\"$bots\"," "$out" 2>/dev/null |
    grep -qE '"games":([0-9]+),"planned":\1,|"growth":'
}

measure() { # measure GAMES ARGUMENT...
  local count=$1 command result log
  shift
  if [ "$1" = growth ]; then
    command="azulejo bench --growth --rules $2 --players 2"
  else
    command="azulejo match --games $count $* --cpu-time"
  fi
  log="$logs/$bots-$(echo "$*" | tr -c 'a-z0-9\n' _).log"
  [ $afresh = 1 ] && rm -f "$log"
  [ $afresh = 0 ] && done_already "$command" && { echo "have  $command"; return; }
  [ "$(left)" -ge 5 ] || { echo "later $command"; return; }
  echo "\$ $command"
  if [ "$1" = growth ]; then
    result=$("$program" bench --growth --rules "$2" --players 2 --json)
  else
    result=$("$program" match --games "$count" "$@" --cpu-time --concurrency "$cores" \
      --budget "$(left)" --log "$log" --quiet --json -)
  fi
  [ -n "$result" ] || { echo "strength.sh: failed: $command" >&2; return; }
  grep -q '"games":0,"planned"' <<< "$result" && { echo "later $command"; return; }
  keep "$command" "$result"
}

[ $# -gt 0 ] || set -- classic grey crystal1 crystal2 duel
lines=$(plan "$@") || exit 2
if [ $list = 1 ]; then
  while read -r count tenths what; do
    [ "$games" -gt 0 ] && [ "$part" != growth ] && count=$games
    printf '%6d core-seconds, %5d s on %d cores: %d games %s\n' $((count * tenths / 10)) \
      $((count * tenths / 10 / cores)) "$cores" "$count" "$what"
  done <<< "$lines"
  exit
fi
mkdir -p "$logs"
bots=$("$program" bench --signature | cut -d' ' -f1)
[ -n "$bots" ] || { echo "strength.sh: $program does not work" >&2; exit 1; }
while read -r count tenths what; do
  [ "$games" -gt 0 ] && count=$games
  # shellcheck disable=SC2086
  measure "$count" $what < /dev/null
done <<< "$lines"
