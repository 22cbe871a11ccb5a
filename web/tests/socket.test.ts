/* A game at a server's table, once it is over: looked back at from its record, and tried another way on this device. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../src/engine/engine';
import type { LocalEngine } from '../src/engine/localEngine';
import { loadRecord, logOf, stateOf } from '../src/engine/verbs';
import { RULES, type Rules } from '../src/model/types';
import type { Feed, TableInfo } from '../src/online/feed';
import { SocketSource } from '../src/online/SocketSource';
import { openEngine, openTable } from './engine';

const kept = vi.fn();
beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: kept });
});
afterEach(() => vi.unstubAllGlobals());

/** A whole game by chance, and the table that a page with seat 1 knows when it is over. */
async function over(rules: Rules) {
  const [call, engine] = [await openTable(), { call: await openEngine() } as unknown as Engine];
  call({ do: 'new', rules, players: 2, starter: 0, seed: '4', tablets: ['a1', 'b1', 'c1'] });
  for (let { position } = call({ do: 'state' }); position.phase !== 'over'; { position } = call({ do: 'state' })) {
    const { text } = call({ do: 'state', seat: position.seat });
    call({ do: 'play', move: call({ do: 'search', position: text, bot: 'random', seed: '1' }).move });
  }
  const { record } = loadRecord(engine, call({ do: 'record' }).record);
  const { position, winners } = stateOf(engine, { record });
  const info = {
    table: 'T',
    n: 99,
    you: 1,
    phase: 'over',
    options: { rules, players: 2 },
    seats: ['Ana', 'Bruno'].map((name) => ({ kind: 'person', name })),
    position,
    winners,
    cause: 'normal',
    offer: null,
    log: logOf(engine, record),
    scores: [],
    version: 1,
  } as unknown as TableInfo;
  const feed = { info, table: 'T', link: {}, subscribe: () => () => undefined } as unknown as Feed;
  const device = { engine, search: { warm: () => undefined, stop: () => undefined }, pauseFactor: () => 0 } as unknown as LocalEngine;
  return { engine, record, source: new SocketSource(device, feed) };
}

it.each(RULES)('%s: nothing to review before the record is here; then every decision, as its mover saw it', async (rules) => {
  const { engine, record, source } = await over(rules);
  expect([source.viewAt, source.branch, source.record()]).toEqual([undefined, undefined, null]);
  source.keepRecord(record);
  const { log } = source.state();
  expect(log.length).toBeGreaterThan(10);
  for (let ply = 0; ply < log.length; ply += 7) {
    const { seat } = log[ply]!;
    expect(source.viewAt!(ply)).toBe(stateOf(engine, { record, ply }, seat).text);
    expect(source.at(ply).position).toEqual(stateOf(engine, { record, ply }, 1).position); // as the viewer's seat sees it
    expect(source.at(ply).log).toHaveLength(ply);
  }
});

it.each(RULES)('%s: what if begins at the decision that is looked at, keeps nothing, and leads back', async (rules) => {
  const { record, source } = await over(rules);
  source.keepRecord(record);
  const { log } = source.state();
  const ply = log.length >> 1;
  const side = source.branch!(ply);
  expect(side.state().log).toEqual(log.slice(0, ply));
  expect(side.state().here).toEqual([0, 1]); // the viewer moves for everybody
  expect(side.state().position.seat).toBe(log[ply]!.seat);
  const other = side.state().legal.find((l) => JSON.stringify(l.move) !== JSON.stringify(log[ply]!.move)) ?? side.state().legal[0]!;
  expect((await side.play(other.move)).ok).toBe(true);
  expect(side.state().log).toHaveLength(ply + 1);
  expect(side.back!()).toBe(source);
  expect(source.state().log).toEqual(log); // the game itself is as it was
  expect(kept).not.toHaveBeenCalled();
});
