/* How a page calls its player back to a table at a server: title, badge, sound, vibration, and a notice where it may. What
 * the device would do is noted instead. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { Call } from '../../tools/engine.mjs';
import { closeStage, judge, openStage, type Stage } from './stage';
import { game, room } from './wire';
import { visitWire } from './wired';

let stage: Stage;
/** The position after no move, one, and two; the first seat begins. */
const positions: object[] = [];
const moves: object[] = [];
beforeAll(async () => {
  stage = await openStage();
  const call: Call = await judge();
  call({ do: 'new', rules: 'classic', players: 2, starter: 0, seed: '9' });
  for (let ply = 0; ply <= 3; ply++) {
    const seen = call({ do: 'state', seat: ply % 2 });
    positions.push(seen.position);
    moves.push(seen.legal[0].move);
    call({ do: 'play', move: seen.legal[0].text });
  }
});
afterAll(() => closeStage(stage));

/** Runs in the page before it: a device that notes what it is asked for. */
function device({ permission, worker, answer }: { permission: string; worker: boolean; answer: string }): void {
  const here = window as any;
  here.calls ??= [];
  const note = (...call: unknown[]) => here.calls.push(call.join(' '));
  const close = () => note('taken away');
  here.Notification = class {
    static permission = permission;
    static async requestPermission() {
      note('permission');
      return (this.permission = answer);
    }
    close = close;
    constructor(title: string, { body, tag }: NotificationOptions) {
      note('notice', title, body, tag);
    }
  };
  const registration = {
    active: {},
    showNotification: async (title: string, { body, tag }: NotificationOptions) => note('by worker', title, body, tag),
    getNotifications: async ({ tag }: { tag: string }) => (note('open ones', tag), [{ close }]),
  };
  if (worker) navigator.serviceWorker.getRegistration = async () => registration as never;
  else navigator.serviceWorker.getRegistration = async () => undefined;
  Object.assign(navigator, {
    setAppBadge: async (n: number) => note('badge', n),
    clearAppBadge: async () => note('no badge'),
    vibrate: (ms: number) => note('vibrate', ms),
  });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when) {
    note('tone');
    start.call(this, when);
  };
  Object.defineProperty(document, 'hidden', { get: () => here.away === true });
}

interface Ways {
  permission?: string;
  worker?: boolean;
  answer?: string;
  sound?: boolean;
}

/** At a table where the other one is on turn. */
async function sit({ permission = 'granted', worker = true, answer = 'granted', sound = true }: Ways, more = {}) {
  const prepare = async (wire: any, context: any) => {
    wire.tables.G = game('G', 1, positions[0]!, { ply: 0, ...more });
    await context.addInitScript(device, { permission, worker, answer });
  };
  const v = await visitWire(stage, prepare, '#table=G', {}, { sound });
  await v.page.locator('.banner').waitFor();
  let n = 5;
  const moved = (seat: number, ply: number) =>
    v.wire.say({
      t: 'event',
      table: 'G',
      n: ++n,
      at: 0,
      kind: 'move',
      seat,
      move_ply: ply,
      move: moves[ply],
      text: '',
      round: 1,
      taken: 1,
      scores: [],
      position: positions[ply + 1],
      ply: ply + 1,
    });
  const away = (yes: boolean) =>
    v.page.evaluate((hidden) => {
      (window as any).away = hidden;
      document.dispatchEvent(new Event('visibilitychange'));
    }, yes);
  return { ...v, moved, away };
}

const called = (page: Page): Promise<string[]> => page.evaluate(() => (window as any).calls.splice(0));
const settled = async (page: Page, title: string) => {
  await expect.poll(() => page.title()).toBe(title);
  return called(page);
};

it.each([
  ['by the service worker', true],
  ['by the page', false],
])('a hidden tab calls its player to the turn, %s, and takes it back after the move', async (_, worker) => {
  const { page, context, moved, away } = await sit({ worker });
  expect(await settled(page, 'Azulejo')).not.toContain('vibrate 80'); // what was so when the page was opened is no news
  await away(true);
  moved(0, 0);
  const calls = await settled(page, '● Your turn. Azulejo');
  await expect.poll(async () => (calls.push(...(await called(page))), calls.filter((c) => c === 'tone').length)).toBe(4); // two clicks
  expect(calls).toContain('badge 1');
  expect(calls).toContain('vibrate 80');
  expect(calls).toContain(`${worker ? 'by worker' : 'notice'} Your turn. Azul azulejo-turn`);
  moved(1, 1); // on another device of the same player
  const after = await settled(page, 'Azulejo');
  await expect.poll(async () => (after.push(...(await called(page))), after)).toContain('taken away');
  expect(after).toContain('no badge');
  expect(after.filter((c) => /tone|vibrate|notice|by worker/.test(c))).toEqual([]);
  await context.close();
});

