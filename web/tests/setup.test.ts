/* The set-up: what is kept is mended, its pictures are true, and every bot has a face. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FACES } from '../src/art/Face';
import { RULE_WALLS } from '../src/art/ruleWalls';
import { keepSetup, loadSetup, mended, optionsOf, setupOf, type Setup } from '../src/game/setup';
import { botAt, LEVELS, personOf } from '../src/model/bots';
import { RULES } from '../src/model/types';
import { openTable } from './engine';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v) });
});

const USUAL: Setup = { rules: 'classic', seats: [0, 1], names: [], starter: null, seed: '', tablets: ['a1', 'b1', 'c1'] };

describe('a stored set-up that no game can have is mended', () => {
  it.each([null, 7, 'x', [], {}])('%o is none', (stored) => expect(mended(stored)).toEqual(USUAL));
  it.each([
    ['two sides of a tablet', { tablets: ['a1', 'a2', 'b1'] }],
    ['too few tablets', { tablets: ['a1', 'b1'] }],
    ['tablets that do not exist', { tablets: ['a1', 'b1', 'x9'] }],
    ['tablets that are no list', { tablets: 'a1b1c1' }],
    ['one seat', { seats: [''] }],
    ['five seats', { seats: ['', '', '', '', ''] }],
    ['a starter beyond the seats', { starter: 2 }],
    ['a starter that is none', { starter: 'me' }],
    ['a seed that is no text', { seed: { a: 1 } }],
    ['unknown rules', { rules: 'chess' }],
    ['names that are none', { names: [] }],
  ])('%s', (_, part) => expect(mended({ ...USUAL, seats: ['', 'bia'], ...part })).toEqual(USUAL));
  it('and what is good of it stays', () => {
    const good = { rules: 'duel', seats: ['', 'amalia'], names: [' Ana ', 7], starter: 1, seed: ' 12 ', tablets: ['a2', 'b1', 'c1', 'd2'] };
    expect(mended({ ...good, more: 'x' })).toEqual({ ...good, seats: [0, 9], names: ['Ana', ''], seed: '12' });
    expect(mended({ ...good, tablets: null }).tablets).toBeNull();
  });
});

it('every set-up that is kept comes back, and the engine deals it', async () => {
  const call = await openTable();
  for (const rules of RULES) {
    const setup: Setup = { ...USUAL, rules, seats: [0, 0, 3, 10], names: ['Ana', 'Bo', '', ''], starter: 1, seed: '5' };
    keepSetup(setup);
    expect(loadSetup()).toEqual(setup);
    const options = optionsOf(loadSetup());
    expect(options.seats).toHaveLength(rules === 'duel' ? 2 : 4);
    const { seats, ...rest } = options;
    const tablets = rules === 'duel' ? rest.tablets : undefined;
    expect(call({ do: 'new', ...rest, tablets, players: seats.length })).toMatchObject({ ok: true });
  }
});

it('people at one screen have their names, one alone is you', () => {
  const named = (seats: number[]) => optionsOf({ ...USUAL, seats, names: ['Ana', 'Bo'] }).seats;
  expect(named([0, 0, 0])).toEqual(['Ana', 'Bo', ''].map((name) => ({ kind: 'person', name })));
  expect(named([0, 2])).toEqual([
    { kind: 'person', name: '', who: 'you' },
    { kind: 'bot', bot: botAt(2), name: '' },
  ]);
});

it('the set-up of a game that was played is offered again', () => {
  keepSetup({ ...USUAL, names: ['Ana', ''], seed: '7', starter: 0 });
  const seats = optionsOf({ ...USUAL, seats: [0, 0, 9], names: ['Bo', 'Cy'] }).seats;
  expect(setupOf({ rules: 'grey', seats, tablets: null })).toEqual({
    ...USUAL,
    rules: 'grey',
    seats: [0, 0, 9],
    names: ['Bo', 'Cy', ''],
  });
  expect(setupOf({ rules: 'duel', seats: optionsOf(USUAL).seats, tablets: null })).toMatchObject({ tablets: null, names: ['Ana', ''] });
});

it('the pictures of the rule sets show what is printed, and tiles where they may lie', async () => {
  const call = await openTable();
  for (const rules of RULES) {
    const { wall, plates, doubled } = call({ do: 'components', rules });
    const { prints, rows, doubled: double = false } = RULE_WALLS[rules];
    if (rules === 'duel') {
      const fronts = new Set(Object.values(plates as Record<string, string>));
      for (const r of [0, 2, 4])
        for (const c of [0, 2, 4]) {
          const front = `${prints[r]!.slice(c, c + 2)}/${prints[r + 1]!.slice(c, c + 2)}`;
          expect(front === '  /  ' || fronts.has(front)).toBe(true);
        }
    } else expect([prints, double]).toEqual([wall, doubled]);
    rows.forEach((row, r) =>
      [...row].forEach((tile, c) => {
        const print = prints[r]![c]!;
        expect([rules, r, c, tile === '.' || print === '.' || print === 'J' || tile === (print === 'S' ? '*' : print)]).toEqual([
          rules,
          r,
          c,
          true,
        ]);
      }),
    );
    if (rules === 'duel') continue;
    for (const line of [...rows, ...rows.map((_, c) => rows.map((row) => row[c]).join(''))]) {
      const tiles = [...line].filter((t) => t !== '.');
      expect(new Set(tiles).size).toBe(tiles.length);
    }
  }
});

it('every bot has a face of its own', () => expect([...FACES].sort()).toEqual(LEVELS.map(personOf).sort()));
