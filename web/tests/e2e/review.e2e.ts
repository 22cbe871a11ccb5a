/* The review, of a record and of a game at a server: its words and targets are large enough, it covers nothing of what it
 * explains, and what it offers works. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { measureSizes } from '../../tools/measured.mjs';
import type { Rules } from '../../src/model/types';
import { ready } from './play';
import { closeStage, judge, openStage, visit, type Stage } from './stage';
import { game } from './wire';
import { visitWire } from './wired';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

/** A game that bots have played to its end. */
async function recordOf(rules: Rules, players: number): Promise<{ record: string; plies: number }> {
  const call = await judge();
  call({ do: 'new', rules, players, starter: 0, seed: '3', ...(rules === 'duel' ? { tablets: ['a1', 'b2', 'c1', 'd2'] } : {}) });
  for (let { position } = call({ do: 'state' }); position.phase !== 'over'; { position } = call({ do: 'state' })) {
    const { text } = call({ do: 'state', seat: position.seat });
    call({ do: 'play', move: call({ do: 'search', position: text, bot: 'greedy', seed: '1' }).move });
  }
  return { record: call({ do: 'record' }).record, plies: call({ do: 'log' }).log.length };
}

/** Opens a record in the middle of a round, with the review beside it. */
async function openReview(page: Page, { record, plies }: { record: string; plies: number }): Promise<void> {
  await page.locator('.file input').setInputFiles({ name: 'game.azr', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await page.locator('.replay input').fill(String(plies >> 1));
  await page.locator('[data-do="review"]').click();
  await page.locator('.review .primary').click();
  await page.locator('.graph').waitFor();
}

it.each([
  ['classic', 4],
  ['duel', 2],
] as const)('in the review of %s with %i seats words are read and buttons hit at every size', async (rules, players) => {
  const { page, context } = await visit(stage, {}, {}, { language: 'de' });
  await openReview(page, await recordOf(rules, players));
  await page.locator('.worst-move').first().waitFor();
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [1024, 768],
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    const size = await page.evaluate(measureSizes);
    expect(size.text, `${width} × ${height}: ${size.textOf}`).toBeGreaterThanOrEqual(11);
    expect(size.target, `${width} × ${height}: ${size.targetOf}`).toBeGreaterThanOrEqual(width < 960 ? 43 : 24);
  }
  await context.close();
});

/** Parts of the table that are cut off by the window, or that lie under the review or under something of the foot. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((e) => e.checkVisibility())
        .map((e) => ({ name: String(e.className), box: e.getBoundingClientRect() }));
    const over = boxes('.review, .actions > *, .top');
    const parts = boxes(
      '.player-board, .score-head, .factory, .centre, .duel-factory, .plates .plate, .tablets .tablet, .counts, .actions > *',
    );
    return parts.flatMap(({ name, box }) => {
      const cut = box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
      const under = over.filter(
        (o) =>
          o.name !== name &&
          o.box.left < box.right - 0.5 &&
          o.box.right > box.left + 0.5 &&
          o.box.top < box.bottom - 0.5 &&
          o.box.bottom > box.top + 0.5,
      );
      return [...(cut ? [`${name} is cut`] : []), ...under.map((o) => `${name} under ${o.name}`)];
    });
  });

it.each([
  ['duel', 2],
  ['classic', 2],
  ['classic', 4],
] as const)('the review of %s with %i seats covers nothing and cuts no footer', async (rules, players) => {
  const game = await recordOf(rules, players);
  for (const language of ['en', 'nl', 'de']) {
    const { page, context } = await visit(stage, {}, {}, { language });
    await openReview(page, game);
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await covered(page), `${language} ${width} × ${height}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    }
    await context.close();
  }
});

it('on a phone the review comes into sight when it is opened, a mistake leads to the boards, and a button back', async () => {
  const { page, context } = await visit(stage, {}, { viewport: { width: 390, height: 844 } });
  const inSight = (part: string) =>
    page.locator(part).evaluate((e) => e.getBoundingClientRect().top > 0 && e.getBoundingClientRect().top < innerHeight / 2);
  await openReview(page, await recordOf('classic', 2));
  await expect.poll(() => inSight('.review')).toBe(true);
  await page.locator('.worst-move').first().click();
  await expect.poll(() => inSight('.offer')).toBe(true);
  expect(await inSight('.review')).toBe(false);
  await page.locator('[data-do="review"]').click();
  await expect.poll(() => inSight('.review')).toBe(true);
  await context.close();
});

it('a game at a server is reviewed, plays by itself, and another way is tried in it', async () => {
  const { record, plies } = await recordOf('classic', 2);
  const call = await judge();
  call({ do: 'load', record });
  const events = call({ do: 'log' }).log.map((e: any, i: number) => ({
    n: i + 3,
    at: 0,
    kind: 'move',
    seat: e.seat,
    move: e.move,
    text: '',
    move_ply: e.ply,
    round: e.round,
    taken: e.count,
    scores: e.events,
  }));
  const { position, winners } = call({ do: 'state', seat: 0 });
  const over = game('T', 0, position, { n: plies + 3, ply: plies, phase: 'over', cause: 'normal', winners, events });
  const { page, context, faults } = await visitWire(
    stage,
    async (wire, ctx) => {
      wire.tables.T = over;
      await ctx.route('**/api/record/*', (route) => route.fulfill({ body: record }));
    },
    '#table=T',
  );
  await page.locator('[data-review]').click();
  await page.locator('.review .primary').click();
  await page.locator('.graph').waitFor();
  await page.locator('.replay input').fill('4');
  const balance = page.locator('.balance');
  await balance.waitFor();
  expect(await balance.getAttribute('aria-label')).toMatch(/\d+ %.*\d+ %/);
  await page.locator('[data-do="autoplay"]').click();
  await expect.poll(() => page.locator('.replay input').inputValue(), { timeout: 20_000 }).toBe('6');
  await page.locator('[data-do="autoplay"]').click();
  const shown = () => page.locator('.table').getAttribute('data-ply');
  expect(await shown()).toBe('6');
  await page.locator('.replay .button:not([aria-label], [data-do])').click(); // what if
  await ready(page);
  expect(await shown()).toBe('6');
  await page.locator('.take.open, .heap.open').first().click();
  await page.locator('.own .touch.open').first().click();
  await expect.poll(shown).toBe('7');
  await page.goBack(); // to the game that was played
  await page.locator('.banner-over').waitFor();
  expect(page.url()).toContain('#table=T');
  expect(await page.evaluate(() => localStorage.getItem('azulejo.game'))).toBeNull();
  expect(faults).toEqual([]);
  await context.close();
});
