#!/usr/bin/env bash
# What follows from src/server/protocol.def is up to date (docs/server.md, web/src/online/events.ts), every error code of
# the list is in the document and on the page (web/src/online/errors.ts), and every code that the server sends is in it.
source "$(dirname "$0")/checklib.sh"

GENERATOR=$(cd "$(dirname "$0")" && pwd)/protocol.py

# same WHAT LIST FOUND: each of the list is found.
same() {
  local name
  for name in $2; do grep -qx -- "$name" <<<"$3" || fault "$1 lacks $name"; done
}

run_check() {
  local errors line used
  while read -r line; do fault "$line"; done < <(python3 "$GENERATOR" --check "$ROOT" 2>&1)

  errors=$(grep -oE '^(GAME_)?ERROR\([A-Z_]+' src/server/protocol.def | sed 's/.*(//' | grep -vxE 'OK|AGAIN')
  [ -n "$errors" ] || fault "src/server/protocol.def has no error codes"
  same "docs/server.md, error codes," "$errors" "$(grep -oE '\b[A-Z][A-Z_]{2,}\b' docs/server.md | sort -u)"
  same "web/src/online/errors.ts" "$(grep -vxE 'NO_RECORD|HOST|NOT_READ|TOO_LONG' <<<"$errors")" \
    "$(grep -ohE "'[A-Z][A-Z_]{2,}'" web/src/online/errors.ts | tr -d "'" | sort -u)"

  used=$(grep -rhE '(request_refuse|request_limit|hub_reply_error)\(' -A2 src/server --include='*.c' |
    grep -oE '"[A-Z][A-Z_]{2,}"' | tr -d '"' | sort -u)
  same "src/server/protocol.def" "$used" "$errors"
}

self_test() {
  scratch
  mkdir -p src/server docs web/src/online
  printf '%s\n' 'REQUEST(ping, ANY, "", "`pong`")' 'MESSAGE(sync, "`table`")' 'FIELD(seat, count, e->seat)' \
    'EVENT(SIT, sit, HAS(seat), "sits")' 'CAUSE(TIME, time, "late")' 'PHRASE(hello)' \
    'GAME_ERROR(OK, "fine")' 'GAME_ERROR(STALE, "old")' 'ERROR(FULL)' >src/server/protocol.def
  echo 'void f(void) { request_refuse(r, "FULL", "full"); }' >src/server/f.c
  for place in requests messages events causes phrases; do
    printf '<!-- protocol.def: %s -->\n\n<!-- end -->\n' $place
  done >docs/server.md
  echo 'Errors: `FULL STALE`.' >>docs/server.md
  echo "const SPOKEN = ['FULL', 'STALE'];" >web/src/online/errors.ts
  python3 "$GENERATOR" "$scratch"
  must_pass "what was just made"
  sed -i 's/| `ping`/| `pang`/' docs/server.md
  must_find "a changed table" "docs/server.md does not follow"
  python3 "$GENERATOR" "$scratch"
  echo 'EVENT(NOD, nod, HAS(seat), "nods")' >>src/server/protocol.def
  must_find "an event without its type on the page" "events.ts does not follow"
  python3 "$GENERATOR" "$scratch"
  must_pass "what was made again"
  sed -i 's/HAS(seat), "nods"/HAS(chair), "nods"/' src/server/protocol.def
  must_find "a field that does not exist" "the event nod has a field"
  sed -i '/nod/d' src/server/protocol.def
  python3 "$GENERATOR" "$scratch"
  sed -i "s/'STALE'/'OLD'/" web/src/online/errors.ts
  must_find "a code without a sentence" "errors.ts lacks STALE"
  sed -i "s/'OLD'/'STALE'/" web/src/online/errors.ts
  echo 'void g(void) { hub_reply_error(c, 500, "SURPRISE", "what"); }' >src/server/g.c
  must_find "a code that no list has" "protocol.def lacks SURPRISE"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
