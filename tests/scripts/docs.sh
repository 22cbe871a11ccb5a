#!/usr/bin/env bash
# The commands in the documents work: every block fenced as ```sh in README.md, docs/*.md and lab/*.md is run
# in a scratch directory with azulejo on the PATH. Lines that begin with `$ ` are commands and the
# rest is output; without such a line the whole block is commands. A block fenced as ```sh no-run is
# skipped, and its first line is a comment that says why. The examples of the man page are its lines that
# begin with a tab and the program's name.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
source "$root/tests/support/tap.sh"
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

runs() { # runs WHERE SCRIPT: in a folder of its own, with the examples in it, and without input
  local output
  [ -e "$work/examples" ] || ln -s "$root/examples" "$work/examples"
  output=$(cd "$work" && timeout 120 bash -e -o pipefail "$2" 2>&1 </dev/null)
  tap_report $? "$1 runs" "$output"
}

for file in "$root"/README.md "$root"/docs/*.md "$root"/lab/*.md; do
  [ -e "$file" ] || continue
  name=${file#"$root"/}
  blocks "$file"
  work=$(mktemp -d -p "$scratch")
  for block in $(find "$scratch/blocks" \( -name '*.sh' -o -name '*.skip' \) | sort -V); do
    line=$(basename "${block%.*}")
    case $block in
      *.skip)
        head -n 1 "$block" | grep -q '^# .'
        tap_report $? "$name:$line is skipped with a reason" ;;
      *)
        commands "$block" >"$block.run"
        runs "$name:$line" "$block.run" ;;
    esac
  done
done
page=docs/azulejo.1.scd
work=$(mktemp -d -p "$scratch")
sed -n 's/^\t\(azulejo .*\)/\1/p' "$root/$page" >"$scratch/page"
[ -s "$scratch/page" ]
tap_report $? "$page has examples"
while read -r command; do
  echo "$command" >"$scratch/command"
  runs "$page: $command" "$scratch/command"
done <"$scratch/page"
tap_end
