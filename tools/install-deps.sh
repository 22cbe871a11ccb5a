#!/usr/bin/env bash
# install-deps.sh PROFILE: installs the Debian packages of a profile that are missing, and nothing
# else. Quick and silent when nothing is. The reason for each package is in docs/dependencies.md.
# install-deps.sh --list PROFILE: prints the entries of the profile, one on a line.
#
# An entry is a package, or package/test: what the package is for counts as present, no matter who installed
# it, when the test succeeds. The test is a command that must be on the PATH, +MODULE for pkg-config, or
# the path of a file. So a system without Debian's packages needs no apt-get once everything is there.
set -euo pipefail

WASM="clang-19/clang-19 lld-19/wasm-ld-19 libclang-rt-19-dev-wasm32/wasm-runtime
      wasi-libc//usr/include/wasm32-wasi/stdio.h nodejs/node npm/npm"
RUN="gcc/gcc libc6-dev//usr/include/stdio.h make/make pkg-config/pkg-config
     ca-certificates//etc/ssl/certs
     libncurses-dev/+ncursesw libsqlite3-dev/+sqlite3 libsodium-dev/+libsodium libuv1-dev/+libuv libpq-dev/+libpq
     $WASM"
OTHERS="firefox-esr/firefox-esr webkit2gtk-driver/WebKitWebDriver xvfb/xvfb-run xauth/xauth"
TEST="clang/clang libcmocka-dev/+cmocka libclang-rt-19-dev/fuzz-runtime clang-format/clang-format
      git/git binutils/objdump python3/python3 perl/prove mypy/mypy scdoc/scdoc tmux/tmux valgrind/valgrind
      chromium-headless-shell/chromium-headless-shell $OTHERS gcovr/gcovr
      llvm-19/llc-19 nginx/nginx systemd/systemd-analyze openssl/openssl postgresql-15//usr/lib/postgresql/15/bin/initdb
      pgbouncer/pgbouncer"
FUZZ="make/make clang-19/clang-19 libclang-rt-19-dev/fuzz-runtime libcmocka-dev/+cmocka"
PYTHON="gcc/gcc libc6-dev//usr/include/stdio.h make/make python3/python3
        python3-numpy//usr/lib/python3/dist-packages/numpy python3-cffi//usr/lib/python3/dist-packages/cffi
        python3-setuptools//usr/lib/python3/dist-packages/setuptools
        python3-wheel//usr/lib/python3/dist-packages/wheel python3-pip//usr/lib/python3/dist-packages/pip"
GPU="make/make clang-19/clang-19 llvm-19/llc-19"
LINT="clang-tidy/clang-tidy cppcheck/cppcheck"
COVERAGE="gcc/gcc libc6-dev//usr/include/stdio.h libcmocka-dev/+cmocka gcovr/gcovr"
BROWSERS="$WASM $OTHERS"
FRESH="debootstrap/debootstrap git/git"

usage() {
  echo "usage: tools/install-deps.sh [--list] run|test|web|browsers|gpu|python|fuzz|lint|coverage|fresh" >&2
  exit 2
}

list=
[ "${1:-}" != --list ] || { list=1; shift; }
[ $# -eq 1 ] || usage
case $1 in
  run) wanted=$RUN ;;
  test) wanted="$RUN $TEST $PYTHON" ;;
  web) wanted=$WASM ;;
  gpu) wanted=$GPU ;;
  browsers) wanted=$BROWSERS ;;
  python) wanted=$PYTHON ;;
  fuzz) wanted=$FUZZ ;;
  lint) wanted=$LINT ;;
  coverage) wanted=$COVERAGE ;;
  fresh) wanted=$FRESH ;;
  *) usage ;;
esac
if [ -n "$list" ]; then
  # shellcheck disable=SC2086 # one entry on a line
  printf '%s\n' $wanted
  exit 0
fi
[ -z "${SKIP_DEPS:-}" ] || exit 0

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null)" = "ii " ]
}

is_present() { # is_present TEST
  case $1 in
    /*) [ -e "$1" ] ;;
    +*) pkg-config --exists "${1#+}" 2>/dev/null ;;
    # What clang links into a WebAssembly program and into a fuzzer; only the compiler knows where they are.
    wasm-runtime) [ -e "$(clang-19 --target=wasm32-wasi -print-libgcc-file-name 2>/dev/null)" ] ;;
    fuzz-runtime) compgen -G "$(clang-19 -print-resource-dir 2>/dev/null)/lib/*/libclang_rt.fuzzer*" >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

missing=()
for entry in $wanted; do
  package=${entry%%/*}
  is_installed "$package" && continue
  [ "$entry" != "$package" ] && is_present "${entry#*/}" && continue
  missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

fail() {
  echo "install-deps: $1" >&2
  echo "install-deps: please install: ${missing[*]}" >&2
  echo "install-deps: (SKIP_DEPS=1 goes on without them)" >&2
  exit 1
}

command -v apt-get >/dev/null || fail "this machine has no apt-get"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "not root, and there is no sudo"
  as_root=(sudo)
fi

echo "install-deps: installing ${missing[*]}"
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 "$@"
}
log=$(mktemp)
# Tests start an nginx, a PostgreSQL and a pgbouncer of their own; installing the packages must not start any.
policy=/usr/sbin/policy-rc.d
keep_services_down() {
  [ ! -e $policy ] || return 0
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee $policy >/dev/null
  "${as_root[@]}" chmod 755 $policy
  trap 'rm -f "$log"; "${as_root[@]}" rm -f $policy' EXIT
}
# PostgreSQL's package would make a database and start it at the next boot, unless this file says otherwise.
make_no_cluster() {
  case " ${missing[*]} " in *" postgresql-15 "*) ;; *) return 0 ;; esac
  "${as_root[@]}" mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' | "${as_root[@]}" tee /etc/postgresql-common/createcluster.d/azulejo.conf >/dev/null
}
trap 'rm -f "$log"' EXIT
keep_services_down
make_no_cluster
if ! { apt update && apt install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  fail "apt-get could not install everything"
fi
