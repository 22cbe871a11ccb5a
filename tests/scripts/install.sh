#!/usr/bin/env bash
# serial: calls make in the build directory that other scripts use
# `make install` into a scratch prefix gives everything that a user of the library needs: a small
# program finds it by pkg-config, links with the static and the shared library, and runs.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source tests/support/tap.sh
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

check() { # check WHAT COMMAND...
  local output
  output=$("${@:2}" 2>&1)
  tap_report $? "$1" "$output"
}

make_quiet() { "${MAKE:-make}" -s --no-print-directory BUILD="${BUILD:-build}" PREFIX="$prefix" DESTDIR= "$@"; }
flags() { PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config "$@" azulejo; }

# A user whose functions have the names of our inner ones: none of ours is in his way.
write_namesake() {
  local build=${BUILD:-build}
  nm -g --defined-only "$build/libinside.a" | awk '$2 == "T" && $3 !~ /^azj_/ { print "int " $3 "(void) { return 1; }" }'
  sed '/^#include <azulejo/d' "$prefix/user.c"
}

# Includes every installed header and takes the address of a function of the library, in a way that
# the compiler cannot see through, so that the link fails when the library does not have it.
write_program() {
  local header symbol
  symbol=$(nm -D --defined-only "$prefix/lib/libazulejo.so" | awk '$2 == "T" { print $3; exit }')
  for header in "$prefix"/include/azulejo/*.h; do echo "#include <azulejo/$(basename "$header")>"; done
  echo '#include <stdio.h>'
  echo "static void *volatile function = (void *)$symbol;"
  echo 'int main(void) { printf("%d\n", function != NULL); return 0; }'
}

# The flags are several words on purpose.
# shellcheck disable=SC2046
static_program() {
  gcc -std=c17 -static "$prefix/user.c" $(flags --cflags --static --libs) -o "$prefix/static" &&
    [ "$("$prefix/static")" = 1 ]
}
# shellcheck disable=SC2046
namesake_program() {
  { echo '#include <azulejo/azulejo.h>'; write_namesake; } >"$prefix/namesake.c"
  gcc -std=c17 -w -fno-builtin -static "$prefix/namesake.c" $(flags --cflags --static --libs) -o "$prefix/namesake" &&
    [ "$("$prefix/namesake")" = 1 ]
}
# shellcheck disable=SC2046
shared_program() {
  gcc -std=c17 "$prefix/user.c" $(flags --cflags --libs) -o "$prefix/shared" &&
    grep -q 'libazulejo.so' <<<"$(ldd "$prefix/shared")" &&
    [ "$(LD_LIBRARY_PATH=$prefix/lib "$prefix/shared")" = 1 ]
}
# The umbrella header from C++: a move named, listed and refused with its sentence.
# shellcheck disable=SC2046
cplusplus_program() {
  cat >"$prefix/user.cc" <<'END'
#include <azulejo/azulejo.h>
#include <cstring>
int main()
{
    static azj_move moves[AZJ_MOVES_MAX];
    azj_options options = {AZJ_CLASSIC, 2, 0, 0};
    azj_state s;
    azj_rng rng;
    azj_fault why;
    char text[AZJ_FAULT_TEXT_MAX];
    azj_rng_seed(&rng, 1);
    if (azj_new(&s, &options) != AZJ_E_OK)
        return 1;
    azj_deal(&s, &rng);
    if (azj_moves(&s, moves) == 0 || azj_play(&s, azj_move_take(9, AZJ_BLUE, 1), &why, nullptr) == AZJ_E_OK)
        return 1;
    azj_fault_text(&why, text, sizeof text);
    return std::strcmp(text, "there is no factory 9") != 0 || azj_observation_size(AZJ_DUEL) != AZJ_OBS_DUEL;
}
END
  "$cplusplus" -std=c++11 -Wall -Wextra -Werror "$prefix/user.cc" $(flags --cflags --libs) -o "$prefix/cplusplus" &&
    LD_LIBRARY_PATH=$prefix/lib "$prefix/cplusplus"
}
# `make LITE=1 LDFLAGS=-static`: the program is linked with -static, the shared library without. It runs and plays.
static_lite() {
  make_quiet -j"$(nproc)" BUILD="$prefix/lite" LITE=1 CFLAGS=-O0 LDFLAGS=-static all || return 1
  ! readelf -l "$prefix/lite/azulejo" | grep -q INTERP &&
    "$prefix/lite/azulejo" match greedy random --games 2 --nodes 1 --quiet | grep -q '^classic, 2 seats.*2 of 2 games' &&
    rm -r "$prefix/lite"
}
# `make all web-build`: the program is linked with the page that was just built, not with the one before.
page_comes_first() {
  local plan
  plan=$("${MAKE:-make}" -n --no-print-directory BUILD="$prefix/page" all web-build) || return 1
  [[ $plan == *"npm run build"*"tools/embed.sh web/dist"* ]]
}
# Other ways to write BUILD are the same build: a test that wrote it so once compiled everything, and the next one again.
nothing_to_compile() {
  ! "${MAKE:-make}" --no-print-directory BUILD="$(realpath "${BUILD:-build}")" all | grep '^  CC'
}
same_version() { [ "$(flags --modversion)" = "$(cat VERSION)" ]; }
nothing_left() { [ -z "$(find "$prefix" -name '*azulejo*' -not -type d)" ]; }

check "make install" make_quiet install
write_program >"$prefix/user.c"
check "pkg-config knows the version" same_version
check "a program links with the static library" static_program
check "no name inside the static library meets a user's" namesake_program
check "a program links with the shared library" shared_program
if cplusplus=$(command -v g++ || command -v clang++); then
  check "a C++ program links with it" cplusplus_program
else
  tap_skip "a C++ program links with it" "no C++ compiler"
fi
check "a static program can be built without the libraries of the server and the terminal" static_lite
check "in one call of make the page is built before the program that carries it" page_comes_first
check "the installed program runs" "$prefix/bin/azulejo" --version
if command -v scdoc >/dev/null; then
  check "the man page is there" test -s "$prefix/share/man/man1/azulejo.1"
else
  tap_skip "the man page is there" "no scdoc"
fi
check "an absolute path of the build directory compiles nothing again" nothing_to_compile
check "make uninstall" make_quiet uninstall
check "nothing is left behind" nothing_left
tap_end
