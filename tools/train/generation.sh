#!/usr/bin/env bash
# generation.sh RULES SECONDS NODES SEED DATA OUT.azn: one generation of a network for two seats.
#
# Plays games for so many seconds on all cores with the networks that are built in, turns them
# and all earlier ones of the folder DATA into features, trains by tools/train/RULES.json and writes
# OUT.azn and OUT.json. Needs a LITE build (make LITE=1 BUILD=build-lite all train-programs) and PyTorch.
set -euo pipefail
cd "$(dirname "$0")/../.."
rules=$1 seconds=$2 nodes=$3 seed=$4 data=$5 out=$6
build=${BUILD:-build-lite} python=${PYTHON:-python3} cores=$(nproc)

mkdir -p "$data"
"$build/azulejo" selfplay --rules "$rules" --out "$data" --games 10000000 --shard 100 --nodes "$nodes" \
  --seed "$seed" --jobs "$cores" --seconds "$seconds"
find "$data" -name "$rules-2-*.azp" | sort > "$data/shards"
split -n "l/$cores" -a 2 -d "$data/shards" "$data/part."
names=()
for part in "$data"/part.*; do
  [ -s "$part" ] || continue
  xargs "$build/features" "$data/x${part##*.}" < "$part" &
  names+=("$data/x${part##*.}")
done
wait
"$python" tools/train/train.py "tools/train/$rules.json" "$out" "${names[@]}"
