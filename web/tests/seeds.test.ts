/* Every seed is a game of its own: numbers of 64 bits, longer ones and words alike. */
import { expect, it } from 'vitest';
import { openTable } from './engine';

it('different seeds deal differently, the same seed deals the same', async () => {
  const call = await openTable();
  const deal = (seed: string) => {
    call({ do: 'new', rules: 'classic', players: 2, starter: 0, seed });
    return JSON.stringify(call({ do: 'state' }).position.factories);
  };
  const seeds = ['1', '2', '18446744073709551615', '24169480741883239286', '37810235623539590695', 'abc', 'abd', 'lisboa', '12x', '12'];
  const deals = seeds.map(deal);
  expect(new Set(deals).size).toBe(seeds.length);
  expect(seeds.map(deal)).toEqual(deals);
});
