/* Hints say why: what the engine finds, and every difference in words of every language. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { must, type Answer } from '../src/engine/engine';
import { newGame, stateOf } from '../src/engine/verbs';
import { adviceReason, reasonWords, whereWords } from '../src/game/why';
import { RULES, type Advice, type DuelPosition, type Position, type Reason } from '../src/model/types';
import { LANGUAGES } from '../src/text/languages';
import { translator } from '../src/text/text';
import { openEngine } from './engine';

type Judged = Advice & { obvious: boolean };

const SEATS = [0, 1].map((i) => ({ kind: 'person' as const, name: `P${i}` }));
const KINDS: Reason['kind'][] = [
  'points',
  'floor',
  'start',
  'row',
  'column',
  'colour',
  'tablet',
  'special',
  'lines',
  'shape',
  'plates',
  'chips',
];
const wordsOf = (l: (typeof LANGUAGES)[number]) => translator(l, readFileSync(new URL(`../src/text/${l}.ftl`, import.meta.url), 'utf8'));

it.each(RULES)('%s: a move with what it gains over the obvious one', async (rules) => {
  const engine = { call: await openEngine() };
  const record = newGame(engine, { rules, seats: SEATS, starter: 0, seed: '5', tablets: ['a1', 'b1', 'c1'] });
  const view = stateOf(engine, { record }, stateOf(engine, { record }).position.seat!);
  const ask = { do: 'advise', position: view.text, nodes: 200, seed: '1' };
  const advice = must(engine.call(ask) as Answer<Judged>);
  expect(view.legal.map((l) => JSON.stringify(l.move))).toContain(JSON.stringify(advice.move));
  expect(advice.other).not.toEqual(advice.move);
  for (const { kind, size } of advice.reasons) {
    expect(KINDS).toContain(kind);
    expect(size).toBeGreaterThan(0);
  }
  expect(engine.call(ask)).toEqual({ ok: true, ...advice });
});

it('judges two moves that are named, and refuses one that is not legal', async () => {
  const engine = { call: await openEngine() };
  const position =
    'classic 2 1 offer 0 0 0 -/-/-/-/- BR5 B14Y15R15K15T15 B5Y5K5T5 20:-/-/-/-/-:5/5/5/5/5:M 20:-/-/-/-/-:5/5/5/5/5:- view=0';
  const named = { do: 'advise', position, seed: '1', move: 'cR5', other: 'cR1' };
  const { reasons, obvious } = must(engine.call(named) as Answer<Judged>);
  expect(reasons[0]).toEqual({ kind: 'floor', seat: 0, size: 7 });
  expect(obvious).toBe(false); // taking blue completes a line
  expect(engine.call({ ...named, move: 'cK1' })).toMatchObject({ ok: false });
});

describe.each(LANGUAGES)('%s', (l) => {
  const t = wordsOf(l);
  const company = { mover: 0, seats: SEATS, position: { rules: 'classic' } as Position };
  it.each(KINDS)('%s: one sentence for the mover, another for the rival', (kind) => {
    const said = [0, 1].map((seat) => reasonWords(t, { kind, seat, size: 2.4, row: 3 }, company));
    expect(said.join()).not.toMatch(/[⟨{]/);
    expect(said[0]).not.toBe(said[1]);
  });
  it('names a tablet by what stands on it', () => {
    const position = { rules: 'duel', tablets: ['a1', 'c2', 'd2'] } as DuelPosition;
    const said = (tablet: string) => reasonWords(t, { kind: 'tablet', seat: 1, size: 3, tablet }, { ...company, position });
    expect([said('a'), said('d')]).toEqual([expect.stringContaining('3'), expect.stringMatching(/.−3.(?!.*\bd\b)/)]);
  });
  it('says where to look before it says the move', () => {
    const where = whereWords(t, { from: 3, colour: 'B', to: 2 });
    expect(where).toContain('3');
    expect(where).not.toContain('2');
  });
  it('compares with the other move, once and in whole sentences', () => {
    const reasons = [{ kind: 'floor' as const, seat: 0, size: 5 }];
    const words = adviceReason(t, { other: { from: 'centre', colour: 'R', to: 'floor' }, reasons }, company);
    expect(words).toMatch(/5.*\.$/);
    expect(words).not.toMatch(/\.\.|⟨/);
    expect(adviceReason(t, { reasons }, company)).toBe('');
  });
});
