// One game of every rule set between bots, as records: what the pictures show. The engine plays, so the numbers are true.
import { mkdirSync, writeFileSync } from 'node:fs';
import { openTable } from './engine.mjs';

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
  for (const [name, game] of Object.entries(GAMES)) writeFileSync(`${folder}/${name}.azr`, play(await openTable(wasm), game));
}
