# messages.awk - the Fluent messages that the terminal client uses, as C.
#
#   awk -v mode=keys|table -f tools/messages.awk src/term/*.[ch] web/src/text/*.ftl \
#       web/src/text/terminal/*.ftl
#
# A message is used when a source names it (MSG_LOG_TAKE: the message log-take), when it belongs to one
# of the families `refusal-`, `bot-level-` and `event-`, or when a used message refers to it. A language is the
# name of a file; a second file of the same name, in another folder, adds to it. English comes first.
#
# Of the Fluent syntax it knows text of one or more lines, { $variable }, { message }, { "text" } and
# { $variable -> [key] … *[key] … }. Anything else fails the build with file and line, and so does a
# message that a language lacks or gives other variables than English does.
#
# The C form of a message is its text, in which a byte below 32 begins a part (src/term/messages.c):
#   1 variable | 2 message (2 bytes) | 3 variable, then variants (4 or 6 key 5 text), then 7
# with 4 for a variant and 6 for the default one. A variable is one byte, counted from the blank on; a
# message two, in a system of base 64.

function fail(where, what) {
  print where ": " what > "/dev/stderr"
  failed = 1
  exit 1
}

# ---- Reading files ----

FNR == 1 {
  finish_message()
  is_fluent = FILENAME ~ /\.ftl$/
  lang = FILENAME
  sub(/.*\//, "", lang)
  sub(/\.ftl$/, "", lang)
  if (is_fluent && !(lang in known_lang)) {
    known_lang[lang] = 1
    langs[++lang_count] = lang
  }
}

# The variables, in the order of their X(name).
FILENAME ~ /message_args\.h$/ {
  rest = $0
  while (match(rest, /X\([a-z_]+\)/)) {
    key = substr(rest, RSTART + 2, RLENGTH - 3)
    if (!(key in variable))
      variable[key] = variable_count++
    rest = substr(rest, RSTART + RLENGTH)
  }
  next
}

# The keys that a source names.
!is_fluent {
  rest = $0
  while (match(rest, /MSG_[A-Z0-9_]+/)) {
    key = tolower(substr(rest, RSTART + 4, RLENGTH - 4))
    gsub(/_/, "-", key)
    if (!(key in wanted) && key != "nb" && key !~ /-$/) # MSG_EVENT_##KIND: see the families
      wanted[key] = FILENAME ":" FNR
    rest = substr(rest, RSTART + RLENGTH)
  }
  next
}

# Inside braces and on indented lines a message continues; comments and blank lines end it unless more
# of its text follows.
message != "" && (depth > 0 || /^[ \t]+[^ \t]/ || /^[ \t]*$/) {
  add_line($0)
  next
}
/^#/ || /^[ \t]*$/ { finish_message(); next }
/^[a-z][a-z0-9-]* =/ {
  finish_message()
  message = $1
  at_line = FNR
  if ((lang, message) in source)
    fail(FILENAME ":" FNR, "the message " message " is there twice")
  text = $0
  sub(/^[a-z][a-z0-9-]* = ?/, "", text)
  count_braces(text)
  message_file = FILENAME
  next
}
{ fail(FILENAME ":" FNR, "expected a message, like  name = text") }

function add_line(line) {
  if (depth == 0 && line ~ /^[ \t]+[.*[}]/)
    fail(FILENAME ":" FNR, "attributes are not supported, and no line of text begins with . * [ or }")
  text = text "\n" line
  count_braces(line)
}

# Braces inside quotes are text.
function count_braces(line) {
  gsub(/"[^"]*"/, "", line)
  depth += gsub(/\{/, "", line) - gsub(/\}/, "", line)
}

function finish_message() {
  if (message == "")
    return
  sub(/[ \t\n]+$/, "", text)
  source[lang, message] = text
  place[lang, message] = message_file
  line_of[lang, message] = at_line
  if (lang == "en")
    english[++english_count] = message
  else
    others[++other_count] = lang SUBSEP message
  message = ""
  depth = 0
}

# ---- The pattern of a message ----

function where(    before) {
  before = substr(source[lang, message], 1, at - 1)
  return place[lang, message] ":" (line_of[lang, message] + gsub(/\n/, "", before))
}

function peek() { return substr(source[lang, message], at, 1) }

function skip_space() {
  while (peek() != "" && index(" \t\n", peek()))
    at++
}

function expect(c, what) {
  if (peek() != c)
    fail(where(), "expected " what)
  at++
}

function name(    start) {
  start = at
  while (peek() ~ /[A-Za-z0-9_-]/)
    at++
  if (at == start)
    fail(where(), "expected a name")
  return substr(source[lang, message], start, at - start)
}

function byte(n) { return sprintf("\\%03o", n) }

function escaped(c) {
  if (c == "\"" || c == "\\" || c == "?")
    return "\\" c
  return c == "\n" ? "\\n" : c
}

# The index of a variable as a byte; notes that the message uses it.
function variable_byte(id) {
  if (!(id in variable))
    fail(where(), "the terminal has no variable $" id " (src/term/message_args.h)")
  variables[lang, message] = variables[lang, message] " " id
  return byte(32 + variable[id])
}

# A new line of text: the indentation that all of its lines share is not part of it.
function text_line(    start, blanks) {
  start = at + 1
  blanks = 0
  while (substr(source[lang, message], start + blanks, 1) == " ")
    blanks++
  at = start + (blanks < indent ? blanks : indent)
  return start == 2 ? "" : "\\n"
}

# Does a new variant, or the end of the select, follow this end of a line?
function variant_ends(    rest) {
  rest = substr(source[lang, message], at)
  return rest ~ /^[ \t\n]*(\*?\[|\})/
}

function pattern(inside,    out, c) {
  out = ""
  while ((c = peek()) != "") {
    if (c == "{")
      out = out placeable()
    else if (c == "}" && inside)
      return out
    else if (c == "}")
      fail(where(), "a } without its {")
    else if (c == "\n" && inside) {
      if (!variant_ends())
        fail(where(), "a variant of more than one line is not supported")
      return out
    } else if (c == "\n")
      out = out text_line()
    else {
      out = out escaped(c)
      at++
    }
  }
  if (inside)
    fail(where(), "expected }")
  return out
}

function placeable(    out, id) {
  expect("{", "{")
  skip_space()
  if (peek() == "\"")
    out = quoted()
  else if (peek() == "$") {
    at++
    id = name()
    skip_space()
    if (peek() == "-")
      return selection(id)
    out = byte(1) variable_byte(id)
  } else if (peek() ~ /[a-z]/) {
    id = name()
    if (!((lang, id) in source))
      fail(where(), "there is no message " id " in this language")
    references[lang, message] = references[lang, message] " " id
    out = byte(2) "@" id "@"
  } else
    fail(where(), "expected $variable, message or \"text\": other Fluent syntax is not supported")
  skip_space()
  expect("}", "}: functions, attributes and terms are not supported")
  return out
}

function quoted(    out) {
  out = ""
  for (at++; peek() != "\""; at++) {
    if (peek() == "" || peek() == "\n" || peek() == "\\")
      fail(where(), "expected plain text in quotes")
    out = out escaped(peek())
  }
  at++
  return out
}

function selection(id,    out) {
  at++
  expect(">", "->")
  out = byte(3) variable_byte(id)
  defaults_seen = 0
  for (skip_space(); peek() != "}"; skip_space())
    out = out variant()
  at++
  if (defaults_seen != 1)
    fail(where(), "a select needs one default variant, marked with *")
  return out byte(7)
}

function variant(    out, star, before) {
  star = peek() == "*"
  if (star)
    at++
  expect("[", "a variant, like  [key] text")
  skip_space()
  out = byte(star ? 6 : 4) name() byte(5)
  skip_space()
  expect("]", "]")
  while (peek() == " ")
    at++
  before = defaults_seen # a select inside the variant counts its own
  out = out pattern(1)
  defaults_seen = before + star
  return out
}

# The C form of a message, once for each language.
function compile(id) {
  message = id
  at = 1
  if (source[lang, id] == "")
    fail(where(), "the message " id " has no text")
  indent = shared_indent(source[lang, id])
  return pattern(0)
}

function shared_indent(whole,    lines, n, i, least) {
  n = split(whole, lines, "\n")
  least = 1000
  for (i = 2; i <= n; i++) {
    if (lines[i] ~ /^[ \t]*$/ || lines[i] ~ /^ *(\*?\[|\})/)
      continue
    match(lines[i], /^ */)
    if (RLENGTH < least)
      least = RLENGTH
  }
  return least
}

# ---- Which messages, and whether the languages agree ----

function use(id) {
  if (id in number)
    return
  number[id] = used_count
  used[used_count++] = id
}

function choose_messages(    i, id) {
  for (id in wanted)
    if (!(("en", id) in source))
      fail(wanted[id], "MSG_" c_name(id) ": there is no message " id " in English")
  for (i = 1; i <= english_count; i++)
    if (english[i] in wanted || english[i] ~ /^(refusal|bot-level|event)-/)
      use(english[i])
}

function compile_all(    i, l) {
  for (i = 0; i < used_count; i++)
    for (l = 1; l <= lang_count; l++) {
      lang = langs[l]
      if (!((lang, used[i]) in source))
        fail(lang ".ftl", "the message " used[i] " is missing")
      defaults_seen = 0
      compiled[lang, used[i]] = compile(used[i])
      add_references(used[i])
    }
}

function add_references(id,    part, n) {
  for (n = split(references[lang, id], part); n > 0; n--)
    use(part[n])
}

# The variables that a caller must give: those of the message and of all that it refers to.
function variables_of(l, id, found, steps,    part, n) {
  if (steps > 8)
    fail(place[l, id] ":" line_of[l, id], "the message " id " refers to itself")
  for (n = split(variables[l, id], part); n > 0; n--)
    found[part[n]] = 1
  for (n = split(references[l, id], part); n > 0; n--)
    variables_of(l, part[n], found, steps + 1)
}

function compare(id, l,    mine, theirs, v) {
  split("", mine)
  split("", theirs)
  variables_of("en", id, mine, 0)
  variables_of(l, id, theirs, 0)
  for (v in mine)
    if (!(v in theirs))
      fail(place[l, id] ":" line_of[l, id], "the message " id " does not use $" v ", which English does")
  for (v in theirs)
    if (!(v in mine))
      fail(place[l, id] ":" line_of[l, id], "the message " id " uses $" v ", which English does not")
}

function compare_all(    i, l, part) {
  for (i = 0; i < used_count; i++)
    for (l = 2; l <= lang_count; l++)
      compare(used[i], langs[l])
  for (i = 1; i <= other_count; i++) {
    split(others[i], part, SUBSEP)
    if (!(("en", part[2]) in source))
      fail(place[part[1], part[2]] ":" line_of[part[1], part[2]], "the message " part[2] " is missing in English")
  }
}

# ---- C ----

function english_first(    i) {
  for (i = 1; langs[i] != "en"; i++)
    if (i > lang_count)
      fail("messages.awk", "there is no en.ftl")
  for (; i > 1; i--)
    langs[i] = langs[i - 1]
  langs[1] = "en"
}

function c_name(id) {
  id = toupper(id)
  gsub(/-/, "_", id)
  return id
}

function print_keys(    i) {
  print "/* Made by tools/messages.awk from the .ftl files: do not edit. */"
  print "#ifndef TERM_MESSAGE_KEYS_H\n#define TERM_MESSAGE_KEYS_H\n"
  printf "typedef enum msg_lang {"
  for (i = 1; i <= lang_count; i++)
    printf " LANG_%s,", toupper(langs[i])
  print " LANG_NB } msg_lang;\n\ntypedef enum msg_key {"
  for (i = 0; i < used_count; i++)
    print "    MSG_" c_name(used[i]) ","
  print "    MSG_NB\n} msg_key;\n\n#endif"
}

# References by name become two digits.
function numbered(text,    out, id) {
  out = ""
  while (match(text, /\\002@[a-z0-9-]+@/)) {
    id = substr(text, RSTART + 5, RLENGTH - 6)
    out = out substr(text, 1, RSTART + 3) byte(32 + int(number[id] / 64)) byte(32 + number[id] % 64)
    text = substr(text, RSTART + RLENGTH)
  }
  return out text
}

function print_table(    i, l) {
  print "/* Made by tools/messages.awk from the .ftl files: do not edit. */"
  print "#include \"term/messages.h\"\n"
  print "const char *const msg_languages[LANG_NB] = {"
  for (l = 1; l <= lang_count; l++)
    print "    \"" langs[l] "\","
  print "};\n\nconst char *const msg_names[MSG_NB] = {"
  for (i = 0; i < used_count; i++)
    print "    \"" used[i] "\","
  print "};\n\nconst char *const msg_table[LANG_NB][MSG_NB] = {"
  for (l = 1; l <= lang_count; l++) {
    print "    {"
    for (i = 0; i < used_count; i++)
      print "        \"" numbered(compiled[langs[l], used[i]]) "\","
    print "    },"
  }
  print "};"
}

END {
  if (failed)
    exit 1
  finish_message()
  english_first()
  choose_messages()
  compile_all()
  compare_all()
  if (mode == "keys")
    print_keys()
  else
    print_table()
}
