/* The bots by name: a level that plays differently has another name, and kept games keep the bot that they were begun with. */
import { beforeEach, expect, it, vi } from 'vitest';
import { botAt, botNamed, keptBot, LEVELS, levelOf, levelsOf, personOf } from '../src/model/bots';
import { GAME_KEY, storedGame } from '../src/game/saved';
import { noteGame, riseFrom } from '../src/game/progress';
import { seatsOf } from '../src/game/names';
import { totalsOf } from '../src/game/tally';
import type { Seat } from '../src/model/types';
import { openTable } from './engine';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v) });
});

it('a level is its person, in every edition', () => {
  expect(new Set(LEVELS.map(personOf)).size).toBe(LEVELS.length);
  expect(LEVELS.map(levelOf)).toEqual(LEVELS.map((_, i) => i + 1));
  expect(['ines', 'ines-1', botAt(5)].map(levelOf)).toEqual([5, 5, 5]);
  expect(['casual', 'nobody', ''].map(levelOf)).toEqual([0, 0, 0]);
  expect(levelsOf(['', 'ines', botAt(5), personOf(LEVELS.at(-1)!)])).toEqual([0, 5, 5, LEVELS.length]);
});

it('a name that was kept before there were editions is the first one', () => {
  expect(['ines', 'ines-1', botAt(5), 'gaspar', 'casual', 'strong'].map(keptBot)).toEqual([
    'ines-1',
    'ines-1',
    botAt(5),
    'gaspar-1',
    'casual',
    'strong',
  ]);
  const seats = [{ kind: 'person', name: '' }, ...['ines', botAt(5)].map((bot) => ({ kind: 'bot', bot, name: '' }))];
  kept.set(GAME_KEY, JSON.stringify({ id: 'a', record: 'r', seats, seed: '7' }));
  expect(storedGame()!.seats.map((s) => (s.kind === 'bot' ? s.bot : ''))).toEqual(['', 'ines-1', botAt(5)]);
});

it('the tag of a record names the same bot; an edition that is not known here plays as its person does', () => {
  expect(['ines', 'ines-99', 'casual', 'nobody'].map(botNamed)).toEqual(['ines-1', botAt(5), 'casual', botAt(5)]);
});

it('wins and statistics are those of the person', () => {
  const against = (bot: string): Seat[] => [...seatsOf([0]), { kind: 'bot', bot, name: '' }];
  noteGame('a', 'classic', against('ines-1'), [0]);
  noteGame('b', 'classic', against(botAt(5)), [0]);
  expect(riseFrom('classic', seatsOf([0, 5]))).toMatchObject({ beaten: 5, wins: 2 });
  const played = ['ines', botAt(5)].map((bot, i) => ({ id: String(i), rules: 'classic' as const, bot, won: 1, points: 40 }));
  expect(totalsOf(played)).toEqual([{ rules: 'classic', bot: 'ines', games: 2, won: 2, points: 40 }]);
});

it('the engine knows every level and every first edition', async () => {
  const call = await openTable();
  call({ do: 'new', rules: 'grey', players: 2, starter: 0, seed: '9' });
  const position = call({ do: 'state', seat: 0 }).text;
  for (const bot of [...LEVELS, ...LEVELS.map(personOf).map(keptBot)])
    expect(call({ do: 'search', position, bot, nodes: 20 })).toMatchObject({ ok: true });
  expect(call({ do: 'search', position, bot: 'ines-99', nodes: 20 })).toMatchObject({ ok: false });
});
