#!/usr/bin/env bash
# The engine of the browser thinks as the native program does: the same signature, which is made of
# the moves chosen and the nodes looked at in positions of every rule set and number of seats.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/support/tap.sh
program=${AZULEJO:-build/azulejo}
wasm=${AZULEJO_WASM:-$(dirname "$program")/azulejo.wasm}
if [ ! -f "$wasm" ] || ! command -v node > /dev/null; then
    tap_skip "native and browser engine give the same signature" "no $wasm (make wasm) or no node"
    tap_end
fi

browser_signature() {
    node --input-type=module - "$wasm" nets/*.azn << 'END'
import { readFileSync } from 'node:fs';
const module = readFileSync(process.argv[2]);
const { instance } = await WebAssembly.instantiate(module, { env: { now: () => performance.now() } });
const e = instance.exports;
e._initialize();
const give = (bytes) => {
    const at = e.request(bytes.length); // may move the memory
    new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
};
for (const file of process.argv.slice(3)) {
    const net = readFileSync(file);
    give(net);
    if (!e.net(net.length)) throw new Error(`${file} was refused`);
    net[99] ^= 1;
    give(net);
    if (e.net(net.length)) throw new Error(`${file} was taken though it was damaged`);
}
const bytes = new TextEncoder().encode('{"do":"bench"}');
give(bytes);
const length = e.call(bytes.length);
const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(e.memory.buffer, e.answer(), length)));
console.log(`${answer.signature} ${answer.nodes} nodes in ${answer.positions} positions`);
END
}

native=$("$program" bench --signature)
browser=$(browser_signature)
status=0
[ "$native" = "$browser" ] || status=1
tap_report $status "native and browser engine give the same signature: $native" "the browser engine gives $browser"
tap_end
