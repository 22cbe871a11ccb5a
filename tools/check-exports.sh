#!/usr/bin/env bash
# The shared and the static library offer names that begin with azj_ and no others, the same in both,
# and every public header stands on its own, in C and in C++.
source "$(dirname "$0")/checklib.sh"

offered_so() { nm -D --defined-only "$BUILD/libazulejo.so" | awk 'NF == 3 { print $3 }' | sort; }
offered_a() { nm -g --defined-only "$BUILD/libazulejo.a" | awk 'NF == 3 { print $3 }' | sort; }

check_library() { # check_library FILE NAMES
  local name
  [ -n "$2" ] || fault "$1 exports nothing"
  for name in $2; do
    case $name in azj_*) ;; *) fault "$1 exports $name" ;; esac
  done
}

run_check() {
  local header shared static
  if [ -e "$BUILD/libazulejo.so" ] && [ -e "$BUILD/libazulejo.a" ]; then
    shared=$(offered_so) static=$(offered_a)
    check_library libazulejo.so "$shared"
    check_library libazulejo.a "$static"
    [ "$shared" = "$static" ] || fault "libazulejo.so and libazulejo.a do not offer the same names"
    while read -r name; do
      grep -qx "$name" <<<"$shared" || fault "$name stands in a header, but the libraries do not have it as a function"
    done < <(sed -nE 's/^AZJ_INLINE .*\b(azj_\w+)\(.*/\1/p' include/azulejo/*.h)
  elif [ -n "$(find src -name '*.c' 2>/dev/null)" ]; then
    fault "$BUILD/libazulejo.so or libazulejo.a is not there"
  fi
  for header in include/azulejo/*.h; do
    [ -e "$header" ] || continue
    gcc -std=c17 -Wall -Wextra -Werror -fsyntax-only -Iinclude -x c "$header" || fault "$header: not C by itself"
    ! command -v clang >/dev/null || clang -std=c++17 -fsyntax-only -Iinclude -x c++ "$header" ||
      fault "$header: not C++ by itself"
  done
}

# libraries CODE [STATIC-CODE]: a shared and a static library made of them.
libraries() {
  rm -f build/libazulejo.*
  put src/base/a.c "${2:-$1}"
  ar qcs build/libazulejo.a build/obj/src/base/a.o
  put src/base/a.c "$1"
  gcc -shared -o build/libazulejo.so build/obj/src/base/a.o
}

self_test() {
  local public='int azj_a(void); int azj_a(void) { return 1; }'
  local helper="$public int helper(void); int helper(void) { return 1; }"
  scratch
  put include/azulejo/a.h 'int azj_a(void);'
  libraries "$public"
  must_pass "only azj_"
  put include/azulejo/a.h '#define AZJ_INLINE static inline
AZJ_INLINE int azj_c(void) { return 1; }'
  must_find "a function of a header" "azj_c stands in a header"
  put include/azulejo/a.h 'int azj_a(void);'
  libraries "$helper" "$public"
  must_find "helper in the shared library" "so exports helper"
  libraries "$public" "$helper"
  must_find "helper in the static library" "[.]a exports helper"
  libraries "$public" "$public int azj_b(void); int azj_b(void) { return 1; }"
  must_find "one name more" "do not offer the same"
  rm build/libazulejo.so
  must_find "no library" "is not there"
  put include/azulejo/a.h 'uint8_t azj_a(void);'
  must_find "a header without its includes" "a.h: not C by itself"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
