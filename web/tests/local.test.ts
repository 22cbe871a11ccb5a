/* A game on this device: one game at a time on the engine, and a bot whose move is refused thinks again. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../src/engine/engine';
import type { Question, Search } from '../src/engine/search';
import { LocalSource } from '../src/game/LocalSource';
import type { SavedGame } from '../src/game/saved';
import { Opening } from '../src/game/opening';
import type { GameOptions } from '../src/model/types';
import { openEngine } from './engine';

const kept = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A search that answers with these moves in turn, then with the engine's own; nothing after it was stopped. */
function searchOf(call: (r: object) => any, first: string[], asked: Question[]) {
  let stops = 0;
  const go = async (question: Question) => {
    asked.push(question);
    const before = stops;
    const move = first.shift();
    const answer = move ? { ok: true, move } : call({ do: 'search', ...question });
    return new Promise((done) => setTimeout(() => before === stops && done(answer), 10));
  };
  return { go, warm: () => undefined, stop: () => stops++ } as unknown as Search;
}

const OPTIONS: GameOptions = {
  rules: 'classic',
  seats: [
    { kind: 'person', name: 'Ana' },
    { kind: 'bot', bot: 'novice', name: 'Rui' },
  ],
  starter: 1,
  seed: '4',
  tablets: null,
};

/** The person begins. */
const BEGINNER: GameOptions = { ...OPTIONS, starter: 0 };

async function open(moves: string[] = [], asked: Question[] = []) {
  const [table, mind] = [await openEngine(), await openEngine()];
  const engine = { call: table } as unknown as Engine;
  const search = searchOf(mind, moves, asked);
  return {
    start: (options = OPTIONS) => LocalSource.start(engine, search, options, () => 1),
    resume: (saved: SavedGame) => LocalSource.resume(engine, search, saved, () => 1),
  };
}

it('a bot whose move is refused reads the table anew and thinks again', async () => {
  const { start } = await open(['9B1', 'cT5']);
  const game = start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(game.state().log).toHaveLength(1);
  expect(game.state()).toMatchObject({ thinking: false, position: { seat: 0 } });
  game.close();
});

it('a game that is closed ends nothing of another one on the same engine, and the bot plays once', async () => {
  const { start } = await open();
  const first = start();
  first.close();
  const second = start();
  first.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(first.state().log).toHaveLength(0);
  expect(second.state().log).toHaveLength(1);
  expect(second.state().position.seat).toBe(0);
  second.close();
});

it('two games on one engine have each its own table', async () => {
  const { start } = await open();
  const [first, second] = [start(BEGINNER), start(BEGINNER)];
  const { legal } = first.state();
  expect((await first.play(legal[0]!.move)).ok).toBe(true);
  expect((await second.play(legal[1]!.move)).ok).toBe(true);
  expect(first.state().log.map((e) => e.move)).toEqual([legal[0]!.move]);
  expect(second.state().log.map((e) => e.move)).toEqual([legal[1]!.move]);
  first.close();
  second.close();
});

it('explaining a move plays nothing, whether the rules allow it or not', async () => {
  const { start } = await open();
  const game = start(BEGINNER);
  const before = game.record();
  expect(game.explain(game.state().legal[0]!.move)).toBeNull();
  expect(game.explain({ from: 'centre', colour: 'B', to: 1 })).toMatchObject({ code: 'centre-lacks' });
  expect([game.record(), game.state().log]).toEqual([before, []]);
  game.close();
});

it('of several openings the latest counts: those before it are closed or never begun', async () => {
  const told: string[] = [];
  const begin = (name: string) => async () => {
    told.push(`begin ${name}`);
    await new Promise((done) => setTimeout(done, 100));
    if (name === 'broken') throw new Error(name);
    return { name, close: () => told.push(`close ${name}`) };
  };
  const opening = new Opening<{ name: string; close: () => void }>();
  const a = opening.ask(begin('a'));
  await vi.advanceTimersByTimeAsync(1);
  const rest = [a, opening.ask(begin('b')), opening.ask(begin('c'))];
  await vi.advanceTimersByTimeAsync(500);
  expect((await Promise.all(rest)).map((g) => g?.name)).toEqual([undefined, undefined, 'c']);
  expect(told).toEqual(['begin a', 'close a', 'begin c']);
  const broken = opening.ask(begin('broken')).catch((e: Error) => e.message);
  await vi.advanceTimersByTimeAsync(200);
  expect(await broken).toBe('broken');
  const given = opening.ask(begin('d'));
  await vi.advanceTimersByTimeAsync(1);
  opening.forget();
  await vi.advanceTimersByTimeAsync(200);
  expect([await given, told.at(-1)]).toEqual([null, 'close d']);
});

it('the whims of a bot last for the whole game, in another life of the page too, and are its own', async () => {
  const asked: Question[] = [];
  const { start, resume } = await open([], asked);
  const bots: GameOptions = {
    ...BEGINNER,
    seats: ['bia', 'bia', 'rita'].map((bot) => ({ kind: 'bot', bot, name: '' }) as const),
  };
  const game = start(bots);
  await vi.advanceTimersByTimeAsync(6000);
  const saved = game.saved();
  game.close();
  const again = resume(saved);
  await vi.advanceTimersByTimeAsync(6000);
  again.close();
  expect(asked.length).toBeGreaterThan(12);
  expect(new Set(asked.map((q) => `${q.bot} ${q.seed}`)).size).toBe(3);
  expect(new Set(asked.map((q) => q.seed)).size).toBe(3);
});

it('what was taken back can be made again, until another move is made', async () => {
  const { start } = await open();
  const game = start({ ...BEGINNER, seats: [0, 1].map((i) => ({ kind: 'person', name: `P${i}` })) });
  const first = game.state().legal[0]!.move;
  await game.play(first);
  const after = game.record();
  expect(game.state().canRedo).toBe(false);
  await game.undo();
  expect(game.state()).toMatchObject({ canRedo: true, log: [] });
  await game.redo();
  expect(game.record()).toBe(after);
  expect(game.state().canRedo).toBe(false);
  await game.undo();
  await game.play(game.state().legal[1]!.move);
  expect(game.state().canRedo).toBe(false);
  await game.redo(); // nothing
  expect(game.state().log).toHaveLength(1);
  game.close();
});

it('once more: everybody moves on by a seat, and so the turn to begin does', async () => {
  const { start } = await open();
  const people = ['Ana', 'Bo', 'Cy'].map((name) => ({ kind: 'person', name }) as const);
  let game = start({ ...OPTIONS, seats: [...people], starter: 1 });
  const begins: string[] = [];
  for (let round = 0; round < 4; round++) {
    const { seats, position } = game.state();
    begins.push(seats[position.seat!]!.name);
    const next = game.again!();
    expect(next).toMatchObject({ rules: 'classic', tablets: null });
    game.close();
    game = start(next);
  }
  expect(begins).toEqual(['Bo', 'Cy', 'Ana', 'Bo']);
  game.close();
});

it('once more at a Duel: tablets that were chosen stay, those that were drawn are drawn again', async () => {
  const { start } = await open();
  const duel: GameOptions = { ...BEGINNER, rules: 'duel' };
  const chosen = start({ ...duel, tablets: ['a2', 'b1', 'd1'] });
  const drawn = start({ ...duel, tablets: null });
  expect([chosen.again!().tablets, drawn.again!().tablets]).toEqual([['a2', 'b1', 'd1'], null]);
  expect(drawn.saved().tablets).toBeNull();
  expect(chosen.branch(0).again).toBeUndefined(); // beside the real game there is nothing to repeat
});
