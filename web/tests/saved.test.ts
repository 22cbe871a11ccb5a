/* Games that are kept: none is lost without a word. */
import { beforeEach, expect, it, vi } from 'vitest';
import { dropGame, GAME_KEY, keepGame, SHELF_KEY, storedGame, storedGames, type SavedGame } from '../src/game/saved';

const kept = new Map<string, string>();
let full: string[] = [];

beforeEach(() => {
  kept.clear();
  full = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full.includes(key)) throw new Error('full');
      kept.set(key, value);
    },
  });
});

const game = (id: string, moves = 3, over = false): SavedGame => ({
  id,
  record: `record of ${id} after ${moves}`,
  seats: [],
  seed: '7',
  about: { rules: 'classic', round: 1, moves, over },
});
const ids = () => storedGames().map((g) => g.id);

it('a new game sets the one at hand aside, and going on with that one brings it back', () => {
  for (const id of ['a', 'b', 'c']) keepGame(game(id));
  expect(ids()).toEqual(['c', 'b', 'a']);
  keepGame(game('a', 4));
  expect(ids()).toEqual(['a', 'c', 'b']);
  expect(storedGame()!.record).toContain('after 4');
});

it('games that go on stay; of finished ones the last few do, and an untouched deal does not', () => {
  keepGame(game('going'));
  for (let i = 0; i < 7; i++) keepGame(game(`over${i}`, 9, true));
  keepGame(game('untouched', 0));
  keepGame(game('now'));
  expect(ids()).toEqual(['now', 'over6', 'over5', 'over4', 'over3', 'going']);
});

it('where the old game cannot be set aside it stays at hand', () => {
  keepGame(game('old'));
  full = [SHELF_KEY];
  expect(keepGame(game('new'))).toBe(false);
  expect(ids()).toEqual(['old']);
  full = [GAME_KEY];
  expect(keepGame(game('new'))).toBe(false);
  expect(ids()).toEqual(['old']);
});

it('a game is removed only when it is asked for', () => {
  for (const id of ['a', 'b']) keepGame(game(id));
  dropGame('a');
  expect(ids()).toEqual(['b']);
  dropGame('b');
  expect(ids()).toEqual([]);
});

it('a game of an earlier version is still there', () => {
  kept.set(GAME_KEY, JSON.stringify({ record: 'r', seats: [], seed: '12' }));
  expect(ids()).toEqual(['12']);
  keepGame(game('new'));
  expect(ids()).toEqual(['new', '12']);
});

it('games of an earlier version go on against the bots that they were begun with', () => {
  const seats = [1, 2, 3, 4, 5, 6, 7].map((level) => ({ kind: 'bot', level, name: '' }));
  const old = { ...game('old'), seats: [{ kind: 'person', name: 'Ana' }, ...seats] };
  kept.set(GAME_KEY, JSON.stringify(old));
  expect(storedGame()!.seats).toEqual([
    { kind: 'person', name: 'Ana' },
    ...['novice', 'learner', 'casual', 'regular', 'expert', 'master', 'champion'].map((bot) => ({ kind: 'bot', bot, name: '' })),
  ]);
  keepGame(storedGame()!);
  expect(JSON.parse(kept.get(GAME_KEY)!).seats[3]).toEqual({ kind: 'bot', bot: 'casual', name: '' });
});
