/* The built engine outside the page. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Call = (request: object) => any;

export async function openEngine(path = process.env.AZULEJO_WASM ?? resolve(import.meta.dirname, '../../build/azulejo.wasm')): Promise<Call> {
  const { instance } = await WebAssembly.instantiate(readFileSync(path), { env: { now: () => performance.now() } });
  const e = instance.exports as any;
  e._initialize();
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    new Uint8Array(e.memory.buffer, e.request(bytes.length), bytes.length).set(bytes);
    const length = e.call(bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(e.memory.buffer, e.answer(), length)));
  };
}
