/* Which network the page fetches for a question. */
import { expect, it } from 'vitest';
import { netUrl } from '../src/engine/nets';

const ask = (bot: string, start: string) => netUrl({ do: 'think', bot, position: `${start} rest` });

it('every game of the champion has a network: that of two seats, where there is no other', () => {
  for (const rules of ['classic', 'grey', 'crystal1', 'crystal2'])
    for (const seats of [2, 3, 4]) expect(ask('champion', `${rules} ${seats}`)).toContain(`${rules}-2`);
  expect(ask('strong', 'duel 2')).toContain('duel-2');
});

it('the easier levels fetch none', () => {
  expect(ask('master', 'classic 2')).toBeUndefined();
  expect(netUrl({ do: 'perft' })).toBeUndefined();
});
