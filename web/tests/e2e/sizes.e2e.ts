/* The table fills the window: boards are large, words and targets large enough, nothing moves while a game is played, and a
 * finger scrolls from anywhere. `npm run sizes` prints the same measures for all windows and tables. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { measureSizes, positionAt } from '../../tools/measured.mjs';
import { isOver, move, ready } from './play';
import { closeStage, openStage, visit, type Stage } from './stage';
import { enter } from './walk';

let stage: Stage;
let wasm: string;

beforeAll(async () => {
  stage = await openStage();
  const assets = resolve(import.meta.dirname, '../../dist/assets');
  wasm = resolve(
    assets,
    readdirSync(assets).find((f) => f.endsWith('.wasm'))!,
  );
});
afterAll(() => closeStage(stage));

async function resume(page: Page, rules: string, players: number): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('azulejo.game', kept), await positionAt(wasm, rules, players));
  await page.goto(stage.url);
  await page.reload(); // the same address twice would not load the page again
  await page.locator('[data-resume]').click();
  await page.locator('.banner-ours').waitFor();
}

/** Window; at least so much of it for my board (%), so wide a space of my wall and of a rival's; at least so large a target. */
const LEAST: [width: number, height: number, own: number, wall: number, rival: number, target: number][] = [
  [1440, 900, 30, 52, 26, 24],
  [1024, 768, 22, 38, 24, 24],
  [3840, 2160, 30, 120, 58, 44],
  [390, 844, 25, 32, 0, 43],
  [320, 568, 30, 32, 0, 43],
];

it.each([
  ['classic', 2],
  ['crystal2', 4],
  ['duel', 2],
] as const)('the boards of %s with %i seats are large, and words and targets not too small', async (rules, players) => {
  const { page, context } = await visit(stage, {});
  await resume(page, rules, players);
  for (const [width, height, own, wall, rival, target] of LEAST) {
    await page.setViewportSize({ width, height });
    const size = await page.evaluate(measureSizes);
    const words = `${width} × ${height}: ${size.textOf}, ${size.targetOf}`;
    expect(size.own, words).toBeGreaterThanOrEqual(own);
    expect(size.wall, words).toBeGreaterThanOrEqual(rules === 'duel' || width < 400 ? wall : wall * 1.05);
    expect(size.rival, words).toBeGreaterThanOrEqual(rival);
    expect(size.text, words).toBeGreaterThanOrEqual(11);
    expect(size.target, words).toBeGreaterThanOrEqual(target);
    if (width > 1000) expect(size.height, words).toBe(1);
  }
  await context.close();
});

/** Where the fixed parts of the table lie, from the top of the page. */
const places = (page: Page) =>
  page.evaluate(() =>
    [
      '.own .player-board',
      '.own .score-head',
      '.rival .player-board',
      '.offer',
      '.factory',
      '.duel-factory',
      '.centre',
      '.counts',
      '.tablets',
    ]
      .flatMap((s) => [...document.querySelectorAll(s)].slice(0, 2).map((e) => [s, e.getBoundingClientRect()] as const))
      .map(([s, r]) => `${s} ${[r.left, r.top + scrollY, r.width, r.height].map(Math.round).join(' ')}`),
  );

it.each([
  ['grey', [0, 1], 1280, 720],
  ['duel', [0, 1], 1440, 900],
  ['classic', [0, 1, 1, 1], 390, 844],
])('in a game of %s with seats %j nothing moves on %i × %i', async (rules, seats, width, height) => {
  const setup = { rules, seats, starter: 0, seed: '3', tablets: rules === 'duel' ? ['a1', 'b1', 'c1', 'd1'] : null };
  const { page, context } = await visit(stage, setup, { viewport: { width, height } });
  await enter(page);
  const still = await places(page);
  for (let n = 0; n < 24 && !(await isOver(page)); n++) {
    await page.locator('.touch.open:visible').first().waitFor();
    await move(
      page,
      (b) => b.click(),
      (of) => (n * 7) % of,
    );
    await ready(page);
    if (!(await isOver(page))) expect(await places(page), `after my move ${n + 1}`).toEqual(still);
  }
  await context.close();
});

it('a finger scrolls the page of a phone from anywhere, and still drags tiles sideways or after holding them', async () => {
  const setup = { rules: 'duel', seats: [0, 1], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1', 'd1'] };
  const { page, context } = await visit(stage, setup, { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
  await resume(page, 'duel', 2);
  const finger = await context.newCDPSession(page);
  const touch = (type: string, x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const swipe = async (from: { x: number; y: number }, to: { x: number; y: number }, held = 0) => {
    await touch('touchStart', from.x, from.y);
    if (held > 0) await page.locator('.drag-ghost').waitFor();
    for (let i = 1; i <= 8; i++) await touch('touchMove', from.x + ((to.x - from.x) * i) / 8, from.y + ((to.y - from.y) * i) / 8);
    const ghosts = await page.locator('.drag-ghost').count();
    await touch('touchEnd', to.x, to.y);
    return ghosts;
  };
  const stuck: string[] = [];
  for (const selector of [
    '.take.open',
    '.take.shut',
    '.chip-take',
    '.plate-take',
    '.own .line',
    '.own .dome',
    '.tablet',
    '.own .score-head',
  ]) {
    const part = page.locator(`${selector}:visible`).first();
    if ((await part.count()) === 0) continue;
    await part.evaluate((e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const box = (await part.boundingBox())!;
    const before = await page.evaluate(() => scrollY);
    const up = before > 60; // towards the beginning, where there is room
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const ghosts = await swipe(from, { x: from.x, y: from.y + (up ? 120 : -120) });
    const moved = await expect
      .poll(() => page.evaluate(() => scrollY), { timeout: 2000 })
      .not.toBe(before)
      .then(
        () => true,
        () => false,
      );
    if (!moved || ghosts > 0) stuck.push(selector);
  }
  expect(stuck).toEqual([]);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (const held of [0, 1]) {
    const box = (await page.locator('.small .sun .take.open').first().boundingBox())!;
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    expect(await swipe(from, { x: from.x + (held ? 0 : 60), y: from.y + (held ? 60 : 0) }, held), `held ${held}`).toBe(1);
    await page.locator('.drag-ghost').waitFor({ state: 'detached' });
  }
  await context.close();
});
