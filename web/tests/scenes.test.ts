/* The scenes of whole games: each leads from what was shown to what the engine says, and loses no tile on the way. */
import { expect, it } from 'vitest';
import { componentsOf, logOf, newGame, play, stateOf } from '../src/engine/verbs';
import { COLOURS, isDuel, RULES, type LogEntry, type Position, type Rules } from '../src/model/types';
import { floorOf, usedTiles, wallOf } from '../src/motion/pieces';
import { groupsOf, paced, scenesOf, SCORING_MS, type Scene } from '../src/motion/scenes';
import { openEngine } from './engine';
import { dice } from './e2e/dice';

/** Tiles of a colour on the table: bag, lid, offer and boards. */
function tilesOn(p: Position, colour: number): number {
  const letter = COLOURS[colour]!;
  const within = (text: string) => text.split(letter).length - 1;
  const boards = p.boards.map((b, seat) => within([...b.lines, ...wallOf(p, seat), floorOf(p, seat)].join('')));
  const offer = isDuel(p)
    ? [p.large.sun[colour], p.large.moon[colour], ...p.small.flatMap((s) => [s.sun[colour], within(s.moon)])]
    : [p.centre[colour], ...p.factories.map((f) => f[colour])];
  return [p.bag[colour], usedTiles(p)[colour], ...offer, ...boards].reduce((sum: number, n) => sum + (n ?? 0), 0);
}

/** What stands on the boards, and the points. */
const boardsOf = (p: Position) =>
  p.boards.map((b, seat) => [b.score, b.lines, wallOf(p, seat), floorOf(p, seat), 'chips' in b ? [...b.chips].sort() : []]);

interface Told {
  before: Position;
  entry: LogEntry;
  next: Position;
  scenes: Scene[];
}

const games = new Map<string, Promise<Told[]>>();

/** Played once, looked at by several tests. */
function wholeGame(rules: Rules, players: number): Promise<Told[]> {
  const known = games.get(`${rules} ${players}`);
  const game = known ?? playGame(rules, players, 5);
  games.set(`${rules} ${players}`, game);
  return game;
}

async function playGame(rules: Rules, players: number, seed: number): Promise<Told[]> {
  const engine = { call: await openEngine() };
  const pick = dice(seed);
  const seats = Array.from({ length: players }, (_, i) => ({ kind: 'person' as const, name: `P${i}` }));
  let record = newGame(engine, { rules, seats, starter: 0, seed: String(seed), tablets: ['a1', 'b2', 'c1', 'd2'] });
  const floorMax = componentsOf(engine, rules).penalties.length;
  const told: Told[] = [];
  for (let state = stateOf(engine, { record }); state.legal.length > 0;) {
    const choice = Math.max(pick(state.legal.length), pick(state.legal.length)); // higher lines: games that end sooner
    const answer = play(engine, record, state.legal[choice]!.move, String(seed));
    if (!answer.ok) throw new Error('a legal move was refused');
    ({ record } = answer);
    const next = stateOf(engine, { record });
    const entry = logOf(engine, record, told.length)[0]!;
    told.push({ before: state.position, entry, next: next.position, scenes: scenesOf(state.position, entry, next.position, floorMax) });
    state = next;
  }
  return told;
}

const GAMES = RULES.flatMap((rules) => (rules === 'duel' ? [2] : [2, 3, 4]).map((players) => [rules, players] as const));

it.each(GAMES)('%s for %i: every scene leads to the next, no tile is lost, and the last one is the position', async (rules, players) => {
  for (const { before, entry, next, scenes } of await wholeGame(rules, players)) {
    const where = `ply ${entry.ply}`;
    for (const { during, after, flights } of scenes.filter((s) => s.kind !== 'deal'))
      for (const [i, colour] of COLOURS.entries()) {
        const all = tilesOn(before, i);
        expect(tilesOn(during, i) + flights.filter((f) => f.piece === colour).length, where).toBe(all);
        expect(tilesOn(after, i), where).toBe(all);
      }
    const last = scenes.findLast((s) => s.kind !== 'deal');
    if (last) expect(boardsOf(last.after), where).toEqual(boardsOf(next));
    else expect(boardsOf(before), where).toEqual(boardsOf(next));
    if (last && next.round === before.round && next.phase !== 'over') expect(tilesLeft(last.after), where).toEqual(tilesLeft(next));
  }
});

const tilesLeft = (p: Position) => (isDuel(p) ? [p.large, p.small.map((s) => [s.sun, s.moon])] : [p.factories, p.centre, p.marker]);

it.each(GAMES)('%s for %i: what a take leads to is worked out as the engine does', async (rules, players) => {
  const floorMax = rules === 'duel' ? 4 : 7;
  for (const { before, entry, next } of await wholeGame(rules, players)) {
    if (before.phase === 'tiling' || next.phase === 'tiling' || next.round !== before.round || next.phase === 'over') continue;
    // As if the round ended here: the scenes must then know by themselves where everything lies.
    const [scene] = scenesOf(before, { ...entry, events: entry.events.filter((e) => e.kind === 'paid') }, { ...next, round: 99 }, floorMax);
    if (!scene || scene.kind === 'deal' || scene.kind === 'paid') continue;
    expect([boardsOf(scene.after), tilesLeft(scene.after)], `ply ${entry.ply}`).toEqual([boardsOf(next), tilesLeft(next)]);
  }
});

it.each(GAMES)('%s for %i: a number changes only in the scene that tells its cause, and the deal comes last', async (rules, players) => {
  for (const { before, scenes, entry } of await wholeGame(rules, players)) {
    let scores = before.boards.map((b) => b.score);
    for (const { during, after, events, kind } of scenes) {
      if (kind !== 'deal') expect(during.round).toBe(before.round);
      expect(during.boards.map((b) => b.score)).toEqual(scores);
      for (const e of events) scores = scores.with(e.seat, scores[e.seat]! + e.points);
      expect(after.boards.map((b) => b.score)).toEqual(scores);
    }
    expect(scenes.slice(0, -1).some((s) => s.kind === 'deal')).toBe(false);
    expect(scenes.flatMap((s) => s.events)).toHaveLength(entry.events.length);
  }
});

it.each(GAMES)('%s for %i: the scoring of a round fits into its time', async (rules, players) => {
  let spent = 0;
  let most = 0;
  for (const { before, next, scenes } of await wholeGame(rules, players)) {
    const { scenes: quick, taken } = paced(scenes, next, SCORING_MS - spent);
    spent += taken;
    most = Math.max(most, spent);
    expect(quick).toHaveLength(scenes.length);
    if (next.round !== before.round) spent = 0;
  }
  expect(most).toBeGreaterThan(500);
  expect(most).toBeLessThanOrEqual(SCORING_MS + 1);
});

it('the floor breaks in one beat, and a bonus that is given several times is one', () => {
  const e = (kind: string, seat: number, more = {}) => ({ kind, seat, points: -1, score: 0, ...more }) as never;
  const groups = groupsOf([
    e('tile', 0),
    e('tile', 0),
    e('floor', 0),
    e('floor', 0),
    e('clamp', 0),
    e('floor', 1),
    e('row', 0),
    e('row', 0),
    e('column', 0),
  ]);
  expect(groups.map((g) => g.length)).toEqual([1, 1, 3, 1, 2, 1]);
});
