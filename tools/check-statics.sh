#!/usr/bin/env bash
# A static function has a name that says what it does: a generic one (`put`, `take`, `run`) defeats grep and
# profilers. A folder (ending in /) or a file that still has some is listed in tools/statics-exceptions.txt; an
# exception that is no longer needed is a fault too.
#
#   check-statics.sh --list    static functions whose name more than one .c file of src/ has
source "$(dirname "$0")/checklib.sh"

EXCEPTIONS=tools/statics-exceptions.txt
GENERIC="add advance allocate answer append ask chance check choose close collect compare copy count deal do_it end fail fault fill find
flush get go grow handle init keep look make measure mix next now_us open percent play problem process put rank read refuse replay report resume run same say
send serve set settle show shown sign start stop submit take tell think trim turn update unused wake watch work write"

# statics: `name path` for every static function of a .c file. The layout is clang-format's, so a definition begins
# in the first column.
statics() {
  sources src | grep '\.c$' | xargs -r awk '
    /^static [^=;]*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); print name, FILENAME }' | sort -u
}

# exception PATH: the line of the exceptions that covers it.
exception() {
  grep -sv '^#' "$EXCEPTIONS" | awk -v path="$1" 'NF && (path == $1 || $1 ~ /\/$/ && index(path, $1) == 1) { print $1; exit }'
}

run_check() {
  local name path line used=" "
  while read -r name path; do
    case " $(tr '\n' ' ' <<<"$GENERIC") " in *" $name "*) ;; *) continue ;; esac
    line=$(exception "$path")
    used+="$line "
    [ -n "$line" ] || fault "$path: the static function $name needs a telling name"
  done < <(statics)
  while read -r line; do
    case $line in '' | '#'*) continue ;; esac
    case $used in *" $line "*) ;; *) fault "$EXCEPTIONS: $line is not needed any more" ;; esac
  done < <(cat "$EXCEPTIONS" 2>/dev/null)
}

list_shared() {
  statics | awk '{ files[$1] = files[$1] " " $2; n[$1]++ } END { for (name in n) if (n[name] > 1) print name files[name] }' | sort
}

self_test() {
  scratch
  put src/base/a.c 'static int put_byte(int x) { return x; }
int a(int x); int a(int x) { return put_byte(x); }'
  must_pass "a telling name"
  put src/base/a.c 'static int put(int x) { return x; }
int a(int x); int a(int x) { return put(x); }'
  must_find "a generic name" "src/base/a.c: the static function put"
  put tools/statics-exceptions.txt 'src/base/a.c'
  must_pass "an exception"
  put tools/statics-exceptions.txt 'src/base/'
  must_pass "an exception for a folder"
  put src/base/a.c 'static int put_byte(int x) { return x; }
int a(int x); int a(int x) { return put_byte(x); }'
  must_find "an old exception" "src/base/ is not needed any more"
}

case ${1:-} in
  --self-test) self_test ;;
  --list) list_shared; exit 0 ;;
  *) run_check ;;
esac
finish
