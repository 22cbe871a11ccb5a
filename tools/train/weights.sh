#!/usr/bin/env bash
# weights.sh classic|duel GAMES NODES SEED DATA [KEEP]: fits the weights of the hand-made evaluation.
#
# Plays GAMES games of self-play on all cores for each set of weights (classic: of the base game for
# two; half as many for each other rule set and number of seats), keeps them in the folder DATA, and
# replaces src/ai/eval_weights.c or src/ai/duel_weights.c. The new file names its games, seed and
# commit. Rebuild, and let `azulejo match` decide against the old program before you keep it. KEEP: see
# fit_weights.c. Needs a LITE build (make LITE=1 BUILD=build-lite all train-programs).
set -euo pipefail
die() { echo "weights.sh: $*" >&2; exit 2; }
if [ $# -lt 5 ] || [ $# -gt 6 ] || [[ ! $1 =~ ^(classic|duel)$ ]]; then
  echo "usage: weights.sh classic|duel GAMES NODES SEED DATA [KEEP]" >&2
  exit 2
fi
game=$1 games=$2 nodes=$3 seed=$4 data=$(realpath -m -- "$5") keep=${6:-200}
cd "$(dirname "$0")/../.."
build=${BUILD:-build-lite} out=${OUT:-src/ai}
for program in azulejo fit_weights; do
  [ -x "$build/$program" ] || die "there is no $build/$program: make LITE=1 BUILD=$build all train-programs"
done
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)

# --deals and --look are for networks: the fit uses the results of the games alone.
play() { # play RULES PLAYERS GAMES
  "$build/azulejo" selfplay --rules "$1" --players "$2" --games "$3" --nodes "$nodes" --seed "$seed" \
    --deals 1 --look 1 --out "$data" --jobs "$(nproc)" --shard 25
}

file=$out/duel_weights.c
if [ "$game" = duel ]; then
  play duel 2 "$games"
else
  file=$out/eval_weights.c
  play classic 2 "$games"
  for players in 2 3 4; do
    for rules in classic grey crystal1 crystal2; do
      [ "$rules$players" = classic2 ] || play "$rules" "$players" $(((games + 1) / 2))
    done
  done
fi
mapfile -t shards < <(find "$data" -name "*-$seed-*.azp" | LC_ALL=C sort)
if [ "$game" = duel ]; then
  mapfile -t shards < <(printf '%s\n' "${shards[@]}" | grep '/duel-')
else
  mapfile -t shards < <(printf '%s\n' "${shards[@]}" | grep -v '/duel-')
fi
"$build/fit_weights" -c "$commit: weights.sh $game $games $nodes $seed DATA $keep" -k "$keep" "${shards[@]}" > "$file.new"
mv "$file.new" "$file"
