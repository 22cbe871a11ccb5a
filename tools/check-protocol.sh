#!/usr/bin/env bash
# The requests, messages, events and error codes of the server are those of src/server/protocol.h and
# game.h in the documents (docs/server.md) and on the page (web/src/online), and every code that the
# server sends is in the list.
source "$(dirname "$0")/checklib.sh"

# list FILE MACRO: the first argument of each X() of the macro.
list() {
  awk -v macro="#define $2(X)" 'index($0, macro) { on = 1 } on { print } on && !/\\$/ { exit }' "$1" |
    grep -oE 'X\([A-Za-z_]+' | cut -c3- | sort -u
}

# section FILE FROM TO: the lines after the one that matches FROM, before the next that matches TO.
section() { awk -v from="$2" -v to="$3" 'on && $0 ~ to { exit } on { print } $0 ~ from { on = 1 }' "$1"; }

# first_column: the names in backquotes in the first column of a table.
first_column() { grep -E '^\| `' | cut -d'|' -f2 | grep -oE '`[a-z]+`' | tr -d '\140' | sort -u; }

# same WHAT LIST FOUND: each of the list is found; with a fourth argument also the reverse.
same() {
  local name
  for name in $2; do grep -qx -- "$name" <<<"$3" || fault "$1 lacks $name"; done
  [ -n "${4:-}" ] || return 0
  for name in $3; do grep -qx -- "$name" <<<"$2" || fault "$1 has $name, which the server does not know"; done
}

run_check() {
  local errors events requests messages words kinds used
  requests=$(list src/server/protocol.h PROTOCOL_REQUESTS)
  messages=$(list src/server/protocol.h PROTOCOL_MESSAGES)
  errors=$(list src/server/protocol.h PROTOCOL_ERRORS
    list src/server/game.h GAME_ERRORS | grep -vxE 'OK|AGAIN')
  events=$(list src/server/game.h GAME_EVENTS | tr 'A-Z' 'a-z')
  [ -n "$requests" ] && [ -n "$messages" ] && [ -n "$errors" ] && [ -n "$events" ] || fault "a list is empty"

  same "docs/server.md, requests," "$requests" "$(section docs/server.md '^\| request \| fields' '^$' | first_column)" both
  same "docs/server.md, messages," "$messages" "$(section docs/server.md '^\| message \| fields' '^$' | first_column)" both
  same "docs/server.md, events," "$events" "$(section docs/server.md '^\| event \| fields' '^$' | cut -d'|' -f2 | grep -oE '`[a-z]+`' | tr -d '\140' | sort -u)"
  words=$(grep -oE '\b[A-Z][A-Z_]{2,}\b' docs/server.md | sort -u)
  same "docs/server.md, error codes," "$errors" "$words"

  kinds=$(grep -ohE "kind: '[^;]*" web/src/online/protocol.ts | grep -oE "'[a-z]+'" | tr -d "'" | sort -u)
  same "web/src/online/protocol.ts, events," "$events" "$kinds"
  words=$(grep -ohE "'[A-Z][A-Z_]{2,}'" web/src/online/errors.ts | tr -d "'" | sort -u)
  same "web/src/online/errors.ts" "$(grep -vxE 'NO_RECORD|HOST|NOT_READ|TOO_LONG' <<<"$errors")" "$words"

  used=$(grep -rhE '(request_refuse|request_limit|hub_reply_error)\(' -A2 src/server --include='*.c' |
    grep -oE '"[A-Z][A-Z_]{2,}"' | tr -d '"' | sort -u)
  same "src/server/protocol.h" "$used" "$errors"
}

self_test() {
  scratch
  mkdir -p src/server docs web/src/online
  printf '%s\n' '#define PROTOCOL_REQUESTS(X) \' '    X(ping, 0) \' '    X(move, 1)' \
    '#define PROTOCOL_MESSAGES(X) \' '    X(sync)' '#define PROTOCOL_ERRORS(X) \' '    X(FULL)' >src/server/protocol.h
  printf '%s\n' '#define GAME_ERRORS(X) \' '    X(OK, "fine") \' '    X(STALE, "old")' \
    '#define GAME_EVENTS(X) \' '    X(SIT, "sit")' >src/server/game.h
  echo 'void f(void) { request_refuse(r, "FULL", "full"); }' >src/server/f.c
  printf '%s\n' '| request | fields | answer |' '|---|---|---|' '| `ping` | | `pong` |' '| `move` | `table` | `ok` |' '' \
    '| message | fields |' '|---|---|' '| `sync` | `table` |' '' '| event | fields |' '|---|---|' '| `sit` | `name` |' '' \
    'Errors: `FULL STALE`.' >docs/server.md
  echo "type E = { kind: 'sit'; seat: number };" >web/src/online/protocol.ts
  echo "const SPOKEN = ['FULL', 'STALE'];" >web/src/online/errors.ts
  must_pass "all the same"
  sed -i 's/| `move`/| `play`/' docs/server.md
  must_find "a request without a row" "requests, lacks move"
  must_find "a row without a request" "has play"
  sed -i 's/| `play`/| `move`/' docs/server.md
  sed -i "s/'STALE'/'OLD'/" web/src/online/errors.ts
  must_find "a code without a sentence" "errors.ts lacks STALE"
  sed -i "s/'OLD'/'STALE'/" web/src/online/errors.ts
  echo 'void g(void) { hub_reply_error(c, 500, "SURPRISE", "what"); }' >src/server/g.c
  must_find "a code that no list has" "protocol.h lacks SURPRISE"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
