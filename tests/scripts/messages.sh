#!/usr/bin/env bash
# The generator of the terminal's messages refuses what it does not know, with file and line, and a
# language that lacks a message or gives it other variables.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
verdict() { tap_report "$1" "$2" "${3:-}"; }

fresh() { rm -rf "$scratch"/*; cp -r src/term web/src/text "$scratch"; }
make_table() {
  (cd "$scratch" && awk -v mode="${1:-table}" -f "$OLDPWD/tools/messages.awk" term/*.[ch] text/*.ftl \
    text/terminal/*.ftl 2>&1)
}

# refuses WHAT PATTERN: the seeded fault is found.
refuses() {
  local said
  if said=$(make_table); then verdict 1 "$1" "it was accepted"; return; fi
  grep -qE "$2" <<<"$said"
  verdict $? "$1" "$said"
}

fresh
make_table > "$scratch/out"
verdict $? "the messages as they are" "$(head -n 3 "$scratch/out")"

# One message each, on a known line of the Dutch file of the terminal.
line=$(grep -n '^undone = ' web/src/text/terminal/nl.ftl | cut -d: -f1)
seed() { fresh; sed -i "s/^undone = .*/$1/" "$scratch/text/terminal/nl.ftl"; }
at="text/terminal/nl\.ftl:$line: "
seed 'undone = { NUMBER($n) }'; refuses "a function" "${at}expected \\\$variable"
seed 'undone = { -brand }'; refuses "a term" "${at}expected \\\$variable"
seed 'undone = { you.title }'; refuses "an attribute" "${at}expected }"
seed 'undone = a\n    .title = b'; refuses "an attribute of its own" "nl\.ftl:$((line + 1)): attributes are not supported"
seed 'undone ='; refuses "a message without text" "${at}the message undone has no text"
seed 'undone = { undone }'; refuses "a message that refers to itself" "${at}the message undone refers to itself"
seed 'undone = { nothing-like-it }'; refuses "a message that is not there" "${at}there is no message nothing-like-it"
seed 'undone = { $unheard }'; refuses "a variable that the terminal does not have" "${at}the terminal has no variable"
seed 'undone = { $n }'; refuses "a variable that English does not use" "${at}the message undone uses \\\$n"
seed 'undone = oh }'; refuses "a brace too many" "${at}a } without"
seed 'undone = { $n ->\n    [one] a\n    [other] b\n}'; refuses "a select without a default" "nl\.ftl:[0-9]+: a select needs one default"
seed 'undone'; refuses "a line that is no message" "${at}expected a message"
seed 'undone = a\nundone = b'; refuses "a message twice" "is there twice"
seed '# gone'; refuses "a message that a language lacks" "nl\.ftl: the message undone is missing"
seed 'undone = a\nextra = b'; refuses "a message that English lacks" "extra is missing in English"
fresh; sed -i 's/^player = .*/player = Speler/' "$scratch/text/nl.ftl"
refuses "a variable that only English uses" "text/nl\.ftl:[0-9]+: the message player does not use \\\$n"
fresh; sed -i 's/MSG_UNDONE/MSG_UNDONE_TWICE/' "$scratch/term/plain.c"
refuses "a key without a message" "term/plain\.c:[0-9]+: MSG_UNDONE_TWICE"

# A language is its two files; nothing else has to know it.
fresh; cp "$scratch/text/de.ftl" "$scratch/text/fr.ftl"; cp "$scratch/text/terminal/de.ftl" "$scratch/text/terminal/fr.ftl"
make_table keys | grep 'LANG_EN, LANG_DE, LANG_FR, LANG_NL,' > /dev/null
verdict $? "a new language is found by its files" "$(make_table keys | grep LANG)"

# What only the terminal has is used there, and plurals are those that src/term/messages.c knows.
for id in $(grep -hoE '^[a-z][a-z0-9-]* =' web/src/text/terminal/en.ftl | cut -d' ' -f1); do
  key=MSG_$(tr 'a-z-' 'A-Z_' <<<"$id")
  grep -rqw "$key" src/term || verdict 1 "every message of the terminal is used" "$id is not"
done
verdict 0 "every message of the terminal was looked for"
! grep -nE '\[(zero|two|few|many)\]' web/src/text/*.ftl web/src/text/terminal/*.ftl
verdict $? "no plural category but one and other" "src/term/messages.c must learn the others first"
tap_end
