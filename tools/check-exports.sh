#!/usr/bin/env bash
# The shared library exports names that begin with azj_ and no others, and every public header
# stands on its own, in C and in C++.
source "$(dirname "$0")/checklib.sh"

run_check() {
  local name header
  if [ -e "$BUILD/libazulejo.so" ]; then
    [ -n "$(nm -D --defined-only "$BUILD/libazulejo.so")" ] || fault "libazulejo.so exports nothing"
    while read -r name; do
      fault "libazulejo.so exports $name"
    done < <(nm -D --defined-only "$BUILD/libazulejo.so" | awk '$NF !~ /^azj_/ { print $NF }')
  elif [ -n "$(find src -name '*.c' 2>/dev/null)" ]; then
    fault "$BUILD/libazulejo.so is not there"
  fi
  for header in include/azulejo/*.h; do
    [ -e "$header" ] || continue
    gcc -std=c17 -Wall -Wextra -Werror -fsyntax-only -Iinclude -x c "$header" || fault "$header: not C by itself"
    ! command -v clang >/dev/null || clang -std=c++17 -fsyntax-only -Iinclude -x c++ "$header" ||
      fault "$header: not C++ by itself"
  done
}

self_test() {
  scratch
  put src/base/a.c 'int azj_a(void); int azj_a(void) { return 1; }'
  put include/azulejo/a.h 'int azj_a(void);'
  gcc -shared -o build/libazulejo.so build/obj/src/base/a.o
  must_pass "only azj_"
  put src/base/a.c 'int helper(void); int helper(void) { return 1; }'
  gcc -shared -o build/libazulejo.so build/obj/src/base/a.o
  must_find "helper" "exports helper"
  rm build/libazulejo.so
  must_find "no library" "is not there"
  put include/azulejo/a.h 'uint8_t azj_a(void);'
  must_find "a header without its includes" "a.h: not C by itself"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
