/* The door of the engine keeps nothing between two calls: whole games of every rule set, and positions in both forms. */
import { expect, it } from 'vitest';
import { componentsOf, explain, gameFrom, logOf, newGame, play, stateOf, takenBack } from '../src/engine/verbs';
import { RULES, type GameOptions, type Rules } from '../src/model/types';
import { openEngine } from './engine';

const SEATS = [0, 1].map((i) => ({ kind: 'person' as const, name: `P${i}` }));
const optionsOf = (rules: Rules): GameOptions => ({ rules, seats: SEATS, starter: 0, seed: '5', tablets: ['a1', 'b1', 'c1'] });

it.each(RULES)('%s: games played in turn on one engine are the games played on engines of their own', async (rules) => {
  const shared = { call: await openEngine() };
  const own = [{ call: await openEngine() }, { call: await openEngine() }];
  const records = own.map((engine) => newGame(engine, optionsOf(rules)));
  const together = [...records];
  for (let ply = 0; ply < 60; ply++) {
    for (const i of [0, 1]) {
      const { legal } = stateOf(shared, { record: together[i]! });
      if (legal.length === 0) continue;
      const { move } = legal[(ply * 7 + i * 3) % legal.length]!;
      const [a, b] = [play(shared, together[i]!, move, '5'), play(own[i]!, records[i]!, move, '5')];
      expect(a).toEqual(b);
      if (!a.ok || !b.ok) throw new Error('a legal move was refused');
      [together[i], records[i]] = [a.record, b.record];
    }
  }
  expect(together).toEqual(records);
  expect(together[0]).not.toBe(together[1]);
});

it.each(RULES)('%s: a position as JSON, as text and as a record gives the same answers', async (rules) => {
  const engine = { call: await openEngine() };
  const record = newGame(engine, optionsOf(rules));
  const whole = stateOf(engine, { record });
  const { plies: _, ...expected } = whole;
  expect(stateOf(engine, { position: whole.position })).toMatchObject(expected);
  expect(stateOf(engine, { position: whole.text })).toMatchObject(expected);
  const seen = stateOf(engine, { record }, 0); // a seat's view, as a server sends it
  expect(stateOf(engine, { position: seen.position }, 0)).toMatchObject({
    position: seen.position,
    legal: seen.legal,
    standing: seen.standing,
  });
  for (const { move, preview } of seen.legal) {
    expect(explain(engine, { record }, move)).toEqual({ ok: true, preview });
    expect(explain(engine, { position: seen.position }, move)).toEqual({ ok: true, preview });
  }
});

it('a position becomes a game that is played and taken back', async () => {
  const engine = { call: await openEngine() };
  const { position, legal } = stateOf(engine, { record: newGame(engine, optionsOf('classic')) }, 0);
  const begun = gameFrom(engine, position, '3');
  const played = play(engine, begun, legal[0]!.text!, '3');
  if (!played.ok) throw new Error('refused');
  expect(logOf(engine, played.record)).toHaveLength(1);
  expect(takenBack(engine, played.record, 1)).toBe(begun);
  expect(stateOf(engine, { record: played.record, ply: 0 }).position).toEqual(stateOf(engine, { record: begun }).position);
});

it('a wrong request is refused in words, and nothing is kept of it', async () => {
  const call = await openEngine();
  expect(call({ do: 'state' })).toMatchObject({ ok: false, fault: { code: 'SYNTAX' } });
  expect(call({ do: 'state', record: 'no record' })).toMatchObject({ ok: false });
  expect(call({ do: 'play', position: { rules: 'classic' }, move: '1B1' })).toMatchObject({ ok: false });
  expect(call({ do: 'state' })).toMatchObject({ ok: false });
});

it.each([
  ['classic', [-1, -1, -2, -2, -2, -3, -3]],
  ['crystal1', [-1, 0, -1, -2, -1, -2, -3]],
  ['duel', [-1, -3, -6, -10]],
] as const)('%s: the spaces of the floor say what the rulebook prints on them', async (rules, printed) => {
  expect(componentsOf({ call: await openEngine() }, rules).penalties).toEqual(printed);
});
