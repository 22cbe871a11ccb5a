/* Which moves were costly, and how sure that is. */
import { expect, it } from 'vitest';
import { must, type Answer } from '../src/engine/engine';
import type { Found } from '../src/engine/search';
import { newGame, stateOf } from '../src/engine/verbs';
import { RULES, type LogEntry, type Move } from '../src/model/types';
import { mistakes, worst, type Judged } from '../src/review/analysis';
import { openEngine } from './engine';

const BEST: Move = { from: 1, colour: 'B', to: 1 };
const PLAYED: Move = { from: 1, colour: 'R', to: 'floor' };
const log = [0, 1, 2].map((ply): LogEntry => ({ ply, round: 1, seat: ply % 2, move: PLAYED, count: 1, events: [] }));
const judged = (ply: number, win: number, first = win, again = true): [number, Judged] => [
  ply,
  { ply, win: [win, 1 - win], first: [first, 1 - first], again, best: BEST, line: [BEST], seats: [0], reasons: [] },
];

it('a loss is sure where a longer look says about the same, and probable where it does not', () => {
  const lossOf = (...all: [number, Judged][]) => mistakes(log, new Map(all))[0]!;
  expect(lossOf(judged(0, 0.6), judged(1, 0.4))).toMatchObject({ sure: true });
  expect(lossOf(judged(0, 0.6), judged(1, 0.4)).loss).toBeCloseTo(0.2);
  expect(lossOf(judged(0, 0.6), judged(1, 0.4, 0.57)).sure).toBe(false); // the first look saw 3 %, the second 20 %
  expect(lossOf(judged(0, 0.6, 0.6, false), judged(1, 0.4)).sure).toBe(false); // not looked at again yet
});

it('the worst come first, small losses do not count, and the best move is no mistake', () => {
  const all = mistakes(log, new Map([judged(0, 0.6), judged(1, 0.3), judged(2, 0.32)]));
  expect(worst(all, 0).map((m) => m.entry.ply)).toEqual([0]);
  expect(worst(all, 1)).toEqual([]); // 2 % given away
  const best = log.map((e) => ({ ...e, move: BEST }));
  expect(mistakes(best, new Map([judged(0, 0.6), judged(1, 0.3)]))).toEqual([]);
});

it.each(RULES)('%s: a line says whose moves it holds', async (rules) => {
  const engine = { call: await openEngine() };
  const seats = [0, 1].map((i) => ({ kind: 'person' as const, name: `P${i}` }));
  const record = newGame(engine, { rules, seats, starter: 0, seed: '5', tablets: ['a1', 'b1', 'c1'] });
  const { text, position } = stateOf(engine, { record }, stateOf(engine, { record }).position.seat!);
  const { lines } = must(engine.call({ do: 'search', position: text, bot: 'strong', nodes: 300, seed: '1' }) as Answer<Found>);
  expect(lines[0]!.seats[0]).toBe(position.seat);
  expect(lines[0]!.seats.length).toBeLessThanOrEqual(lines[0]!.moves.length);
  if (rules !== 'duel') expect(lines[0]!.seats.slice(0, 4)).toEqual([0, 1, 0, 1].slice(0, lines[0]!.seats.length));
});
