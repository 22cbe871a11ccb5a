/* What is shown follows what is true as a queue of scenes: in order, cut at any moment, dropped where a device is slow. */
import { beforeEach, expect, it } from 'vitest';
import { componentsOf, logOf, newGame, play, stateOf } from '../src/engine/verbs';
import { isDuel, type TableState } from '../src/model/types';
import { Player, type ScenePlayer, type Shown } from '../src/motion/player';
import { openEngine } from './engine';

/** The states of a game in which both seats take what comes first, to the end of its second round. */
async function statesOf(rules: 'classic' | 'duel'): Promise<TableState[]> {
  const engine = { call: await openEngine() };
  const seats = [0, 1].map((i) => ({ kind: 'person' as const, name: `P${i}` }));
  let record = newGame(engine, { rules, seats, starter: 0, seed: '4', tablets: ['a1', 'b1', 'c1'] });
  const components = componentsOf(engine, rules);
  const states: TableState[] = [];
  for (let version = 1; ; version++) {
    const { position, legal, winners } = stateOf(engine, { record });
    const log = logOf(engine, record);
    const around = { components, seats, view: 0, here: [0, 1], lastMove: null, events: [], thinking: false, canUndo: true, saved: true };
    states.push({ ...around, position, legal, log, version, tabletScores: [], winners });
    if (position.round > 2 || legal.length === 0) return states;
    const answer = play(engine, record, legal[0]!.move, '4');
    if (!answer.ok) throw new Error('a legal move was refused');
    ({ record } = answer);
  }
}

const clock = { now: 0, slow: 1 };
let drawn: Shown[] = [];
let settings = { pace: 1, hidden: false };
const scenePlayer: ScenePlayer<null> = {
  draw: (shown) => drawn.push(shown),
  lift: () => null,
  aim: () => undefined,
  fly: () => undefined,
  land: () => undefined,
  clear: () => undefined,
  pace: () => settings.pace,
  hidden: () => settings.hidden,
  now: () => clock.now,
  wait: async (ms, cut) => {
    await Promise.race([cut, Promise.resolve()]);
    clock.now += ms * clock.slow;
  },
};

beforeEach(() => {
  Object.assign(clock, { now: 0, slow: 1 });
  settings = { pace: 1, hidden: false };
  drawn = [];
});

/** Where a round ends. */
const endOf = (states: TableState[]): number => states.findIndex((s, i) => (states[i + 1]?.position.round ?? 0) > s.position.round);

const settled = async (player: Player<null>) => {
  for (let i = 0; i < 20; i++) await player.done();
};

it('tells the end of a round in order: the take, the points, the deal; then the truth', async () => {
  const states = await statesOf('classic');
  const at = endOf(states);
  const player = new Player(states[at]!, scenePlayer);
  player.show(states[at + 1]!);
  expect(player.isRunning()).toBe(true);
  await settled(player);
  const kinds = drawn.flatMap((d) => d.scene?.kind ?? 'truth').filter((k, i, all) => k !== all[i - 1]);
  expect(kinds[0]).toBe('take');
  expect(kinds.slice(-2)).toEqual(['deal', 'truth']);
  expect(drawn.at(-1)!.state).toBe(states[at + 1]);
  const before = drawn.slice(
    0,
    drawn.findIndex((d) => d.scene?.kind === 'deal'),
  );
  expect(before.every((d) => d.state.position.round === states[at]!.position.round && d.state.legal.length === 0)).toBe(true);
  expect(before.every((d) => d.state.log.length === at && d.state.version === states[at]!.version)).toBe(true);
  expect(clock.now).toBeLessThan(5500);
});

it('a touch ends all of it at once, and only once', async () => {
  const states = await statesOf('classic');
  const at = endOf(states);
  const player = new Player(states[at]!, scenePlayer);
  player.show(states[at + 1]!);
  await Promise.resolve();
  await Promise.resolve();
  expect(player.finish()).toBe(true);
  expect(drawn.at(-1)).toEqual({ state: states[at + 1], scene: null, step: null });
  const { length } = drawn;
  await settled(player);
  expect(drawn).toHaveLength(length);
  expect(player.finish()).toBe(false);
});

it('a table that waits before the deal shows the round that is over, moving or not, until it goes on', async () => {
  const states = await statesOf('classic');
  const at = endOf(states);
  for (const pace of [1, 0]) {
    settings.pace = pace;
    const player = new Player(states[at]!, scenePlayer);
    player.show({ ...states[at + 1]!, beforeDeal: true });
    await settled(player);
    const { position } = drawn.at(-1)!.state;
    expect(position.round).toBe(states[at]!.position.round);
    expect(position.boards.map((b) => b.score)).toEqual(states[at + 1]!.position.boards.map((b) => b.score));
    expect(player.finish()).toBe(false);
    player.show(states[at + 1]!);
    await settled(player);
    expect(drawn.at(-1)!.state).toBe(states[at + 1]);
  }
});

it('without motion, and in a tab that nobody sees, only the truth is drawn', async () => {
  const states = await statesOf('duel');
  for (const [pace, hidden] of [
    [0, false],
    [1, true],
  ] as const) {
    settings = { pace, hidden };
    drawn = [];
    const player = new Player(states[0]!, scenePlayer);
    for (const state of states.slice(1)) player.show(state);
    expect(drawn.map((d) => d.state)).toEqual(states.slice(1));
  }
});

it('a device that is late drops scenes and still ends at the truth', async () => {
  const states = await statesOf('classic');
  const at = endOf(states);
  clock.slow = 8;
  const player = new Player(states[at]!, scenePlayer);
  player.show(states[at + 1]!);
  await settled(player);
  expect(new Set(drawn.map((d) => d.scene)).size).toBeLessThan(4);
  expect(drawn.at(-1)!.state).toBe(states[at + 1]);
});

it('moves that come quickly do not pile up, and what is no move further is shown at once', async () => {
  const states = await statesOf('duel');
  const player = new Player(states[0]!, scenePlayer);
  for (const state of states.slice(1, 9)) player.show(state);
  await settled(player);
  expect(drawn.at(-1)!.state).toBe(states[8]);
  expect(drawn.filter((d) => d.scene).every((d) => d.state.log.length >= 6)).toBe(true);
  drawn = [];
  player.show(states[3]!); // taken back
  expect(drawn.map((d) => d.state)).toEqual([states[3]]);
  const renamed = { ...states[3]!, seats: states[3]!.seats.toReversed() };
  player.show(renamed);
  expect(drawn.at(-1)!.state).toBe(renamed);
  expect(isDuel(renamed.position)).toBe(true);
});
