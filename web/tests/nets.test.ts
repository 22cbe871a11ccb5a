/* Which network the page fetches for a question: the engine says which bots use one (src/ai/bots.c). */
import { expect, it } from 'vitest';
import type { Engine } from '../src/engine/engine';
import { netUrl } from '../src/engine/nets';
import { LEVELS } from '../src/model/bots';
import { openEngine } from './engine';

const engine = { call: await openEngine() } as Pick<Engine, 'call'>;

function position(rules: string, players: number): string {
  const { record } = engine.call({ do: 'new', rules, players, seed: '1' }) as unknown as { record: string };
  return (engine.call({ do: 'state', record, seat: 0 }) as unknown as { text: string }).text;
}
const ask = (bot: string, rules: string, players: number) => netUrl(engine, { do: 'search', bot, position: position(rules, players) });

it('every game of the strongest has a network: that of two seats, where there is no other', () => {
  for (const bot of ['champion', LEVELS.at(-1)!])
    for (const rules of ['classic', 'grey', 'crystal1', 'crystal2'])
      for (const seats of [2, 3, 4]) expect(ask(bot, rules, seats)).toContain(`${rules}-2`);
  expect(ask('strong', 'duel', 2)).toContain('duel-2');
});

it('the easier levels fetch none', () => {
  expect(ask('master', 'classic', 2)).toBeUndefined();
  for (const bot of LEVELS.slice(0, 5)) for (const seats of [2, 3, 4]) expect(ask(bot, 'grey', seats)).toBeUndefined();
  expect(netUrl(engine, { do: 'bench' })).toBeUndefined();
  expect(netUrl(engine, { do: 'search', bot: 'strong', position: 'nonsense' })).toBeUndefined();
});

it('advice fetches that of the strongest bot', () => {
  expect(netUrl(engine, { do: 'advise', position: position('duel', 2) })).toContain('duel-2');
});
