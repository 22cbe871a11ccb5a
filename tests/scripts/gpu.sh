#!/usr/bin/env bash
# The kernels for GPUs, run on the processor: the same games as azj_batch, bit for bit; the speed test; and what is said
# where there is no GPU. Where there is one, `make gpu-test` compares it.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${MAKE:-make}" -s --no-print-directory BUILD="$build" "$build/tests/gpu/compare" >"$work/built" 2>&1
tap_report $? "the comparison is built: $(tail -n 1 "$work/built")"
"$build/tests/gpu/compare" -1 100000 >"$work/compared" 2>&1
[ "$(grep -c '^ok' "$work/compared")" -eq 19 ] && ! grep -q '^not ok' "$work/compared"
tap_report $? "kernels and batches play the same games: $(grep -m 1 '^not ok' "$work/compared")"
hashes=$(sed -n 's/^# .* decisions in 100 games, hash //p' "$work/compared" | tr '\n' ' ')
[ "$hashes" = "e81d2badd61bcdb3 2c85e837aa8d3b57 4b2acee81ce7322c 75eb6cd6af6cde28 bfcc97323f5be033 " ]
tap_report $? "the same seed gives the same games on every machine: $hashes"

line=$("$program" bench --gpu processor --games 64 --rules grey --players 3 --json)
[[ $line =~ ^\{\"device\":\"the\ processor\",\"rules\":\"grey\",\"players\":3,\"numbering\":\"moves\",\"games\":64,\"playout_per_s\":[0-9]+, ]]
tap_report $? "the speed of the kernels: $line"

refuses() { # refuses WORDS ARGUMENT...
  local words=$1 said rc
  shift
  said=$("$program" bench "$@" 2>&1)
  rc=$?
  [ $rc -ne 0 ] && [[ $said == *"$words"* ]]
  tap_report $? "refused: bench $*: $said"
}
refuses '"processor" or the number of a GPU' --gpu x
refuses '"processor" or the number of a GPU' --gpu -1
refuses 'games' --gpu processor --games 0
# Without a GPU the driver cannot be opened; with one, there is none of this number.
refuses '--gpu 999: ' --gpu 999
tap_end
