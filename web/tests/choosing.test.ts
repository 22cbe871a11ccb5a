import { describe, expect, it } from 'vitest';
import { choose, otherTargets, previewOf, sameMove, stepsOf, touch } from '../src/game/choosing';
import { targetsOf } from '../src/board/useGhosts';
import { moveOf, takenBy } from '../src/game/places';
import type { DuelPosition, LegalMove, Move } from '../src/model/types';

const legal = (...moves: Move[]): LegalMove[] => moves.map((move) => ({ move, text: JSON.stringify(move) }));

const offer = legal(
  { from: 1, colour: 'B', to: 2 },
  { from: 1, colour: 'B', to: 'floor' },
  { from: 1, colour: 'R', to: 2 },
  { from: 'centre', colour: 'B', to: 'floor' },
);

describe('taking and placing', () => {
  it('offers every source once, in the engine’s order', () => {
    expect(choose(offer, []).options.map((o) => o.step)).toEqual(['take:1:B', 'take:1:R', 'take:centre:B']);
  });
  it('then only the targets of that source', () => {
    expect(choose(offer, ['take:1:B']).options.map((o) => o.step)).toEqual(['to:2', 'to:floor']);
  });
  it('is complete with the last step, and names exactly one legal move', () => {
    const { complete } = choose(offer, ['take:1:B', 'to:floor']);
    expect(complete?.move).toEqual({ from: 1, colour: 'B', to: 'floor' });
  });
  it('never plays a lone move unasked', () => {
    expect(choose(offer.slice(3), []).complete).toBeNull();
    expect(choose(offer.slice(3), ['take:centre:B']).complete).toBeNull();
  });
  it('takes back what is touched again, and changes to another source', () => {
    expect(touch(offer, ['take:1:B'], 'take:1:B')).toEqual([]);
    expect(touch(offer, ['take:1:B'], 'take:1:R')).toEqual(['take:1:R']);
  });
  it('ignores a touch on what is not legal', () => {
    expect(touch(offer, ['take:1:R'], 'to:5')).toEqual(['take:1:R']);
  });
  it('drops steps that the new list no longer has', () => {
    expect(choose(offer.slice(2), ['take:1:B', 'to:2']).chosen).toEqual([]);
  });
});

describe('Duel', () => {
  const sun = legal(
    { sun: 2, colour: 'B', stack: 'KY', to: 3 },
    { sun: 2, colour: 'B', stack: 'YK', to: 3 },
    { sun: 3, colour: 'T', stack: '', to: 3 },
    { sun: 'large', colour: 'B', to: 3 },
  );
  it('asks for the order of the stack last', () => {
    expect(choose(sun, ['sun:2:B', 'to:3']).options.map((o) => o.step)).toEqual(['stack:KY', 'stack:YK']);
  });
  it('does not ask where there is one order, or none', () => {
    expect(choose(sun, ['sun:3:T', 'to:3']).complete?.move).toMatchObject({ sun: 3, stack: '' });
    expect(choose(sun, ['sun:large:B', 'to:3']).complete?.move).toEqual({ sun: 'large', colour: 'B', to: 3 });
  });
  const plates = legal({ plate: 'S3', slot: 5, turn: 0 }, { plate: 'S3', slot: 5, turn: 1 }, { plate: 'J1', slot: 5, turn: 0 });
  it('shows a plate on its place before it is laid, even with one way to turn it', () => {
    expect(choose(plates, ['plate:S3', 'slot:5']).options).toHaveLength(2);
    expect(choose(plates, ['plate:J1', 'slot:5']).complete).toBeNull();
  });
  const paying = legal(
    { line: 3, cell: [3, 5] },
    { line: 3, cell: [3, 6], spend: ['B', 'BR'] },
    { line: 3, cell: [3, 6], spend: ['B', 'T', 'Y'] },
    { line: 3, skip: 1 },
  );
  it('never spends chips unseen, and does not ask where nothing is paid', () => {
    expect(choose(paying, ['cell:3:5']).complete?.move).toEqual({ line: 3, cell: [3, 5] });
    expect(choose(paying.slice(1, 2), ['cell:3:6']).options.map((o) => o.step)).toEqual(['spend:B+BR']);
    expect(choose(paying, ['cell:3:6']).options.map((o) => o.step)).toEqual(['spend:B+BR', 'spend:B+T+Y']);
    expect(choose(paying, ['skip']).complete?.move).toEqual({ line: 3, skip: 1 });
  });
  it('counts the tiles of all moons', () => {
    const position = {
      rules: 'duel',
      large: { sun: [0, 0, 0, 0, 0], moon: [2, 0, 0, 0, 0] },
      small: [{ moon: 'KB' }, { moon: 'BK' }],
    } as unknown as DuelPosition;
    expect(takenBy(position, 'moon:B')).toEqual({ colour: 'B', count: 3 });
  });
});