it('a tab that is looked at shows no notice; without sound nothing is heard or felt', async () => {
  for (const sound of [true, false]) {
    const { page, context, moved } = await sit({ sound });
    await settled(page, 'Azulejo');
    moved(0, 0);
    const calls = await settled(page, '● Your turn. Azulejo');
    if (sound) await expect.poll(async () => (calls.push(...(await called(page))), calls.filter((c) => c === 'tone').length)).toBe(4);
    expect(calls).toContain('badge 1');
    expect(calls.includes('vibrate 80')).toBe(sound);
    expect(calls.filter((c) => /notice|by worker/.test(c) || (!sound && c === 'tone'))).toEqual([]);
    await context.close();
  }
});

it.each([
  ['yes', 'granted', 1],
  ['yes', 'denied', 0],
  ['no', 'granted', 0],
])('the device is asked once, after the first own move: %s, and it says %s', async (wish, answer, notices) => {
  const { page, context, moved, away } = await sit({ permission: 'default', answer });
  expect(await page.locator('.notices').count()).toBe(0);
  moved(0, 0);
  await page.locator('.banner-ours').waitFor();
  expect(await page.locator('.notices').count()).toBe(0);
  moved(1, 1);
  await page
    .locator('.notices .button')
    .nth(wish === 'yes' ? 0 : 1)
    .click();
  expect(await page.locator('.notices').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => (window as any).calls.filter((c: string) => c === 'tone').length)).toBe(4);
  const asked = (await called(page)).filter((c) => c !== 'tone');
  expect(asked.filter((c) => c === 'permission').length).toBe(wish === 'yes' ? 1 : 0);
  await away(true);
  moved(0, 2);
  await settled(page, '● Your turn. Azulejo').then((calls) => asked.push(...calls));
  await expect.poll(async () => (asked.push(...(await called(page))), asked.filter((c) => c === 'tone').length)).toBe(4);
  expect(asked.filter((c) => c.startsWith('by worker')).length).toBe(notices);
  await page.reload(); // the answer is kept
  await page.locator('.banner').waitFor();
  expect(await page.locator('.notices').count()).toBe(0);
  await context.close();
});

/** Nobody else is there yet. */
const alone = () => room('T', 0, { seats: [room('T', 0).seats[0], { kind: 'empty' }] });

it('an opponent who is found while the tab is hidden calls, and the game begins when it is looked at', async () => {
  const prepare = async (wire: any, context: any) => {
    wire.tables.T = alone();
    await context.addInitScript(device, { permission: 'granted', worker: true, answer: 'granted' });
  };
  const { page, context, wire } = await visitWire(stage, prepare, '#table=T', {}, { sound: true });
  await page.locator('[data-ready], .invite').first().waitFor();
  await settled(page, 'Azulejo');
  await page.evaluate(() => ((window as any).away = true));
  wire.tables.T = room('T', 0, { n: 3, ready_by: Date.now() + 60_000 });
  await wire.cut(); // comes back and hears of it
  const calls = await settled(page, '● Opponent found! Azulejo');
  await expect.poll(async () => (calls.push(...(await called(page))), calls)).toContain('by worker Opponent found! Azul azulejo-turn');
  expect(wire.sent.filter((m) => m.t === 'ready')).toEqual([]); // nobody begins a game that nobody looks at
  await page.evaluate(() => {
    (window as any).away = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => wire.sent.filter((m) => m.t === 'ready').length).toBe(1);
  await context.close();
});

it('the code beside the invitation is that of its link', async () => {
  const { page, context } = await visitWire(stage, (w) => void (w.tables.T = alone()), '#table=T');
  const link = await page.locator('.invite input').inputValue();
  const drawn = page.locator('.qr-code path');
  await drawn.waitFor();
  const { qrCode } = await import('../../src/online/qr');
  const dark = qrCode(link)!.flatMap((row, y) => row.flatMap((on, x) => (on ? [`${x} ${y}`] : [])));
  const path = (await drawn.getAttribute('d'))!;
  const [border] = (await page.locator('.qr-code svg').getAttribute('viewBox'))!.split(' ').slice(2).map(Number);
  const quiet = (border! - qrCode(link)!.length) / 2;
  expect(quiet).toBeGreaterThanOrEqual(4);
  expect([...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${Number(x) - quiet} ${Number(y) - quiet}`)).toEqual(dark);
  await context.close();
});
