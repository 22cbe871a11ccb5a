#!/usr/bin/env bash
# generation.sh RULES SECONDS NODES SEED DATA OUT.azn [PLAYERS]: one generation of a network.
#
# Plays games for a number of seconds on all cores with the networks that are built in, turns them
# and all earlier ones of the folder DATA into features, trains by tools/train/RULES.json (with
# three or four seats RULES-PLAYERS.json) and writes OUT.azn and OUT.json. Needs a LITE build
# (make LITE=1 BUILD=build-lite all train-programs) and PyTorch.
set -euo pipefail
die() { echo "generation.sh: $*" >&2; exit 2; }
if [ $# -lt 6 ] || [ $# -gt 7 ]; then
  echo "usage: generation.sh RULES SECONDS NODES SEED DATA OUT.azn [PLAYERS]" >&2
  exit 2
fi
rules=$1 seconds=$2 nodes=$3 seed=$4 data=$(realpath -m -- "$5") out=$(realpath -m -- "$6") players=${7:-2}
cd "$(dirname "$0")/../.."
build=${BUILD:-build-lite} python=${PYTHON:-python3} cores=$(nproc)
look=5000 noise=30 config=tools/train/$rules.json
if [ "$players" != 2 ]; then look=600 config=tools/train/$rules-$players.json; fi
if [ "$rules" = duel ]; then look=150 noise=20; fi

# Everything that can be wrong is looked at before the long part.
[ -f "$config" ] || die "there is no $config: nothing is known of $rules with $players players"
"$python" tools/train/train.py --check "$config" "$out"
for program in azulejo features; do
  [ -x "$build/$program" ] || die "there is no $build/$program: make LITE=1 BUILD=$build all train-programs"
done
"$python" -c 'import numpy, torch' 2>/dev/null || die "$python lacks PyTorch; PYTHON=... chooses another one"
mkdir -p "$data" || die "the folder $data cannot be made"

"$build/azulejo" selfplay --rules "$rules" --players "$players" --out "$data" --games 10000000 --shard 25 \
  --nodes "$nodes" --look "$look" --noise "$noise" --seed "$seed" --jobs "$cores" --seconds "$seconds"

# What an earlier run left would be taken for a part of this one.
forget_parts() { rm -f "$data"/part.[0-9]* "$data"/x[0-9]*.{x,y,txt,same}; }
forget_parts
find "$data" -name "$rules-$players-*.azp" | LC_ALL=C sort > "$data/shards"
[ -s "$data/shards" ] || die "no game was finished in $seconds seconds; give it more"
split -n "l/$((cores < 1000 ? cores : 1000))" -a 3 -d "$data/shards" "$data/part."
names=() processes=()
for part in "$data"/part.*; do
  [ -s "$part" ] || continue
  names+=("$data/x${part##*.}")
  "$build/features" "${names[-1]}" - < "$part" &
  processes+=($!)
done
failed=0
for process in "${processes[@]}"; do wait "$process" || failed=1; done
[ $failed = 0 ] || die "the features could not be made"

# The parts, one after the other, are what one process would have written.
all=$data/$rules-$players count=0
for name in "${names[@]}"; do
  read -r more shape < "$name.txt"
  [ "${shape:=}" = "${shape_of_all:=$shape}" ] || die "$name has other seats, features or rules than ${names[0]}"
  count=$((count + more))
done
cat "${names[@]/%/.x}" > "$all.x"
cat "${names[@]/%/.y}" > "$all.y"
cp "${names[0]}.same" "$all.same"
echo "$count $shape_of_all" > "$all.txt"
forget_parts
"$python" tools/train/train.py "$config" "$out" "$all"
