#!/usr/bin/env bash
# crash.sh [KILLS [GAMES]]: the long crash campaign; a thousand random kill -9 under load by default.
set -euo pipefail
cd "$(dirname "$0")/../.."
AZULEJO=${AZULEJO:-build/azulejo}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
AZULEJO=$(realpath "$AZULEJO") TMPDIR=$scratch exec python3 tests/scripts/server_crash.py "${1:-1000}" "${2:-8}"
