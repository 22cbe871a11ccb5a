#!/usr/bin/env bash
# The commands in the documents work: every block fenced as ```sh in README.md and docs/*.md is run
# in a scratch directory with azulejo on the PATH. Lines that begin with `$ ` are commands and the
# rest is output; without such a line the whole block is commands. A block fenced as ```sh no-run is
# skipped, and its first line is a comment that says why.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
PATH=$(dirname "${AZULEJO:-$root/build/azulejo}"):$PATH
export PATH

# blocks FILE: writes each block to $scratch/blocks/LINE.sh or LINE.skip.
blocks() {
  rm -rf "$scratch/blocks" && mkdir "$scratch/blocks"
  awk -v dir="$scratch/blocks" '
    /^```sh( |$)/ { out = dir "/" FNR ($0 ~ /no-run/ ? ".skip" : ".sh"); printf "" > out; next }
    /^```/ { if (out != "") close(out); out = ""; next }
    out != "" { print > out }' "$1"
}

commands() { # commands BLOCK
  if grep -q '^\$ ' "$1"; then sed -n 's/^\$ //p' "$1"; else cat "$1"; fi
}

failed=0
verdict() { # verdict STATUS WHAT [OUTPUT]
  if [ "$1" -eq 0 ]; then
    echo "ok $2"
  else
    echo "not ok $2"
    [ -z "${3:-}" ] || sed 's/^/  /' <<<"$3"
    failed=1
  fi
}

for file in "$root"/README.md "$root"/docs/*.md; do
  [ -e "$file" ] || continue
  name=${file#"$root"/}
  blocks "$file"
  work=$(mktemp -d -p "$scratch")
  for block in $(find "$scratch/blocks" \( -name '*.sh' -o -name '*.skip' \) | sort -V); do
    line=$(basename "${block%.*}")
    case $block in
      *.skip)
        head -n 1 "$block" | grep -q '^# .'
        verdict $? "$name:$line is skipped with a reason" ;;
      *)
        commands "$block" >"$block.run"
        output=$(cd "$work" && timeout 60 bash -e -o pipefail "$block.run" 2>&1 </dev/null)
        verdict $? "$name:$line runs" "$output" ;;
    esac
  done
done
exit $failed
