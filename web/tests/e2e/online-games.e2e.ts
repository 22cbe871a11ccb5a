/* Two real browsers at a real server: whole games of every rule set with a lost network, a reload and a server that
 * ends in the middle; page and wire compared after every event. */
import { expect, it } from 'vitest';
import { RULES, type Rules } from '../../src/model/types';
import type { Visitor } from './host';
import { compare, isOver, linkState, move, moveUntilTurnOf, openPlace, sitDown, touchOpen, until } from './together';
import { expected, read } from './read';
import { judge } from './stage';

const { online, place, come } = openPlace();

const WHOLE_GAME_MS = 600_000;

/** The other one plays on while this one is away; then everything missed is there. */
async function awayWhileOthersMove(away: Visitor, other: Visitor): Promise<void> {
  await moveUntilTurnOf(other, away, other);
  await away.context.setOffline(true);
  await linkState(away.page, 'offline');
  await move(other);
  await away.context.setOffline(false);
  await linkState(away.page, 'open');
  await compare(away, other);
}

/** A move made without a network is kept, and confirmed once. */
async function moveWhileAway(away: Visitor, other: Visitor): Promise<void> {
  await moveUntilTurnOf(away, away, other);
  const { ply } = away.wire;
  await away.context.setOffline(true);
  await linkState(away.page, 'offline');
  const kept = away.page.getByText('Your move is kept');
  await until('a move is made', async () => (await kept.isVisible()) || (await touchOpen(away), kept.isVisible()));
  await away.context.setOffline(false);
  await until('the kept move is confirmed', () => away.wire.ply > ply);
  await compare(away, other);
}

async function reload(v: Visitor, other: Visitor): Promise<void> {
  await v.page.reload();
  await v.page.locator('.banner').waitFor();
  await compare(v, other);
}

async function restart(how: 'SIGTERM' | 'SIGKILL', ...visitors: Visitor[]): Promise<void> {
  const before = visitors.map((v) => v.wire.syncs);
  await place.host.restart(how);
  await until('everybody is back', () => visitors.every((v, i) => v.wire.syncs > before[i]!));
  await compare(...visitors);
}

/** What happens on the way, by ply. */
function incidents(rules: Rules, a: Visitor, b: Visitor): Map<number, () => Promise<void>> {
  const plan = new Map<number, () => Promise<void>>();
  plan.set(4, () => awayWhileOthersMove(b, a));
  plan.set(14, () => moveWhileAway(b, a));
  if (rules === 'classic') plan.set(9, () => restart('SIGKILL', a, b));
  if (rules === 'duel') plan.set(9, () => restart('SIGTERM', a, b));
  plan.set(20, () => reload(a, b));
  return plan;
}

async function playWhole(rules: Rules, a: Visitor, b: Visitor): Promise<void> {
  const plan = incidents(rules, a, b);
  for (let moves = 0; moves < 400; moves++) {
    await compare(a, b);
    if (a.wire.position!.phase === 'over') return;
    const due = [...plan.keys()].find((ply) => ply <= a.wire.ply);
    if (due === undefined) {
      await move(a, b);
      continue;
    }
    await plan.get(due)!();
    plan.delete(due);
  }
  throw new Error('the game never ended');
}

online('two browsers play a whole game', () => {
  it.each(RULES)(
    '%s',
    async (rules) => {
      const [a, b] = [await come('Ana'), await come('Bruno')];
      const link = await sitDown(a, b, { rules });
      await playWhole(rules, a, b);
      for (const v of [a, b]) expect(await isOver(v)).toBe(true);
      await a.page.getByText('Check the shuffle').click();
      await a.page.getByText('The shuffle was fair').waitFor();
      const table = /table=([^&]+)/.exec(link)![1];
      const record = await a.page.evaluate(async (id) => (await fetch(`/api/record/${id}`)).text(), table);
      const call = await judge();
      expect(call({ do: 'load', record }).ok).toBe(true);
      expect(expected(call({ do: 'state', seat: 0 }).position)).toEqual(await read(a.page, 2));
      expect([...a.faults, ...b.faults]).toEqual([]);
      for (const v of [a, b]) await v.context.close();
    },
    WHOLE_GAME_MS,
  );
});
