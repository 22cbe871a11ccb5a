/* Learning, looking back, setting up: what surrounds a game. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { compare, drawn, move, ready, stored, storedOther, touchOn } from './play';
import { closeStage, judge, openStage, playButton, visit, type Stage } from './stage';

let stage: Stage;
let call: (request: object) => any;

beforeAll(async () => {
  stage = await openStage();
  call = await judge();
});
afterAll(() => closeStage(stage));

const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '11', tablets: ['a1', 'b1', 'c1'] };

/** What the lesson says is over is still on the table: scored, and nothing dealt. */
async function roundIsOver(page: Page): Promise<void> {
  expect(await page.locator('.factory .tile, .heap').count()).toBe(0);
  expect(await page.locator('.own .score').innerText()).toBe('8');
  expect(await page.locator('.game-facts').textContent()).toContain('1');
}

/** Follows the marks of one step until the words go on. */
async function follow(page: Page, n: number, of = 10): Promise<void> {
  const step = `Step ${n} of ${of}`;
  await page.locator('.guide-count', { hasText: step }).waitFor();
  if (n === 7 && of === 10 && (await page.locator('.table-classic').count())) await roundIsOver(page);
  const next = page.locator('.guide .button');
  if (await next.isVisible()) return next.click();
  const left = async () => (await page.locator('.guide-count').textContent()) !== step;
  for (let touches = 0; touches < 8; touches++) {
    const place = page.locator('[data-place]:not(:disabled)');
    const turn = page.locator('.chooser:has([data-place]:disabled) .button').first();
    const wanted = (await place.isVisible()) ? place : (await turn.isVisible()) ? turn : page.locator('.touch.open:visible').first();
    await drawn(page);
    expect([n, await inSight(wanted)]).toEqual([n, true]);
    if (await touchOn(page, () => wanted.click(), left)) return;
  }
}

/** Under the finger without scrolling, whole and not below anything else. */
const inSight = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const free = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return free && e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

it.each([
  [0, 1440, 900],
  [1, 1440, 900],
  [0, 320, 640],
  [1, 360, 640],
])('the first game number %i is played to its end by following the marks, on %i × %i', async (which, width, height) => {
  const { page, context, faults } = await visit(stage, setup, {
    viewport: { width, height },
    hasTouch: width < 900,
    isMobile: width < 900,
  });
  await page.locator('.learn-offer .button').nth(which).click();
  for (let n = 1; n < 10; n++) await follow(page, n);
  expect(await page.locator('.banner').innerText()).not.toContain('wait'); // nobody is waited for
  expect(await stored(page)).toBeNull(); // a lesson never replaces the game that is kept
  await follow(page, 10); // and leads to a game of one's own against the easiest rival
  await page.locator('.guide').waitFor({ state: 'detached' });
  expect(JSON.parse((await stored(page))!)).toMatchObject({
    about: { rules: which ? 'duel' : 'classic' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'bia-2' }],
  });
  expect(faults).toEqual([]);
  await context.close();
});

