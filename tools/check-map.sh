#!/usr/bin/env bash
# ARCHITECTURE.md is true: it names every file of src/ in the list of its folder and no other file, its `layers` block
# equals the includes of the sources, its table "Where to change what" names what exists, and it links to every document of the project (one step).
source "$(dirname "$0")/checklib.sh"

MAP=ARCHITECTURE.md

# listed FOLDER: the files in the table after the line "Files of `src/FOLDER/`".
listed() {
  awk -v start="Files of \`src/$1/\`" '
    index($0, start) == 1 { inside = 1; next }
    inside && /^(#|Files of )/ { exit }
    inside && /^\| `/ {
      cell = $0; sub(/^\| /, "", cell); sub(/ \|.*/, "", cell)
      while (match(cell, /`[^`]+`/)) { print substr(cell, RSTART + 1, RLENGTH - 2); cell = substr(cell, RSTART + RLENGTH) }
    }' "$MAP" | sort
}

# present FOLDER: the sources of src/FOLDER, and the lists that they include.
present() {
  { sources "src/$1"; find "src/$1" -name '*.def'; } | sed "s|^src/$1/||" | sort
}

check_files() {
  local folder name
  for folder in src/*/; do
    folder=$(basename "$folder")
    while read -r name; do
      fault "$MAP does not name src/$folder/$name"
    done < <(comm -13 <(listed "$folder") <(present "$folder"))
    while read -r name; do
      fault "$MAP names src/$folder/$name, which does not exist"
    done < <(comm -23 <(listed "$folder") <(present "$folder"))
  done
}

# includes: lines `LAYER USED` for every include of another layer, one each. The layer of a public header is the one
# that implements it.
includes() {
  local name public=""
  for name in include/azulejo/*.h; do
    name=$(basename "$name" .h)
    public+="$name $(public_layer "$name") "
  done
  sources src | xargs -r grep -HE '^ *# *include *["<]' | sed -nE 's/^src\/([a-z]+)\/[^:]*: *# *include *["<]([^">]+)[">].*/\1 \2/p' |
    awk -v public_layers="$public" '
      BEGIN {
        n = split(public_layers, w, " ")
        for (i = 1; i < n; i += 2) public[w[i]] = w[i + 1]
      }
      {
        used = $2
        if (used ~ /^azulejo\//) { sub(/^azulejo\//, "", used); sub(/\.h$/, "", used); used = public[used] }
        else if (used ~ /^[a-z]+\//) sub(/\/.*/, "", used)
        else used = ""
        if (used != "" && used != $1) print $1, used
      }' | while read -r layer used; do [ ! -d "src/$used" ] || echo "$layer $used"; done | sort -u
}

drawn() {
  awk '/^```layers/ { inside = 1; next } /^```/ { inside = 0 } inside { for (i = 2; i <= NF; i++) print $1, $i }' "$MAP" | sort -u
}

check_layers() {
  local layer used
  while read -r layer used; do
    fault "$MAP: $layer includes $used, which the layers block does not say"
  done < <(comm -13 <(drawn) <(includes))
  while read -r layer used; do
    fault "$MAP: the layers block says that $layer includes $used, but no file does"
  done < <(comm -23 <(drawn) <(includes))
}

# links FILE: the documents that it links to, as paths from the root.
links() {
  grep -oE '\]\([^)#]+\.(md|scd)' "$1" | sed 's/^](//' | while read -r link; do
    realpath -m --relative-to=. "$(dirname "$1")/$link"
  done
}

check_links() {
  local file
  while read -r file; do
    fault "$MAP does not link to $file"
  done < <(comm -23 <(find . \( -name node_modules -o -name '.*' ! -name . -o -name 'build*' -o -name dist -o -name gallery -o -name shared \) -prune -o \
    \( -name '*.md' -o -name '*.scd' \) -printf '%P\n' | grep -vxF "$MAP" | sort) <(links "$MAP" | sort -u))
}

# places: the files, folders and names in the table "Where to change what", less those with a placeholder.
places() {
  awk '/^## / { inside = 0 } /^## Where to change what/ { inside = 1 } inside' "$MAP" | grep -oE '`[^`]+`' | tr -d '\140' |
    grep -vE '[<*…]|-N$|[ ]' | sort -u
}

# check_places: what the table names exists, a file at the end of some path, a name somewhere in the sources.
check_places() {
  local place
  while read -r place; do
    case $place in
      */) [ -d "$place" ] || fault "$MAP, where to change what: there is no folder $place" ;;
      *.*) [ -n "$(find src include web/src docs tests tools mk -path "*$place" 2>/dev/null)" ] ||
        fault "$MAP, where to change what: there is no file $place" ;;
      *) grep -rqwF -- "$place" src web/src include tests mk 2>/dev/null ||
        fault "$MAP, where to change what: nothing is called $place" ;;
    esac
  done < <(places)
}

run_check() {
  check_places
  check_files
  check_layers
  check_links
}

self_test() {
  scratch
  put src/base/bits.h 'int base_bits(int x);'
  put src/rules/one/one.c '#include "base/bits.h"'
  local good='Files of `src/base/`: bits.

| file | purpose |
|---|---|
| `bits.h` | bits |

Files of `src/rules/`: games.

| `one/one.c` | one |

```layers
base
rules base
```
[api](docs/api.md)

## Where to change what

| bits | `base_bits` in `base/bits.h` |'
  put docs/api.md 'The library.'
  put ARCHITECTURE.md "$good"
  must_pass "a true map"
  put src/base/more.h 'int more(void);'
  must_find "a file that is not named" "does not name src/base/more.h"
  rm src/base/more.h
  put ARCHITECTURE.md "${good/\`bits.h\`/\`bits.h\`, \`bits.c\`}"
  must_find "a file that does not exist" "names src/base/bits.c, which does not exist"
  put ARCHITECTURE.md "${good/rules base/rules}"
  must_find "an include that is not drawn" "rules includes base, which"
  put ARCHITECTURE.md "${good/$'base\nrules'/$'base rules\nrules'}"
  must_find "an arrow without an include" "says that base includes rules"
  put ARCHITECTURE.md "${good/\`base_bits\`/\`base_bytes\`}"
  must_find "a place that has another name by now" "nothing is called base_bytes"
  put ARCHITECTURE.md "${good/base\/bits.h/base\/bytes.h}"
  must_find "a place that has moved" "there is no file base/bytes.h"
  put ARCHITECTURE.md "$good"
  put docs/lost.md 'Lost.'
  must_find "a document without a link" "does not link to docs/lost.md"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