describe('steps', () => {
  const moves: Move[] = [
    { from: 'centre', colour: 'K', to: 'floor' },
    { line: 3, column: 5 },
    { plate: 'J7', slot: 9, turn: 3 },
    { draw: 1 },
    { stop: 1 },
    { return: 'S2' },
    { sun: 'large', colour: 'Y', to: 'broken' },
    { sun: 1, colour: 'Y', stack: 'KK', to: 6 },
    { moon: 'T', to: 1 },
    { chip: 4 },
    { line: 2, cell: [2, 6], spend: ['B', 'B'] },
    { line: 2, skip: 1 },
  ];
  it.each(moves.map((m) => [JSON.stringify(m), m] as const))('of %s lead back to it alone', (_, move) => {
    const all = legal(...moves);
    expect(choose(all, stepsOf(move)).complete?.move).toBe(move);
  });
  it('name a move to ask the engine about', () => {
    expect(moveOf(['take:2:B', 'to:3'])).toEqual({ from: 2, colour: 'B', to: 3 });
    expect(moveOf(['moon:B', 'to:broken'])).toEqual({ moon: 'B', to: 'broken' });
    expect(moveOf(['to:3'])).toBeNull();
  });
});

describe('while a whole move waits to be confirmed', () => {
  it('another target may be touched instead, and keeps the tiles in hand', () => {
    const choice = choose(offer, ['take:1:B', 'to:2']);
    expect(otherTargets(offer, choice).map((o) => o.step)).toEqual(['to:floor']);
    expect(touch(offer, choice.chosen, 'to:floor')).toEqual(['take:1:B', 'to:floor']);
  });
  it('nothing else is a target before that', () => {
    expect(otherTargets(offer, choose(offer, ['take:1:B']))).toEqual([]);
  });
});

it('the ghosts: what each open target leads to, once chosen only that one', () => {
  const cell = (n: number): [number, number] => [n, 3];
  const shown = offer
    .slice(0, 2)
    .map((m, i) => ({ ...m, preview: { overflow: 0, pointsNow: 0, change: 1, ...(i === 0 && { cell: cell(2) }) } }));
  const { options, chosen } = choose(shown, ['take:1:B']);
  expect(targetsOf(shown, chosen, options).map((t) => t.step)).toEqual(['to:2']);
  expect(targetsOf(shown, ['take:1:B', 'to:2'], [])[0]).toMatchObject({ step: 'to:2', preview: { cell: [2, 3] } });
});

it('the preview of a step is the best of its moves', () => {
  const preview = (change: number) => ({ overflow: 0, pointsNow: 0, change });
  const moves = offer.slice(0, 2).map((m, i) => ({ ...m, preview: preview(i) }));
  expect(previewOf(moves)?.change).toBe(1);
});

it('moves are compared by what they say', () => {
  expect(sameMove({ from: 1, colour: 'B', to: 2 }, { to: 2, colour: 'B', from: 1 } as Move)).toBe(true);
  expect(sameMove({ draw: 1 }, { stop: 1 })).toBe(false);
});
