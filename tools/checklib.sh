# Shared by the tools/check-*.sh scripts; sourced, not run. Every check is called as
#   check-NAME.sh [--self-test]
# and looks at the tree in $ROOT (the project) and the objects in $OBJECTS. Its self-test seeds a
# violation in a scratch tree and proves that the check finds it there: a check that cannot fail
# proves nothing.
# shellcheck shell=bash
set -uo pipefail
export LC_ALL=C

ROOT=${ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
cd "$ROOT" || exit 2
BUILD=${BUILD:-build}
OBJECTS=${OBJECTS:-$BUILD/obj}
CHECK=$(basename "$0" .sh)
faults=0

# fault TEXT: reports one violation.
fault() {
  echo "$CHECK: $1"
  faults=$((faults + 1))
}

finish() {
  [ "$faults" -eq 0 ] || { echo "$CHECK: $faults fault(s)"; exit 1; }
  echo "$CHECK: fine"
  exit 0
}

# sources FOLDER...: the C files and headers below them.
sources() {
  local folder
  for folder in "$@"; do
    [ ! -d "$folder" ] || find "$folder" -name '*.[ch]'
  done | sort
}

# objects LAYER...: the objects of the layers' present sources, compiled or not.
objects() {
  local layer
  for layer in "$@"; do
    [ ! -d "src/$layer" ] || find "src/$layer" -name '*.c'
  done | sort | sed "s|^\(.*\)\.c$|$OBJECTS/\1.o|" | xargs -r ls 2>/dev/null
}

# all_compiled LAYER...: a check of objects proves nothing about a source without one.
all_compiled() {
  local source
  while read -r source; do
    [ -e "$OBJECTS/${source%.c}.o" ] || fault "$source has no object in $OBJECTS: build first"
  done < <(for layer in "$@"; do sources "src/$layer"; done | grep '\.c$')
}

# code FILE: the file with comments and string contents blanked out, line numbers kept.
code() {
  awk '
    {
      out = ""; line = $0; n = length(line)
      for (i = 1; i <= n; i++) {
        c = substr(line, i, 1); two = substr(line, i, 2)
        if (block) { if (two == "*/") { block = 0; i++ } }
        else if (quote != "") { if (c == "\\") i++; else if (c == quote) { quote = ""; out = out c } }
        else if (two == "//") break
        else if (two == "/*") { block = 1; i++; out = out " " }
        else { if (c == "\"" || c == "\047") quote = c; out = out c }
      }
      quote = ""
      print out
    }' "$1"
}

# --- Self-tests ---
# scratch: an empty tree to seed, removed at the end; sets $scratch and enters it.
scratch() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  cd "$scratch" || exit 2
}

# The layer that implements a public header; one that is not named here is checked by symbols alone.
public_layer() { # public_layer NAME
  case $1 in
    error | pieces | rng) echo base ;;
    rules | classic | duel | batch | layout) echo rules ;;
    text) echo text ;;
    engine) echo ai ;;
    gpu) echo gpu ;;
  esac
}

# put PATH TEXT: writes a file of the scratch tree. A C source is compiled too.
put() {
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$2" >"$1"
  case $1 in
    src/*.c)
      mkdir -p "build/obj/$(dirname "$1")"
      gcc -std=c17 -fPIC -Isrc -Iinclude -c "$1" -o "build/obj/${1%.c}.o" || exit 2 ;;
  esac
}

check_scratch() { ROOT=$scratch BUILD=build OBJECTS=build/obj "$SELF"; }

# must_pass WHAT / must_find WHAT PATTERN: runs the check over the scratch tree.
must_pass() {
  local output
  output=$(check_scratch 2>&1) || fault "self-test: $1 should pass, but: $output"
}
must_find() {
  local output
  if output=$(check_scratch 2>&1); then
    fault "self-test: $1 was not found"
  elif ! grep -qE "$2" <<<"$output"; then
    fault "self-test: $1: expected /$2/ in: $output"
  fi
}

SELF=$(cd "$(dirname "$0")" 2>/dev/null && pwd)/$(basename "$0")
