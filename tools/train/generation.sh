#!/usr/bin/env bash
# generation.sh RULES SECONDS NODES SEED DATA OUT.azn [PLAYERS]: one generation of a network.
#
# Plays games for so many seconds on all cores with the networks that are built in, turns them
# and all earlier ones of the folder DATA into features, trains by tools/train/RULES.json (with
# three or four seats RULES-PLAYERS.json) and writes OUT.azn and OUT.json. Needs a LITE build
# (make LITE=1 BUILD=build-lite all train-programs) and PyTorch.
set -euo pipefail
cd "$(dirname "$0")/../.."
rules=$1 seconds=$2 nodes=$3 seed=$4 data=$5 out=$6 players=${7:-2}
build=${BUILD:-build-lite} python=${PYTHON:-python3} cores=$(nproc)
look=5000 noise=30 config=tools/train/$rules.json
if [ "$players" != 2 ]; then look=600 config=tools/train/$rules-$players.json; fi
if [ "$rules" = duel ]; then look=150 noise=20; fi

mkdir -p "$data"
"$build/azulejo" selfplay --rules "$rules" --players "$players" --out "$data" --games 10000000 --shard 25 \
  --nodes "$nodes" --look "$look" --noise "$noise" --seed "$seed" --jobs "$cores" --seconds "$seconds"
find "$data" -name "$rules-$players-*.azp" | sort > "$data/shards"
split -n "l/$cores" -a 2 -d "$data/shards" "$data/part."
names=()
for part in "$data"/part.*; do
  [ -s "$part" ] || continue
  xargs "$build/features" "$data/x${part##*.}" < "$part" &
  names+=("$data/x${part##*.}")
done
wait
"$python" tools/train/train.py "$config" "$out" "${names[@]}"
