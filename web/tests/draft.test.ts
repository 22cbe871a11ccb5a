/* The editor writes positions as the engine reads them: whatever lies on a table in the middle of a game comes out the
 * same when it is set up by hand. */
import { expect, it } from 'vitest';
import { blank, brushed, filled, finished, isBare } from '../src/editor/draft';
import { isDuel, RULES, type DuelPosition, type Position } from '../src/model/types';
import { openTable } from './engine';

it.each(RULES)('%s: positions of a game pass through the editor', async (rules) => {
  const call = await openTable();
  const { ok: _, ...components } = call({ do: 'components', rules });
  call({ do: 'new', rules, players: 2, starter: 0, seed: '3', tablets: rules === 'duel' ? ['a1', 'b2', 'c1'] : undefined });
  let checked = 0;
  for (let ply = 0; ply < 40; ply++) {
    const { position, legal } = call({ do: 'state' });
    if (position.phase === 'over') break;
    if (position.phase === 'offer') {
      const seen = call({ do: 'state', seat: position.seat }).position as Position & { viewer?: number };
      const top = isDuel(seen) && seen.pile[0]?.startsWith('J') ? 'J' : 'S';
      const answer = call({ do: 'validate', position: finished(seen, components, top) });
      expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
      expect(answer.position.bag).toEqual(seen.bag);
      checked++;
    }
    call({ do: 'play', move: legal[(ply * 5) % legal.length].text });
  }
  expect(checked).toBeGreaterThan(10);
});

it('an empty table is refused with a reason', async () => {
  const call = await openTable();
  const components = call({ do: 'components', rules: 'classic' });
  expect(call({ do: 'validate', position: finished(blank('classic', 2), components, 'S') }).refusal.code).toBe('BAD_OFFER');
});

it('a touch lays, changes and takes away', () => {
  expect(brushed('BB', 2, 'R')).toBe('BBR');
  expect(brushed('BBR', 0, 'Y')).toBe('YBR');
  expect(brushed('BBR', 2, 'R')).toBe('BB');
  expect(brushed('BBR', 1, 'erase')).toBe('BR');
  expect(filled('', 3, 'K')).toBe('KKK');
  expect(filled('KKK', 3, 'K')).toBe('KK');
  expect(filled('KKK', 2, 'erase')).toBe('K');
});

it('an empty table of Duel is known as empty, and no longer when a tile lies on it', () => {
  const empty = blank('duel', 2) as DuelPosition;
  expect(isBare(empty)).toBe(true);
  expect(isBare({ ...empty, small: empty.small.with(0, { ...empty.small[0]!, moon: 'B' }) })).toBe(false);
  expect(isBare(blank('classic', 2))).toBe(false); // the engine says it itself
});
