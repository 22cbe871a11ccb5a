#!/usr/bin/env bash
# simulation.sh PROGRAM PROGRESS SEEDS SECONDS: plays the seeds 1 to SEEDS of the simulation of several nodes (tests/sim), a
# hundred at a time, and ends after SECONDS. PROGRESS keeps the figures of what was played, and the next call goes on from
# there; remove the file to begin anew. Exit code 1: a seed broke a law; it is named, and the next call plays it again.
set -euo pipefail
program=$1 progress=$2 seeds=$3 until=$((SECONDS + $4)) piece=100

touch "$progress"
played() { awk '{ for (i = 1; i <= NF; i++) if (sub(/^seeds=/, "", $i)) n += $i } END { print n + 0 }' "$progress"; }

next=$(($(played) + 1))
while ((next <= seeds && SECONDS < until)); do
  count=$((seeds - next + 1 < piece ? seeds - next + 1 : piece))
  if ! figures=$("$program" --first "$next" --seeds "$count"); then
    echo "$figures"
    exit 1
  fi
  tr '\n' ' ' <<<"$figures" >>"$progress"
  echo >>"$progress"
  next=$((next + count))
done
awk '{ for (i = 1; i <= NF; i++) { split($i, a, "="); if (!(a[1] in sum)) order[++n] = a[1]; sum[a[1]] += a[2] } }
  END { for (i = 1; i <= n; i++) printf "%s=%d%s", order[i], sum[order[i]], i == n ? "\n" : " " }' "$progress"
((next > seeds)) || echo "not all of $seeds yet: call it again"
