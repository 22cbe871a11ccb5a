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
  const assets = resolve(process.env.AZULEJO_DIST ?? resolve(import.meta.dirname, '../../dist'), 'assets');
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

/**
 * Window; the least share of my board in it (%), the least width of a space of my wall and of a rival's, and the least
 * size of a target.
 */
const LEAST: [width: number, height: number, own: number, wall: number, rival: number, target: number][] = [
  [1440, 900, 30, 52, 26, 24],
  [1280, 720, 30, 44, 20, 24],
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

/** Where the fixed parts of the table lie, from the top of the page; on a phone as if no row of factories had collapsed. */
const places = (page: Page) =>
  page.evaluate(() => {
    const spare = [...document.querySelectorAll('.spare')].filter((e) => e.clientHeight === 0);
    const rows = [...new Set(spare.map((e) => Math.round(e.getBoundingClientRect().top)))];
    const row = 98; // of a phone's factories, as high as table.css says
    return [
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
      .map(([s, r]) => {
        const risen = rows.filter((top) => top < Math.round(r.top)).length * row;
        const shrunk = s === '.offer' ? rows.length * row : 0;
        const gone = s === '.factory' && r.height === 0 ? row : 0; // a factory of such a row
        return `${s} ${[r.left, r.top + scrollY + risen, r.width, r.height + shrunk + gone].map(Math.round).join(' ')}`;
      });
  });

it.each([
  ['grey', [0, 1], 1280, 720],
  ['duel', [0, 1], 1440, 900],
  ['classic', [0, 1, 1, 1], 390, 844],
  ['crystal1', [0, 1, 1, 1], 1280, 720],
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

/** What of a part can be seen between the bars of a phone, in pixels, and how high it is. */
const seenOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const { top, bottom } = document.querySelector(wanted)!.getBoundingClientRect();
    const [bar, foot] = ['.top', '.actions'].map((s) => document.querySelector(s)!.getBoundingClientRect());
    return { seen: Math.min(bottom, foot!.top) - Math.max(top, bar!.bottom), height: bottom - top };
  }, selector);

const PHONES = [
  [390, 844],
  [360, 640],
  [320, 568],
] as const;

it.each([
  ['classic', 2],
  ['classic', 4],
  ['duel', 2],
] as const)('on a phone bag and lid of %s with %i seats are seen without scrolling', async (rules, players) => {
  for (const language of ['en', 'nl', 'de']) {
    const { page, context } = await visit(stage, {}, { hasTouch: true, isMobile: true }, { language });
    await resume(page, rules, players);
    for (const [width, height] of PHONES) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const { seen, height: whole } = await seenOf(page, '.counts');
      expect(seen, `${language} ${width} × ${height}`).toBeCloseTo(whole, 0);
    }
    await context.close();
  }
});

it.each([
  ['classic', 4],
  ['duel', 2],
] as const)('on a phone a row of empty factories of %s gives its room to the boards, until the next deal', async (rules, players) => {
  const setup = { rules, seats: Array.from({ length: players }, () => 0), starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1'] };
  const { page, context } = await visit(stage, setup, { viewport: { width: 390, height: 844 } });
  await enter(page);
  const look = () =>
    page.evaluate(() => {
      const offer = document.querySelector('.offer')!;
      const bare = '.factory.empty, .duel-factory:not(:has(.touch, .marker, .chip-down))';
      const top = document.querySelector('.own .player-board')!.getBoundingClientRect().top + scrollY;
      return { height: offer.clientHeight, top, bare: offer.querySelectorAll(bare).length, spare: offer.querySelectorAll('.spare').length };
    });
  const whole = await look();
  let least = whole;
  for (let n = 0; n < 80 && least.spare <= whole.spare + 3; n++) {
    await move(
      page,
      (b) => b.evaluate((e) => (e as HTMLElement).click()),
      () => 0, // what is first: the factories one after the other
    );
    await ready(page);
    const now = await look();
    expect(now.height - whole.height, `after move ${n + 1}`).toBe(now.top - whole.top); // the boards follow the offer, by nothing else
    expect(now.spare).toBeLessThanOrEqual(now.bare);
    if (now.height < least.height) least = now;
    else if (now.spare < least.spare) break; // dealt anew
  }
  expect(whole.height - least.height).toBeGreaterThanOrEqual(96);
  expect(least.spare).toBeGreaterThanOrEqual(rules === 'duel' ? 1 : 3);
  await context.close();
});

it.each([
  ['duel', 2],
  ['classic', 4],
] as const)(
  'a finger scrolls %s with %i seats from anywhere, and still drags tiles sideways or after holding them',
  async (rules, players) => {
    const { page, context } = await visit(stage, {}, { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
    await resume(page, rules, players);
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
      '.heap',
      '.centre',
      '.factory.empty',
      '.own .line',
      '.own :is(.dome, .wall)',
      '.own .floor',
      '.tablet',
      '.own .score-head',
      '.rival .score-head',
      '.counts',
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
      const box = (await page.locator(':is(.small .sun, .dish) .take.open').first().boundingBox())!;
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      expect(await swipe(from, { x: from.x + (held ? 0 : 60), y: from.y + (held ? 60 : 0) }, held), `held ${held}`).toBe(1);
      await page.locator('.drag-ghost').waitFor({ state: 'detached' });
    }
    await context.close();
  },
);
