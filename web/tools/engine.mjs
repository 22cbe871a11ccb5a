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

/** Requests that bring no game or begin another one. */
const WITHOUT_GAME = ['new', 'start', 'load', 'validate', 'components', 'search', 'bench'];

/** An engine with a memory, for tests and tools: it keeps the record and the seed of one game and adds them to requests.
 * `{ do: 'record' }` reads the record. */
export async function openTable(path) {
  const call = await openEngine(path);
  let record = '';
  let seed;
  return (request) => {
    const { do: verb, seed: given, ...rest } = request;
    if (verb === 'record') return { ok: true, record };
    const game = WITHOUT_GAME.includes(verb) ? {} : { record };
    const answer = call({ do: verb, ...game, ...rest, seed: verb === 'play' ? seed : verb === 'load' ? undefined : given });
    if (answer.ok && ['new', 'start', 'load'].includes(verb)) seed = given;
    if (answer.ok && 'record' in answer) record = answer.record;
    return answer;
  };
}
