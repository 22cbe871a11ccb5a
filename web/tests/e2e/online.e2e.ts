/* Two real browsers at a real server: whole games of every rule set with a lost network, a reload and a server that
 * ends in the middle; page and wire compared after every event. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../tools/browser.mjs';
import { RULES, type Rules } from '../../src/game/types';
import { guest, missing, openHost, type Host, type Visitor } from './host';
import { expected, read } from './read';
import { judge } from './stage';

const why = missing();
if (why) console.warn(`online tables are not tested: ${why}`);

let browser: Browser;
let host: Host;

beforeAll(async () => {
  if (why) return;
  browser = await launch();
  host = await openHost();
});
afterAll(async () => {
  await browser?.close();
  await host?.stop();
});

const until = async (what: string, test: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 15));
  }
};

const linkState = (page: Page, state: string) => page.locator(`[data-link="${state}"]`).first().waitFor();
const isOver = (v: Visitor) => v.page.locator('.banner-over').isVisible();

/** A new table by the form, then the invitation. */
async function makeTable(v: Visitor, wish: object): Promise<string> {
  await v.page.evaluate((w) => localStorage.setItem('azulejo.table', JSON.stringify(w)), { seats: [0], clock: 0, leaver: 'claim', public: false, ...wish });
  await v.page.locator('[data-online]').click();
  await linkState(v.page, 'open');
  await v.page.locator('.together .button.primary').click();
  await v.page.locator('.new-table .button.primary').click();
  await v.page.locator('[data-ready]').waitFor();
  return v.page.locator('.invite input').inputValue();
}

/** Opening the link joins nothing; the button does. */
async function joinBy(v: Visitor, link: string): Promise<void> {
  await v.page.goto('about:blank');
  await v.page.goto(link);
  await v.page.locator('[data-join]').click();
  await v.page.locator('[data-ready]').click();
}

async function sitDown(a: Visitor, b: Visitor, wish: object): Promise<string> {
  const link = await makeTable(a, wish);
  await joinBy(b, link);
  await a.page.locator('[data-ready]').click();
  for (const v of [a, b]) await v.page.locator('.banner').waitFor();
  return link;
}

/** Both have been told the same ply, and each page shows what its own wire said. */
async function compare(...visitors: Visitor[]): Promise<void> {
  await until('the same ply everywhere', () => new Set(visitors.map((v) => v.wire.ply)).size === 1);
  for (const { page, wire } of visitors) {
    const wanted = expected(wire.position!);
    const look = () => read(page, wire.position!.players);
    await until('page and wire agree', async () => isDeepStrictEqual(await look(), wanted), 4000).catch(() => undefined);
    expect(await look()).toEqual(wanted);
  }
}

/** The first thing that may be touched, until nothing may: one move, by the page's own buttons. */
const touchFirst = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const rest = () => new Promise((done) => setTimeout(done, 8));
    const mine = () => document.querySelector<HTMLElement>('.touch.open, [data-place]:not(:disabled)');
    for (let i = 0; i < 100 && !mine(); i++) await rest();
    for (let touches = 0; touches < 8 && mine(); touches++) {
      const place = document.querySelector<HTMLElement>('[data-place]:not(:disabled)');
      (place ?? mine())!.click();
      await rest();
    }
  });

const mover = (visitors: Visitor[]): Visitor | undefined => visitors.find((v) => v.wire.position?.seat === v.wire.seat);

/** One move by whoever is on turn. */
async function move(...visitors: Visitor[]): Promise<void> {
  const v = mover(visitors)!;
  const { ply } = v.wire;
  await touchFirst(v.page);
  await until(`a move at ply ${ply}`, () => v.wire.ply > ply);
}

async function moveUntilTurnOf(v: Visitor, ...all: Visitor[]): Promise<void> {
  for (let i = 0; i < 40 && mover(all) !== v; i++) {
    await move(...all);
    await until('told', () => new Set(all.map((x) => x.wire.ply)).size === 1);
  }
}

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
  await touchFirst(away.page);
  await away.page.getByText('Your move is kept').waitFor();
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
  await host.restart(how);
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

describe.skipIf(why)('two browsers play a whole game', () => {
  it.each(RULES)('%s', async (rules) => {
    const [a, b] = [await guest(browser, host, 'Ana'), await guest(browser, host, 'Bruno')];
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
  });
});
