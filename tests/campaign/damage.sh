#!/usr/bin/env bash
# damage.sh [ROUNDS]: the long damage campaign; a thousand random damages of a killed server's files by default.
set -euo pipefail
cd "$(dirname "$0")/../.."
AZULEJO=${AZULEJO:-build/azulejo}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
AZULEJO=$(realpath "$AZULEJO") TMPDIR=$scratch python3 tests/scripts/server_damage.py "${1:-1000}"