it('on a phone the targets of a lesson are in sight', async () => {
  const { page, context } = await visit(stage, setup, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.locator('.learn-offer .button').first().click();
  await page.locator('.guide .button').click();
  await page.locator('.take.hinted').click();
  const target = (await page.locator('.chooser.targets .touch').boundingBox())!;
  const words = (await page.locator('.guide').boundingBox())!;
  expect(target.x + target.width).toBeLessThanOrEqual(360);
  expect(words.x + words.width).toBeLessThanOrEqual(360);
  expect(target.y + target.height).toBeLessThanOrEqual(740);
  await context.close();
});

it.each(['grey', 'crystal1', 'crystal2'])('what differs on the wall of %s is played, back and on, and left', async (rules) => {
  const { page, context, faults } = await visit(stage, setup);
  await page.locator('.learn-more summary').click();
  await page.locator(`[data-learn=${rules}]`).click();
  const of = rules === 'crystal1' ? 7 : 6;
  await follow(page, 1, of);
  await follow(page, 2, of);
  await page.getByText(`Step 3 of ${of}`).waitFor();
  const laid = () => page.locator('.own .wall .tile').count();
  expect(await laid()).toBe(1);
  await page.locator('[data-lesson-back]').click(); // the table as it was then
  await page.getByText(`Step 2 of ${of}`).waitFor();
  expect(await laid()).toBe(0);
  expect(await page.locator('.guide-pointer path').getAttribute('d')).toMatch(/^M/);
  for (let n = 2; n < of; n++) await follow(page, n, of);
  await page.locator('[data-lesson-leave]').click();
  await page.locator('.start').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('in a lesson what is allowed but not meant is not played, and says so', async () => {
  const { page, context } = await visit(stage, setup);
  await page.locator('.learn-offer .button').first().click();
  await page.locator('.guide .button').click();
  await page.locator('[data-step="take:2:T"]').click();
  await page.locator('.own .line').nth(4).click({ force: true });
  expect(await page.locator('.message').innerText()).toContain('fixed');
  await context.close();
});

it('a refused move and a score say why', async () => {
  const { page, context, faults } = await visit(stage, { ...setup, seats: [0, 0] });
  await playButton(page).click();
  for (let turn = 0; turn < 2; turn++) {
    await ready(page);
    const before = await stored(page);
    await page.locator('.take.open').first().click();
    await page.locator('.own .line').first().click();
    await storedOther(page, before);
  }
  await page.locator('.take.open, .heap.open').first().click();
  await page.locator('.own .line').first().click({ force: true });
  await page.locator('.message .button').click();
  expect(await page.locator('.help-section.now').innerText()).toContain('pattern line');
  await page.locator('dialog .close').click();
  await page.keyboard.press('Escape');
  for (let i = 0; i < 40 && !(await page.locator('.game-facts').innerText()).includes('Round 2'); i++)
    await move(
      page,
      (b) => b.click(),
      () => 0,
    );
  await page.locator('.tool').nth(1).click();
  await page.locator('.score-entry').first().click();
  expect(await page.locator('.score-why p').innerText()).not.toBe('');
  expect(await page.locator('.score-entry').first().getAttribute('aria-expanded')).toBe('true');
  expect(faults).toEqual([]);
  await context.close();
});

/** What the review explains and lies over: the offer and the boards of both players. */
const coveredByReview = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const review = document.querySelector('.review')!.getBoundingClientRect();
    const under = (e: Element): boolean => {
      const box = e.getBoundingClientRect();
      return (
        box.width > 0 &&
        Math.min(box.right, review.right) - Math.max(box.left, review.left) > 1 &&
        Math.min(box.bottom, review.bottom) - Math.max(box.top, review.top) > 1
      );
    };
    return [...document.querySelectorAll('.player-board, .rival-board, .offer')].filter(under).map((e) => e.className);
  });

it('a game is analysed, stopped, tried another way and left as it was', async () => {
  const { page, context, faults } = await visit(stage, { ...setup, seats: [1, 2] });
  await playButton(page).click();
  await page.locator('.banner-over').waitFor();
  const before = await stored(page);
  await page.locator('[data-do="replay"]').click();
  await page.locator('.replay .button').last().click();
  await page.locator('.review .primary').click();
  await page.locator('.review-run .button').click(); // stopped at once, or done already
  await page.locator('.review .primary').click();
  await page.locator('.review progress').waitFor({ state: 'detached' });
  expect(await page.locator('.worst').count()).toBe(2);
  const path = await page.locator('.graph-seat.seat-0').first().getAttribute('d');
  expect(path!.split('L').length).toBe(Number(await page.locator('.replay input').getAttribute('max')) + 1);
  expect(await page.locator('.balance').textContent()).toMatch(/\d+ %/);
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await coveredByReview(page), `${width} x ${height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('.review .close').click();
  for (let i = 0; i < 4; i++) await page.locator('.replay .button').first().click();
  await page.locator('[data-do="autoplay"]').click(); // the last moves, by itself
  await page.locator('.replay-count', { hasText: /^(\d+) \/ \1$/ }).waitFor();
  for (let i = 0; i < 4; i++) await page.locator('.replay .button').first().click();
  await page.locator('.replay .button').nth(3).click();
  expect(await page.locator('.game-facts').innerText()).toContain('What if');
  await page.locator('.banner-over').waitFor();
  expect(await stored(page)).toBe(before);
  await page.locator('.buttons .button', { hasText: 'real game' }).click();
  expect(await page.locator('.game-facts').innerText()).not.toContain('What if');
  expect(faults).toEqual([]);
  await context.close();
});

it('a position is set up, judged, answered with a best move and played on', async () => {
  const { page, context, faults } = await visit(stage, setup);
  await page.locator('.start-links .button').nth(2).click();
  const said = page.locator('.editor-foot .message');
  await expect.poll(() => said.innerText()).toContain('nothing on the table');
  const brush = (n: number) => page.locator('.brush').nth(n).click();
  for (let f = 0; f < 5; f++) {
    for (let k = 0; k < 4; k++) {
      await brush((f + k) % 5);
      await page.locator('.edit-factory').nth(f).locator('.edit-place').nth(k).click();
    }
  }
  await brush(2);
  await page.locator('.edit-lines').first().locator('.edit-row').nth(2).locator('.edit-place').first().click();
  await page.locator('.edit-wall').first().locator('.edit-place').nth(6).click();
  await expect.poll(() => said.innerText()).toContain('possible');
  await page.locator('.edit-counts input').first().fill('20');
  await expect.poll(() => said.innerText()).toContain('blue tiles');
  await page.locator('.edit-counts input').first().fill('0');
  await page.locator('.editor-foot .primary').click();
  expect(await page.locator('.advice li').first().innerText()).toMatch(/^\d+ % take /);
  await page.reload();
  await page.locator('.start-links .button').nth(2).click();
  await expect.poll(() => said.innerText()).toContain('possible');
  await page.locator('.editor-buttons .button').nth(1).click();
  await ready(page);
  const { position } = await compare(page, call);
  expect(position.boards[0]!.lines[2]).toBe('RRR');
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  expect(faults).toEqual([]);
  await context.close();
});

it('the boards become a picture', async () => {
  const { page, context, faults } = await visit(stage, setup);
  await playButton(page).click();
  await ready(page);
  await page.locator('.tool').nth(3).click(); // what leaves the page
  const sizes: number[] = [];
  for (const name of ['Save the picture', 'SVG']) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.share').getByRole('button', { name }).click()]);
    let size = 0;
    for await (const chunk of await file.createReadStream()) size += (chunk as Buffer).length;
    sizes.push(size);
  }
  expect(Math.min(...sizes)).toBeGreaterThan(20_000);
  expect(faults).toEqual([]);
  await context.close();
});

it('two people at one screen do not see what the other drew', async () => {
  const { page, context, faults } = await visit(stage, { ...setup, rules: 'duel', seats: [0, 0] });
  await playButton(page).click();
  for (let i = 0; i < 2; i++) {
    await ready(page);
    await page.locator('.plate-take.open').first().click();
    await page.locator('.slot.open').first().click();
    const before = await stored(page);
    await page.locator('[data-place]').click();
    await storedOther(page, before);
  }
  await page.locator('.pile-take').click();
  await page.locator('.touch', { hasText: 'Stop and look' }).click();
  await page.locator('.curtain').waitFor();
  const curtain = page.locator('.curtain');
  const name = await page.locator('.own .who-name').innerText();
  expect(await page.locator('#curtain-title').textContent()).toContain(name);
  await curtain.locator('.button').click();
  expect(await curtain.count()).toBe(0);
  expect(await page.locator('.drawn .plate-take').count()).toBe(1);
  const keep = async () => {
    const before = await stored(page);
    await page.locator('.drawn .plate-take').click();
    await page.locator('.slot.open').first().click();
    await page.locator('[data-place]').click();
    await storedOther(page, before);
    await ready(page);
  };
  await keep();
  expect(await page.locator('.own .who-name').innerText()).not.toBe(name);
  await page.locator('[data-do=undo]').click(); // by the other one
  await curtain.waitFor();
  await curtain.locator('.button').click();
  await keep();
  const choice = await page.locator('.table').getAttribute('data-ply');
  const mine = await stored(page);
  await page.locator('.take.open').first().click();
  await page.locator('.line.open').first().click();
  const order = page.locator('.chooser .touch.open'); // of the stack on the moon
  if (await order.count()) await order.first().click();
  await storedOther(page, mine);
  await ready(page);
  expect(await page.locator('.own .who-name').innerText()).toBe(name);
  await page.locator('[data-do=replay]').click(); // any player may hold the device now
  await page.locator('.replay input').fill(String(Number(choice) - 1));
  await page.locator('.drawn .plate-back').waitFor();
  expect(await page.locator('.drawn .plate-take').count()).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});
