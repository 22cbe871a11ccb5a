#!/usr/bin/env bash
# A function over 70 lines or a file over 800 wants a reason, in tools/size-exceptions.txt:
#   path            reason
#   path:function   reason
# An exception that is no longer needed, or has no reason, is a fault too.
source "$(dirname "$0")/checklib.sh"

FUNCTION_MAX=70
FILE_MAX=800
EXCEPTIONS=tools/size-exceptions.txt

# oversized: prints `name lines limit` for every function and file above its limit. The layout is
# clang-format's, so a function's braces stand alone in the first column.
oversized() {
  sources src include tests | xargs -r awk -v fn="$FUNCTION_MAX" -v file="$FILE_MAX" '
    function close_file() { if (lines > file) print name, lines, file }
    FNR == 1 { close_file(); name = FILENAME; start = 0 }
    { lines = FNR }
    /^[A-Za-z_].*\(/ { head = $0; sub(/\(.*/, "", head); sub(/.*[ *]/, "", head) }
    /^\{$/ { start = FNR }
    /^\}/ { if (start && FNR - start + 1 > fn) print name ":" head, FNR - start + 1, fn; start = 0 }
    END { close_file() }'
}

run_check() {
  local name lines limit reason seen=" "
  while read -r name lines limit; do
    seen+="$name "
    grep -qsE "^${name}[[:space:]]+[^[:space:]]" "$EXCEPTIONS" ||
      fault "$name has $lines lines, the limit is $limit"
  done < <(oversized)
  [ -e "$EXCEPTIONS" ] || return 0
  while read -r name reason; do
    case $name in '' | '#'*) continue ;; esac
    [ -n "$reason" ] || fault "$EXCEPTIONS: $name has no reason"
    case $seen in *" $name "*) ;; *) fault "$EXCEPTIONS: $name is not needed any more" ;; esac
  done <"$EXCEPTIONS"
}

repeat() { local i; for ((i = 0; i < $1; i++)); do echo "    (void)0;"; done; }

self_test() {
  scratch
  put src/base/a.c "int f(int x);
static int g(void)
{
$(repeat 68)
}"
  must_pass "a function of 70 lines"
  put src/base/a.c "static int g(void)
{
$(repeat 69)
}"
  must_find "a function of 71 lines" "src/base/a.c:g has 71 lines"
  put tools/size-exceptions.txt "src/base/a.c:g  a table in code"
  must_pass "an exception with a reason"
  put tools/size-exceptions.txt "src/base/a.c:g"
  must_find "an exception without a reason" "has no reason"
  put tools/size-exceptions.txt "src/base/a.c:g  a table in code
src/base/b.c  gone"
  must_find "an old exception" "b.c is not needed any more"
  put src/base/b.h "$(yes '/* */' | head -n 801)"
  put tools/size-exceptions.txt "src/base/a.c:g  a table in code"
  must_find "a file of 801 lines" "src/base/b.h has 801 lines"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
