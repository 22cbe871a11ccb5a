#!/usr/bin/env bash
# Folders of the page use each other one way: a file of web/src imports only from its own folder and from folders that
# stand before it in ORDER, so there are no cycles. Files of web/src itself may import everything.
source "$(dirname "$0")/checklib.sh"

ORDER="model text settings engine game art motion ui offline picture review board screens learn practice editor online"

# against_order: imports against the order, and folders that the order does not know, a line each
against_order() {
  (cd web/src && find . -type f \( -name '*.ts' -o -name '*.tsx' \) ! -name '*.d.ts' -print0 | sort -z |
    xargs -0 -r awk -v order="$ORDER" '
      BEGIN { n = split(order, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
      FNR == 1 { file = FILENAME; sub(/^\.\//, "", file); from = file ~ /\// ? substr(file, 1, index(file, "/") - 1) : "" }
      FNR == 1 && from != "" && !(from in rank) { print file ": the folder " from " is not in the order of tools/check-web-imports.sh" }
      {
        line = $0
        while (match(line, /(from|import)[ (]*\047\.\.?\/[^\047]+\047/)) {
          path = substr(line, RSTART, RLENGTH)
          line = substr(line, RSTART + RLENGTH)
          sub(/^[^\047]*\047/, "", path)
          sub(/\047$/, "", path)
          if (path ~ /\.css$/ || from == "") continue
          if (path ~ /^\.\//) continue
          if (path !~ /^\.\.\/[^.]/) { if (path !~ /nets\//) print file ": leaves web/src: " path; continue }
          sub(/^\.\.\//, "", path)
          to = index(path, "/") ? substr(path, 1, index(path, "/") - 1) : ""
          if (to == "") print file ": imports " path ", which uses every folder"
          else if (!(to in rank)) print file ": imports from the unknown folder " to
          else if (rank[to] > rank[from]) print file ": " from " must not import from " to
        }
      }')
}

run_check() {
  local line
  while read -r line; do fault "web/src/$line"; done < <(against_order)
}

self_test() {
  scratch
  put web/src/game/a.ts "import { a } from '../model/a';
import { b } from './b';
import '../styles/table.css';"
  put web/src/main.tsx "import { g } from './online/g';"
  must_pass "imports along the order"
  put web/src/game/a.ts "import type { b } from '../online/b';"
  must_find "an import against the order" "web/src/game/a.ts: game must not import from online"
  put web/src/game/a.ts "const c = await import('../online/c');"
  must_find "a lazy import against the order" "game must not import from online"
  put web/src/game/a.ts "import { d } from '../App';"
  must_find "an import of the whole page" "imports App"
  put web/src/game/a.ts ""
  put web/src/nowhere/lost.ts "export {};"
  must_find "a folder without a place" "the folder nowhere is not in the order"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
