// One game of every rule set between bots, as records: what the pictures show. The engine plays, so the numbers are true.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const GAMES = {
  classic: { rules: 'classic', players: 2, seed: '3' },
  classic3: { rules: 'classic', players: 3, seed: '4' },
  classic4: { rules: 'classic', players: 4, seed: '5' },
  grey: { rules: 'grey', players: 2, seed: '6' },
  crystal1: { rules: 'crystal1', players: 2, seed: '7' },
  crystal2: { rules: 'crystal2', players: 2, seed: '8' },
  duel: { rules: 'duel', players: 2, seed: '11', tablets: ['a1', 'b2', 'c1', 'd2'] },
};
const BOTS = ['expert', 'regular', 'regular', 'casual'];

async function engine(wasm) {
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => performance.now() } });
  const e = instance.exports;
  e._initialize();
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    new Uint8Array(e.memory.buffer, e.request(bytes.length), bytes.length).set(bytes);
    const length = e.call(bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(e.memory.buffer, e.answer(), length)));
  };
}

function play(call, game) {
  call({ do: 'new', starter: 0, ...game });
  for (let ply = 0; ; ply++) {
    const { seat } = call({ do: 'state' }).position;
    if (seat === null) return call({ do: 'record' }).record;
    const { move } = call({ do: 'search', position: call({ do: 'state', seat }).text, bot: BOTS[seat], nodes: 3000, seed: String(ply) });
    call({ do: 'play', move });
  }
}

export async function makeRecords(wasm, folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, game] of Object.entries(GAMES)) writeFileSync(`${folder}/${name}.azr`, play(await engine(wasm), game));
}
