#!/usr/bin/env bash
# Every rule of docs/rules.md has a test that names it: C1 to C24 and D1 to D23 in tests/unit.
source "$(dirname "$0")/checklib.sh"

rule_ids() {
  seq -f 'C%.0f' 1 24
  seq -f 'D%.0f' 1 23
}

run_check() {
  local id missing=""
  # As a word in a comment or string (C12), or in lower case within a name (test_c12_...).
  for id in $(rule_ids); do
    grep -rqE --include='*.[ch]' "(^|[^A-Za-z0-9])$id([^A-Za-z0-9]|\$)|_${id,}(_|\>)" tests/unit 2>/dev/null ||
      missing+=" $id"
  done
  [ -z "$missing" ] || fault "no test in tests/unit names:$missing"
}

self_test() {
  local id
  scratch
  mkdir -p tests/unit
  for id in $(rule_ids); do echo "/* $id: it holds. */"; done >tests/unit/test_all.c
  must_pass "all named"
  sed -i 's/ C2:/ C20, C22:/' tests/unit/test_all.c
  must_find "C2 missing" "names: C2$"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
