#!/usr/bin/env bash
# embed.sh FOLDER SCRATCH: prints a C file that holds every file of FOLDER, plain and (where that
# is smaller) packed with gzip and brotli. The bytes come in by the assembler's .incbin, which is quick.
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

# packed KIND COMMAND...: embeds what the command makes of $path, if that is smaller; $part is for its row.
packed() {
  local kind=$1
  shift
  part="{NULL, NULL}"
  "$@" <"$path" >"$scratch/$i.$kind"
  [ "$(stat -c %s "$scratch/$i.$kind")" -lt "$(stat -c %s "$path")" ] || return 0
  incbin "static_${kind}_$i" "$scratch/$i.$kind"
  part="{static_${kind}_$i, static_${kind}_${i}_end}"
}

# Node, which has built the page, has brotli; without it files are only packed with gzip.
brotli=(node -e 'process.stdout.write(require("zlib").brotliCompressSync(require("fs").readFileSync(0)))')
command -v node >/dev/null || brotli=(cat)
echo '#include "server/static.h"'
rows=() i=0
if [ -d "$folder" ]; then
  while read -r file; do
    path=$(realpath "$folder/$file")
    tag=$(sha256sum "$path" | cut -c1-16)
    incbin "static_file_$i" "$path"
    packed gzip gzip -9 -n -c
    gzip=$part
    packed brotli "${brotli[@]}"
    rows+=("    {\"/$file\", \"\\\"$tag\\\"\", {static_file_$i, static_file_${i}_end}, $gzip, $part},")
    i=$((i + 1))
  done < <(cd "$folder" && find . -type f -printf '%P\n' | grep -E '^[A-Za-z0-9._/-]+$' | LC_ALL=C sort)
fi
echo 'const static_file static_embedded[] = {'
printf '%s\n' "${rows[@]}"
echo '    {.path = NULL}};'
