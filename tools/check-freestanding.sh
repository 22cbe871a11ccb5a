#!/usr/bin/env bash
# The rules are freestanding: their objects, and those objects of base that they reach, need nothing
# from outside but memcpy, memmove, memset and memcmp, include only freestanding headers (and
# string.h for mem*), and own no writable data.
source "$(dirname "$0")/checklib.sh"

HEADERS='float|iso646|limits|stdalign|stdarg|stdbool|stddef|stdint|stdnoreturn|string'

# needs: follows undefined symbols from the rules through base; prints `object symbol` for each that
# neither defines, and `reached object` for every object on the way.
needs() {
  { objects rules | sed 's/^/rules /'; objects base | sed 's/^/base /'; } |
    while read -r layer object; do
      nm -g "$object" | awk -v l="$layer" -v o="$object" 'NF >= 2 { print l, o, $(NF - 1), $NF }'
      echo "$layer $object - -"
    done |
    awk '
      { layer[$2] = $1 }
      $3 == "U" || $3 == "w" { need[$2] = need[$2] " " $4; next }
      $3 != "-" { owner[$4] = $2 }
      END {
        for (o in layer) if (layer[o] == "rules") todo[++n] = o
        for (i = 1; i <= n; i++) {
          o = todo[i]
          if (seen[o]++) continue
          print "reached", o
          k = split(need[o], s, " ")
          for (j = 1; j <= k; j++)
            if (s[j] in owner) todo[++n] = owner[s[j]]
            else print o, s[j]
        }
      }'
}

run_check() {
  local left right object section
  all_compiled base rules
  while read -r left right; do
    if [ "$left" = reached ]; then
      while read -r section; do
        fault "$right: writable data in section $section"
      done < <(objdump -h "$right" | awk '
        $2 ~ /^\.(data|bss|tdata|tbss)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ { print $2 }')
      nm "$right" | grep -q ' C ' && fault "$right: writable common symbol"
    else
      case $right in
        memcpy | memmove | memset | memcmp | _GLOBAL_OFFSET_TABLE_) ;;
        *) fault "$left: needs $right, which is not freestanding" ;;
      esac
    fi
  done < <(needs)
  while read -r object; do
    fault "$object: not a freestanding header"
  done < <(sources src/rules | xargs -r grep -nE '^ *# *include *<' |
    grep -vE "<((azulejo/[a-z_]+)|$HEADERS)\.h>")
}

self_test() {
  scratch
  put src/base/bits.c 'int azj_bits(int x) { return x & 1; }'
  put src/rules/good.c '#include <string.h>
    int azj_bits(int); static const char *const names[] = {"a", "b"};
    const char *azj_name(int i, char *to) { memcpy(to, names[azj_bits(i)], 2); return names[0]; }'
  must_pass "good code"
  put src/rules/bad.c '#include <stdlib.h>
    void *azj_get(void); void *azj_get(void) { return malloc(3); }'
  must_find "malloc" "needs malloc"
  must_find "stdlib.h" "not a freestanding header"
  put src/rules/bad.c 'int azj_next(void); int azj_next(void) { static int n = 1; return n++; }'
  must_find "a static variable" "writable data in section .data"
  put src/rules/bad.c 'int azj_seen[4];'
  must_find "a global" "writable data in section .bss"
  put src/rules/bad.c 'int azj_time(void); int azj_use(void); int azj_use(void) { return azj_time(); }'
  put src/base/clock.c '#include <time.h>
    int azj_time(void); int azj_time(void) { return (int)time(0); }'
  must_find "time through base" "clock.o: needs time"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
