#!/usr/bin/env bash
# embed-nets.sh FILE...: the network files as C on standard output (src/ai/nets.h).
set -euo pipefail
echo '/* Made by tools/embed-nets.sh from nets/: do not edit. */'
echo '#include "ai/nets.h"'
n=0
for file in "$@"; do
  echo "static const unsigned char net_$n[] __attribute__((aligned(64))) = {"
  od -An -v -tu1 "$file" | sed 's/  */,/g; s/^,//; s/$/,/'
  echo '};'
  n=$((n + 1))
done
echo 'static const net_file files[] = {'
for ((i = 0; i < n; i++)); do echo "    {net_$i, sizeof net_$i},"; done
echo '    {NULL, 0}};'
echo 'const net_file *net_files(void)'
echo '{'
echo '    return files;'
echo '}'
