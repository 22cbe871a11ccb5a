#!/usr/bin/env bash
# Every C file is laid out as clang-format 14 lays it out with .clang-format: `make format` repairs.
source "$(dirname "$0")/checklib.sh"

CLANG_FORMAT=${CLANG_FORMAT:-$(command -v clang-format-14 || echo clang-format)}

run_check() {
  local file output
  output=$(sources src include tests | xargs -r "$CLANG_FORMAT" --dry-run -Werror 2>&1) && return 0
  while read -r file; do
    fault "$file: run \`make format\`"
  done < <(sed -nE 's/^([^: ]+):[0-9]+:[0-9]+: error:.*/\1/p' <<<"$output" | sort -u)
  [ "$faults" -gt 0 ] || fault "$output"
}

self_test() {
  local style=$PWD/.clang-format
  scratch
  cp "$style" .
  put include/azulejo/a.h 'int azj_f(int x);'
  must_pass "good layout"
  put include/azulejo/a.h 'int   azj_f( int x );'
  must_find "bad layout" "a.h: run"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
