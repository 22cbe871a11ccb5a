// The engine outside the page: a JSON request goes in, a JSON answer comes out (src/wasm/call.c).
import { readFileSync } from 'node:fs';

export async function openEngine(path) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path), { env: { now: () => performance.now() } });
  const e = instance.exports;
  e._initialize();
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    new Uint8Array(e.memory.buffer, e.request(bytes.length), bytes.length).set(bytes);
    const length = e.call(bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(e.memory.buffer, e.answer(), length)));
  };
}
