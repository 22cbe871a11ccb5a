#!/usr/bin/env bash
# install-deps.sh PROFILE: installs the Debian packages of a profile that are missing, and nothing
# else. Quick and silent when nothing is. The reason for each package is in docs/dependencies.md.
#
# An entry `package/command` also counts as present when the command is on the PATH, whoever
# installed it (node and npm often come from elsewhere).
set -euo pipefail

RUN="gcc libc6-dev make pkg-config ca-certificates
     libncurses-dev libsqlite3-dev libsodium-dev
     clang-19 lld-19 libclang-rt-19-dev-wasm32 wasi-libc
     nodejs/node npm/npm"
TEST="clang libcmocka-dev libclang-rt-19-dev clang-format
      git binutils python3 scdoc tmux valgrind chromium-headless-shell gcovr
      nginx systemd/systemd-analyze openssl/openssl"
FUZZ="make clang-19 libclang-rt-19-dev libcmocka-dev"
LINT="clang-tidy cppcheck"
FRESH="debootstrap git"

usage() {
  echo "usage: tools/install-deps.sh run|test|web|fuzz|lint|coverage|fresh" >&2
  exit 2
}

[ $# -eq 1 ] || usage
case $1 in
  run) wanted=$RUN ;;
  test) wanted="$RUN $TEST" ;;
  web) wanted="nodejs/node npm/npm clang-19 lld-19 libclang-rt-19-dev-wasm32 wasi-libc" ;;
  fuzz) wanted=$FUZZ ;;
  lint) wanted=$LINT ;;
  coverage) wanted="gcc libc6-dev libcmocka-dev gcovr" ;;
  fresh) wanted=$FRESH ;;
  *) usage ;;
esac
[ -z "${SKIP_DEPS:-}" ] || exit 0

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null)" = "ii " ]
}

missing=()
for entry in $wanted; do
  package=${entry%/*}
  is_installed "$package" && continue
  [ "$entry" != "$package" ] && command -v "${entry#*/}" >/dev/null && continue
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
# Tests start an nginx of their own; installing the package must not start one that serves port 80.
policy=/usr/sbin/policy-rc.d
keep_services_down() {
  [ ! -e $policy ] || return 0
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee $policy >/dev/null
  "${as_root[@]}" chmod 755 $policy
  trap 'rm -f "$log"; "${as_root[@]}" rm -f $policy' EXIT
}
trap 'rm -f "$log"' EXIT
keep_services_down
if ! { apt update && apt install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  fail "apt-get could not install everything"
fi
