#!/usr/bin/env bash
# The paragraphs of every Markdown file are wrapped as tools/wrap-docs.py wraps them: `make format` repairs.
WRAP=$(dirname "$(realpath "$0")")/wrap-docs.py
source "$(dirname "$0")/checklib.sh"

run_check() {
  local file output
  output=$(find . -name '*.md' -not -path '*/node_modules/*' -not -path './build*' -print0 |
    xargs -0 -r python3 "$WRAP" --check 2>&1) && return 0
  while read -r file; do
    fault "$file: run \`make format\`"
  done <<<"$output"
}

self_test() {
  local long
  scratch
  long=$(printf 'word %.0s' {1..30})
  put docs/a.md "$(printf '%s\n' '---' 'a: b' 'c: d' '---' '# Title' '' 'Two short' 'lines' '| a table |' '' '```' "$long" '```')"
  must_find "lines that could be one" "docs/a.md: run"
  python3 "$WRAP" docs/a.md
  must_pass "wrapped paragraphs, code, front matter and a table"
  put docs/a.md "- $long"
  must_find "a long line" "docs/a.md: run"
  python3 "$WRAP" docs/a.md
  must_pass "a wrapped item"
  grep -q '^  word' docs/a.md || fault "an item that goes on is not indented"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
