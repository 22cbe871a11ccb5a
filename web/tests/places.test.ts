/* The places of the last move are marked while something of it lies there. */
import { expect, it } from 'vitest';
import { lastPlaces } from '../src/game/places';
import type { TableState } from '../src/model/types';

const after = (round: number, now: number) =>
  lastPlaces({
    lastMove: { seat: 1, move: { from: 'centre', colour: 'B', to: 4 }, count: 2 },
    log: [{ round }],
    position: { round: now },
  } as unknown as TableState);

it('the last move is marked in its round, and no more once new tiles were dealt', () => {
  expect([...after(2, 2)]).toEqual(['centre', '1/line/4']);
  expect([...after(2, 3)]).toEqual([]);
});
