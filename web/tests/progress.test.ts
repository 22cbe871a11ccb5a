/* A newcomer begins at the gentlest level; two wins against a level offer the next one. */
import { beforeEach, expect, it, vi } from 'vitest';
import { noteGame, riseFrom, withLevel } from '../src/game/progress';
import { seatsOf } from '../src/game/names';
import { loadSetup } from '../src/game/setup';
import { LEVELS } from '../src/model/bots';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v) });
});

const against = (...levels: number[]) => seatsOf([0, ...levels]);

it('a first game is against the gentlest level', () => {
  expect(loadSetup().seats).toEqual([0, 1]);
  expect(riseFrom('classic', against(1))).toBeNull();
});

it('the second win offers the next level, in that rule set alone', () => {
  noteGame('a', 'classic', against(1), [0]);
  expect(riseFrom('classic', against(1))).toBeNull();
  noteGame('b', 'classic', against(1), [0]);
  expect(riseFrom('classic', against(1))).toEqual({ beaten: 1, wins: 2, next: 2 });
  expect(riseFrom('classic', against(2))).toBeNull();
  expect(riseFrom('duel', against(1))).toBeNull();
  expect(withLevel(against(1), 2)).toEqual(against(2));
});

it('a game counts once, and only if one person has won alone against levels', () => {
  const level = () => riseFrom('grey', against(3));
  for (let n = 0; n < 3; n++) noteGame('same', 'grey', against(3), [0]);
  noteGame('lost', 'grey', against(3), [1]);
  noteGame('shared', 'grey', against(3), [0, 1]);
  noteGame('two people', 'grey', seatsOf([0, 0, 3]), [0]);
  noteGame('a former bot', 'grey', [...seatsOf([0]), { kind: 'bot', bot: 'casual', name: '' }], [0]);
  expect(level()).toBeNull();
  noteGame('other', 'grey', against(3), [0]);
  expect(level()).toMatchObject({ next: 4 });
});

it('a table is beaten with its strongest bot, and who beat a higher level goes on from there', () => {
  noteGame('a', 'crystal1', against(2, 5), [0]);
  noteGame('b', 'crystal1', against(5, 1, 1), [0]);
  expect(riseFrom('crystal1', against(1))).toEqual({ beaten: 5, wins: 2, next: 6 });
  expect(riseFrom('crystal1', against(5, 5))).toMatchObject({ next: 6 });
  expect(riseFrom('crystal1', against(5, 1))).toBeNull(); // of which level would the next one be?
  expect(riseFrom('crystal1', against(6))).toBeNull();
});

it('there is nothing above the highest level', () => {
  const top = LEVELS.length;
  for (const id of ['a', 'b']) noteGame(id, 'duel', against(top), [0]);
  expect(riseFrom('duel', against(top))).toBeNull();
});

it.each(['7', '[]', '{"wins":3}', '{"wins":{"classic":{"bia":"x"}},"games":{}}'])(
  'what was stored by somebody else harms nothing: %s',
  (text) => {
    kept.set('azulejo.progress', text);
    expect(riseFrom('classic', against(1))).toBeNull();
    noteGame('a', 'classic', against(1), [0]);
    noteGame('b', 'classic', against(1), [0]);
    expect(riseFrom('classic', against(1))).toMatchObject({ next: 2 });
  },
);
