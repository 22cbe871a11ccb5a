#!/usr/bin/env bash
# embed.sh FOLDER SCRATCH: prints a C file that holds every file of FOLDER, plain and (where that
# is smaller) packed with gzip. The bytes come in by the assembler's .incbin, which is quick.
set -euo pipefail

folder=$1 scratch=$2
mkdir -p "$scratch"
scratch=$(realpath "$scratch")

incbin() { # incbin LABEL FILE
  printf '__asm__(".section .rodata\\n.balign 16\\n.hidden %s\\n.global %s\\n%s:\\n"\n' "$1" "$1" "$1"
  printf '        ".incbin \\"%s\\"\\n.hidden %s_end\\n.global %s_end\\n%s_end:\\n.byte 0\\n.previous");\n' \
    "$2" "$1" "$1" "$1"
  printf 'extern const unsigned char %s[], %s_end[];\n' "$1" "$1"
}

echo '#include "server/static.h"'
rows=() i=0
if [ -d "$folder" ]; then
  while read -r file; do
    path=$(realpath "$folder/$file")
    tag=$(sha256sum "$path" | cut -c1-16)
    packed=NULL packed_end=NULL
    incbin "static_file_$i" "$path"
    gzip -9 -n -c "$path" >"$scratch/$i.gz"
    if [ "$(stat -c %s "$scratch/$i.gz")" -lt "$(stat -c %s "$path")" ]; then
      incbin "static_gzip_$i" "$scratch/$i.gz"
      packed=static_gzip_$i packed_end=static_gzip_${i}_end
    fi
    rows+=("    {\"/$file\", \"\\\"$tag\\\"\", static_file_$i, static_file_${i}_end, $packed, $packed_end},")
    i=$((i + 1))
  done < <(cd "$folder" && find . -type f -printf '%P\n' | grep -E '^[A-Za-z0-9._/-]+$' | LC_ALL=C sort)
fi
echo 'const static_file static_embedded[] = {'
printf '%s\n' "${rows[@]}"
echo '    {NULL, NULL, NULL, NULL, NULL, NULL}};'
