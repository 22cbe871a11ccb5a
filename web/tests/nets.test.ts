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
  for (const bot of ['bia', 'ines', 'simao', 'baltasar']) expect(ask(bot, 'grey 2')).toBeUndefined();
  expect(netUrl({ do: 'perft' })).toBeUndefined();
});

it('a level fetches one in the games in which it uses one', () => {
  expect(ask('simao', 'crystal1 4')).toContain('crystal1-2');
  expect(ask('simao', 'classic 4')).toBeUndefined();
  expect(ask('amalia', 'classic 2')).toContain('classic-2');
  expect(ask('amalia', 'duel 2')).toBeUndefined();
});
