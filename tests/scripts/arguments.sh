#!/usr/bin/env bash
# Wrong arguments get one clear line on standard error, nothing on standard output, and exit code 2.
set -uo pipefail
cd "$(dirname "$0")/../.."
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}

refuses() { # refuses ARGUMENT...
  local out err status
  err=$(mktemp)
  out=$(timeout 20 "$program" "$@" 2>"$err" </dev/null)
  status=$?
  [ $status -eq 2 ] && [ -z "$out" ] && [ "$(wc -l <"$err")" -eq 1 ] && [ -s "$err" ]
  tap_report $? "azulejo $* is refused" "exit $status, $(wc -l <"$err") lines of error, out \"${out:0:60}\""
  rm -f "$err"
}

explains() { # explains VERB: --help and --version end well and say something
  local text
  text=$("$program" "$1" --help) && [ -n "$text" ] && "$program" "$1" --version >/dev/null
  tap_report $? "azulejo $1 --help"
}

refuses nonsense
refuses ""
refuses --nonsense
verbs=$("$program" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
[ -n "$verbs" ] || tap_report 1 "the help lists verbs"
for verb in $verbs; do
  explains "$verb"
  refuses "$verb" --no-such-option
done

for verb in trace perft bench; do
  refuses $verb extra
  refuses $verb --rules
  refuses $verb --rules chess
  refuses $verb --rules ""
  refuses $verb --players 1
  refuses $verb --players 5
  refuses $verb --players two
  refuses $verb --players -2
  refuses $verb --players 99999999999999999999
  refuses $verb --rules duel --players 3
done
for verb in trace perft; do
  refuses $verb --seed x
  refuses $verb --seed -1
  refuses $verb --seed 18446744073709551616
  refuses $verb --tablets a1,b1,c1
  refuses $verb --rules duel --tablets a1
  refuses $verb --rules duel --tablets a1,a2,b1
  refuses $verb --rules duel --tablets a1,b1,e1
  refuses $verb --rules duel --tablets a1,b1,c3
done
# What is no whole number, for every option that wants one.
for wrong in "" x 1x 1.5 1e3 0x10 -1 +1 " 1" "1 " 99999999999999999999; do
  for option in "trace --games" "trace --seed" "trace --nodes" "trace --players" "perft --depth" "perft --seed" \
    "perft --after" "perft --players" "bench --seconds" "bench --players"; do
    # shellcheck disable=SC2086 # a verb and its option
    refuses $option "$wrong"
  done
done
for option in "trace --games" "trace --seed" "trace --nodes" "trace --bot" "trace --rules" "trace --players" \
  "trace --tablets" "trace --position" "perft --depth" "perft --seed" "perft --after" "perft --rules" \
  "perft --tablets" "bench --seconds" "bench --rules" "bench --players"; do
  # shellcheck disable=SC2086 # a verb and its option
  refuses $option
done
refuses perft --depth 0
refuses perft --depth 13
refuses perft --after 1001
refuses perft --divide=yes
refuses layout extra
refuses layout --rules chess
refuses layout --numbering
refuses layout --numbering both
refuses bench --seconds 0
refuses bench --seconds 61
refuses bench --json=yes
refuses bench --tablets a1,b1,c1
refuses trace --games 0
refuses trace --nodes 0
refuses trace --bot nobody
refuses trace --bot ""
refuses trace --record=yes
tap_end
