#!/usr/bin/env bash
# Functions that this project does not use: unbounded writes, parsers without errors, hidden state,
# non-local jumps. The library in addition never ends the process and never writes to the terminal.
source "$(dirname "$0")/checklib.sh"

EVERYWHERE='sprintf|vsprintf|strcpy|stpcpy|strcat|strncpy|strncat|gets|atoi|atol|atoll|atof|strtok'
EVERYWHERE+='|rand|srand|random|srandom|drand48|rand_r|scanf|sscanf|fscanf|vscanf|alloca|setjmp|longjmp'
EVERYWHERE+='|tmpnam|tempnam|mktemp|asctime|ctime|gmtime|localtime'
LIBRARY='exit|_exit|abort|quick_exit|atexit|printf|puts|putchar|perror'

search() { # search PATTERN WHY FOLDER...
  local pattern=$1 why=$2 file line
  shift 2
  while read -r file; do
    while read -r line; do
      fault "$file:${line%%:*}: $why: ${line#*:}"
    done < <(code "$file" | grep -nE "(^|[^a-zA-Z0-9_.>])($pattern) *\(")
  done < <(sources "$@")
}

run_check() {
  search "$EVERYWHERE" "banned function" src include tests
  search "$LIBRARY" "not in a library" src/base src/rules src/text src/ai src/proto
}

self_test() {
  scratch
  put src/base/good.c '/* sprintf( is banned */
    // strcpy(a, b)
    int snprintf_like(int); int run(int);int my_exit(int);
    const char *azj_text = "use rand() here";'
  must_pass "good code"
  local call
  for call in 'sprintf(b, "x")' 'strcpy (a, b)' 'x = atoi(s)' 'return rand()'; do
    put tests/unit/test_bad.c "void f(void) { $call; }"
    must_find "$call" "test_bad.c:1: banned function"
  done
  rm tests/unit/test_bad.c
  mkdir -p src/text
  echo 'void f(void) { exit(1); }' >src/text/bad.c
  must_find "exit in the library" "bad.c:1: not in a library"
}

if [ "${1:-}" = --self-test ]; then self_test; else run_check; fi
finish
