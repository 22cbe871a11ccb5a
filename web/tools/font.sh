#!/usr/bin/env bash
# font.sh: makes src/fonts/fraunces-600.woff2 anew, the face of titles and numbers: Fraunces, weight 600, from the npm package
# @fontsource/fraunces (SIL Open Font License 1.1, no reserved name), with the characters of our languages only.
# Needs npm and pyftsubset (Debian: fonttools, python3-brotli). Nobody needs it to build: the result is in the project.
set -euo pipefail
VERSION=5.3.0
out=$(cd "$(dirname "$0")/.." && pwd)/src/fonts
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm pack --silent "@fontsource/fraunces@$VERSION" > /dev/null
tar xzf fontsource-fraunces-*.tgz
# Latin-1, the ligatures of French, quotation marks, dashes, …, −, → and the dot of a clock; tabular figures.
pyftsubset package/files/fraunces-latin-600-normal.woff2 --flavor=woff2 --output-file="$out/fraunces-600.woff2" \
  --layout-features=kern,liga,lnum,tnum \
  --unicodes="U+0020-007E,U+00A0,U+00AB,U+00B7,U+00BB,U+00C0-00FF,U+0152,U+0153,U+2013,U+2014,U+2018-201E,U+2026,U+2212,U+25CF,U+2192"
cp package/LICENSE "$out/OFL.txt"
