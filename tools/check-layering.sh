#!/usr/bin/env bash
# Use runs one way, as MAY says. Proven twice: by the includes of every source and by the symbols of every
# object. Also: the games of src/rules do not know each other.
source "$(dirname "$0")/checklib.sh"

# What each layer may use. The program's verb `serve` starts the server, hence cli -> server.
declare -A MAY=(
  [base]="base"
  [rules]="base rules"
  [text]="base rules text"
  [ai]="base rules ai"
  [proto]="base rules text ai proto"
  [term]="base rules text ai term"
  [server]="base rules text ai server"
  [gpu]="base rules gpu"
  [wasm]="base rules text ai wasm"
  [cli]="base rules text ai proto term server gpu cli"
)
LAYERS="base rules text ai proto term server gpu wasm cli"

# Sets `layer` and `game` to those of a path: src/LAYER/..., src/rules/GAME/...; a check of some thousand
# includes calls no other program for each.
place() { # place PATH
  layer=${1#src/} game=
  [[ $layer != rules/*/* ]] || { game=${layer#rules/} game=${game%%/*}; }
  layer=${layer%%/*}
}

# Sets `path` to the path that an include names, as far as it lies in the project.
target() { # target FILE INCLUDE
  path=${1%/*}/$2
  case $2 in
    azulejo/*) path=include/$2 ;;
    ./* | ../*) path=$(realpath -m --relative-to=. "$path") ;;
    *) [ -e "$path" ] || path=src/$2 ;;
  esac
}

allow() { # allow WHERE FROM TO WHAT
  case " ${MAY[$2]:-} " in
    *" $3 "*) ;;
    *) fault "$1: $2 may not use $3 ($4)" ;;
  esac
}

check_includes() {
  local file name path layer game ours from
  while IFS=' ' read -r file name; do
    place "$file"
    ours=$game from=$layer
    target "$file" "$name"
    place "$path"
    case $path in include/azulejo/*) layer=$(public_layer "$(basename "$path" .h)") ;; esac
    [ -n "$layer" ] && [ -n "${MAY[$layer]:-}" ] || continue
    allow "$file" "$from" "$layer" "includes $name"
    [ -z "$ours" ] || [ -z "$game" ] || [ "$ours" = "$game" ] ||
      fault "$file: the game $ours may not use the game $game (includes $name)"
  done < <(sources src | xargs -r grep -HE '^ *# *include *["<]' |
    sed -nE 's/^([^:]+): *# *include *["<]([^">]+\.[a-z]+)[">].*/\1 \2/p' | grep -E ' (\.|[a-z_]+\.h$|azulejo/|[a-z]+/)')
}

check_symbols() {
  local layer from to object symbol
  while read -r object from symbol to; do
    allow "$object" "$from" "$to" "calls $symbol"
  done < <(for layer in $LAYERS; do
    objects "$layer" | xargs -r nm -gA | awk -v l="$layer" '{ o = $1; sub(/:.*/, "", o) } NF > 1 { print l, o, $(NF - 1), $NF }'
  done | awk '
    $3 == "U" { n++; object[n] = $2; from[n] = $1; symbol[n] = $4; next }
    { owner[$4] = $1 }
    END { for (i = 1; i <= n; i++) if (symbol[i] in owner) print object[i], from[i], symbol[i], owner[symbol[i]] }')
}

run_check() {
  local folder
  for folder in src/*/; do
    [ -d "$folder" ] || continue
    folder=$(basename "$folder")
    [ -n "${MAY[$folder]:-}" ] || fault "src/$folder: a layer that $0 does not know"
  done
  check_includes
  all_compiled base rules text ai proto term server cli
  check_symbols
}

self_test() {
  scratch
  put src/base/bits.h 'int base_bits(int x);'
  put src/base/bits.c '#include "base/bits.h"
    int base_bits(int x) { return x & 1; }'
  put src/rules/classic/classic.h 'int rules_take(int x);'
  put src/rules/classic/classic.c '#include "../../base/bits.h"
#include "classic.h"
    int rules_take(int x) { return base_bits(x); }'
  put src/text/text.c '#include "rules/classic/classic.h"
    int text_show(int x); int text_show(int x) { return rules_take(x); }'
  must_pass "good code"
  put src/base/bad.c '#include "rules/classic/classic.h"'
  must_find "base including rules" "base may not use rules"
  put src/base/bad.c '#include "../rules/classic/classic.h"'
  must_find "base including rules by ../" "base may not use rules"
  put include/azulejo/rules.h 'int azj_rules(void);'
  put src/base/bad.c '#include <azulejo/rules.h>'
  must_find "base including a public header of rules" "base may not use rules"
  rm src/base/bad.c
  put src/rules/bad.c 'int text_show(int x); int rules_bad(int x); int rules_bad(int x) { return text_show(x); }'
  must_find "rules calling text" "rules may not use text .calls text_show"
  rm src/rules/bad.c
  put src/rules/duel/duel.c '#include "rules/classic/classic.h"'
  must_find "duel including classic" "the game duel may not use the game classic"
  rm src/rules/duel/duel.c
  mkdir src/extra
  must_find "an unknown layer" "does not know"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
