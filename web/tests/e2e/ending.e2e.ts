/* The end of a game: what it says, what leads on from it, and what can be shared. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ready, stored } from './play';
import { closeStage, judge, openStage, visit, type Stage } from './stage';

let stage: Stage;
let call: (request: object) => any;

beforeAll(async () => {
  stage = await openStage();
  call = await judge();
});
afterAll(() => closeStage(stage));

/** A game of two named people, one move before its end. */
function nearlyOver(): string {
  const record = readFileSync(resolve(import.meta.dirname, '../../../tests/golden/classic.azr'), 'utf8');
  call({ do: 'load', record });
  call({ do: 'undo', plies: 1 });
  return call({ do: 'record' }).record;
}

it('says who won, starts the same again with the seats rotated, leads to the set-up, and shares', async () => {
  const { page, context, faults } = await visit(stage, { rules: 'duel', seats: ['', ''] });
  const seats = ['Ana', 'Bo'].map((name) => ({ kind: 'person', name }));
  await page.evaluate((g) => localStorage.setItem('azulejo.game', g), JSON.stringify({ record: nearlyOver(), seats, seed: '1' }));
  await page.reload();
  await page.locator('[data-resume]').click();
  await ready(page);
  await page.locator('.touch.open').first().click();
  await page.locator('.own .touch.open').first().click();
  const ending = page.locator('.ending');
  await ending.waitFor();
  expect(await page.locator('.ending-title').innerText()).toMatch(/^Ana won by \d+ points?\.$/);
  expect(await page.locator('.bar-row').count()).toBe(2);
  await page.locator('[data-boards]').click();
  await page.locator('.felt').waitFor();
  await page.locator('[data-result]').click();
  await page.locator('[data-share]').click();
  await page.locator('.share-picture img').waitFor();
  const size = await page.locator('.share-picture img').evaluate(async (i: HTMLImageElement) => (await i.decode(), i.naturalWidth));
  expect(size).toBeGreaterThan(1000);
  const download = page.waitForEvent('download');
  await page.locator('[data-save-picture]').click();
  expect((await download).suggestedFilename()).toBe('azulejo.png');
  await page.locator('dialog .close').click();
  await page.locator('[data-again]').click();
  await page.locator('.banner-ours').waitFor(); // until then the old game stands there
  const saved = async () => {
    const { about, seats: who } = JSON.parse((await stored(page))!);
    return [about.moves, about.rules, who.map((s: { name: string }) => s.name)];
  };
  await expect.poll(saved).toEqual([0, 'classic', ['Bo', 'Ana']]);
  await page.locator('.brand').click();
  await page.evaluate((g) => localStorage.setItem('azulejo.game', g), JSON.stringify({ record: nearlyOver(), seats, seed: '1' }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.locator('[data-resume]').click();
  await ready(page);
  await page.locator('.touch.open').first().click();
  await page.locator('.own .touch.open, .chooser .open').first().click();
  await ending.waitFor();
  const again = (await page.locator('[data-again]').boundingBox())!; // under the thumb
  expect(again.y + again.height).toBeLessThanOrEqual(844);
  await page.locator('[data-new]').click();
  await page.locator('.setup-screen').waitFor();
  expect(await page.locator('.rule-card').first().locator('input').isChecked()).toBe(true);
  expect(await page.locator('input.seat-name').evaluateAll((all) => all.map((i) => (i as HTMLInputElement).value))).toEqual(['Ana', 'Bo']);
  const play = (await page.locator('[data-play]').boundingBox())!;
  expect(play.y + play.height).toBeLessThanOrEqual(844);
  expect(faults).toEqual([]);
  await context.close();
});

it('the first page does not move when a server is found', async () => {
  const { page, context } = await visit(stage, { rules: 'classic', seats: ['', 'ines'] });
  let answer = () => {};
  const asked = new Promise<void>((done) => (answer = done));
  await context.route('**/healthz', (route) => asked.then(() => route.fulfill({ body: 'alive' })));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => localStorage.removeItem('azulejo.hosted')); // as on a first visit
    await page.reload();
    await page.locator('h1').first().waitFor();
    const tops = () => page.evaluate(() => [...document.querySelectorAll('main > *')].map((e) => e.getBoundingClientRect().top));
    const before = await tops();
    answer();
    await page.locator('[data-online]').waitFor();
    expect(await tops()).toEqual(before);
  }
  await context.close();
});
