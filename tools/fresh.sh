#!/usr/bin/env bash
# fresh.sh FOLDER: proves that the README's two commands work on a truly fresh machine. Makes a
# minimal Debian with git and make only in FOLDER, clones HEAD into it, runs `make run` (until its page
# answers) and `make test` there as its root, and reports how long each took. The base system is kept as
# FOLDER/base.tar for the next time (delete it to start from nothing).
#
# Network access is the host's: its Debian sources, apt proxies, resolver, extra certificates and npm
# registry are carried over, nothing else of it.
set -euo pipefail

[ $# -eq 1 ] || { echo "usage: tools/fresh.sh FOLDER" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "fresh: must be root to make a chroot" >&2; exit 1; }
folder=$(realpath -m "$1")
project=$(cd "$(dirname "$0")/.." && pwd)
root=$folder/root
suite=bookworm
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

# Everything below happens in mount and process namespaces of its own, so that no mount and no
# process can outlive this script.
if [ -z "${FRESH_INSIDE:-}" ]; then
  exec env FRESH_INSIDE=1 unshare --mount --pid --fork --kill-child "$0" "$@"
fi

say() { echo "fresh: $*"; }

make_base() {
  [ ! -e "$folder/base.tar" ] || return 0
  say "debootstrap $suite"
  mkdir -p "$folder"
  rm -rf --one-file-system "$root"
  debootstrap --variant=minbase --include=git,make "$suite" "$root" "$mirror" >"$folder/debootstrap.log" 2>&1 ||
    { tail -n 5 "$folder/debootstrap.log"; exit 1; }
  tar -C "$root" -cf "$folder/base.tar.part" .
  mv "$folder/base.tar.part" "$folder/base.tar"
}

unpack() {
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  tar -C "$root" -xf "$folder/base.tar"
}

# Only sources that are Debian's own: a fresh machine has no others.
copy_network() {
  local file
  while read -r file; do
    cp "$file" "$root/etc/apt/sources.list.d/"
    : >"$root/etc/apt/sources.list"
  done < <(grep -lsE '^(URIs:|deb ).*/debian' /etc/apt/sources.list.d/* || true)
  if grep -qsE '^deb ' /etc/apt/sources.list; then
    cp /etc/apt/sources.list "$root/etc/apt/sources.list"
  fi
  { grep -hsiE '^ *Acquire::.*(Proxy|Check-Valid-Until|Retries)' /etc/apt/apt.conf /etc/apt/apt.conf.d/* || true; } \
    >"$root/etc/apt/apt.conf.d/90host"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
    mkdir -p "$root/usr/local/share/ca-certificates"
    cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
    # Node uses these only if this variable is set.
    export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
  fi
}

mount_kernel() {
  mount -t proc proc "$root/proc"
  mount --rbind --make-rslave /dev "$root/dev"
  mount --rbind --make-rslave /sys "$root/sys"
  mount -t tmpfs tmpfs "$root/tmp"
}

inside() {
  local variable settings=()
  for variable in http_proxy https_proxy no_proxy npm_config_registry NODE_EXTRA_CA_CERTS AZULEJO_PORT; do
    [ -z "${!variable:-}" ] || settings+=("$variable=${!variable}")
  done
  chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root TERM=dumb LANG=C.UTF-8 "${settings[@]}" bash -c "cd /root/azulejo && $1" </dev/null
}

# fetch ADDRESS: the first line of the answer to a request for the page there.
fetch() {
  local reply=""
  exec 3<>"/dev/tcp/${1%:*}/${1##*:}" || return 1
  printf 'GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$1" >&3
  read -r -t 10 reply <&3 || true
  exec 3>&-
  echo "${reply%$'\r'}"
}

# `make run` serves until Ctrl-C: it works when its page answers and it ends on a signal.
make_run() { # make_run LOG
  local log=$1 address="" job tries
  : >"$log"
  set -m # a process group of its own, which Ctrl-C reaches as a whole
  AZULEJO_PORT=0 inside "make run" >"$log" 2>&1 &
  job=$!
  set +m
  for ((tries = 0; tries < RUN_SECONDS; tries++)); do
    address=$(sed -nE 's|^Azulejo is at http://([^/]+)/.*|\1|p' "$log")
    [ -z "$address" ] && kill -0 $job 2>/dev/null || break
    sleep 1
  done
  [ -z "$address" ] || fetch "$address" >>"$log" 2>&1 || true
  kill -INT -- -$job 2>/dev/null || true
  for ((tries = 0; tries < 20; tries++)); do
    kill -0 $job 2>/dev/null || break
    sleep 1
  done
  ! kill -KILL -- -$job 2>/dev/null || return 1
  grep -qE '^HTTP/1\.[01] 200' "$log"
}

make_test() { inside "timeout $TEST_SECONDS make test" >"$1" 2>&1; }

timed() { # timed NAME FUNCTION LOG
  local start=$SECONDS rc=0
  say "$1"
  "$2" "$folder/$3.log" || rc=$?
  tail -n 3 "$folder/$3.log" | sed 's/^/  /'
  report+="$(printf 'fresh: %-10s %s after %d s (log: %s)' "$1" "$([ $rc -eq 0 ] && echo "worked" || echo "FAILED")" \
    $((SECONDS - start)) "$3.log")"$'\n'
  [ $rc -eq 0 ] || failed=1
}

RUN_SECONDS=900
TEST_SECONDS=3600
report=""
failed=0
unset NODE_EXTRA_CA_CERTS
npm_config_registry=${npm_config_registry:-$(npm config get registry 2>/dev/null || true)}
make_base
unpack
copy_network
mount_kernel
git clone -q --no-hardlinks "$project" "$root/root/azulejo"
say "commit $(git -C "$root/root/azulejo" log -1 --format='%h %s')"
timed "make run" make_run run
timed "make test" make_test test
echo
printf '%s' "$report"
# A failed machine stays to be looked into (chroot FOLDER/root).
if [ $failed -eq 0 ]; then
  umount -R "$root/proc" "$root/dev" "$root/sys" "$root/tmp"
  rm -rf --one-file-system "$root"
fi
exit $failed
