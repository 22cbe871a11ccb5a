// The engine outside the page: a JSON request goes in, a JSON answer comes out (src/wasm/call.c).
import { readFileSync } from 'node:fs';

export async function openEngine(path) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path), { env: { now: () => performance.now() } });
  const e = instance.exports;
  e._initialize();
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = e.request(bytes.length); // may move the memory, so its buffer is read afterwards
    new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
    const length = e.call(bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(e.memory.buffer, e.answer(), length)));
  };
}
