/* Old browsers: without the vectors of WebAssembly the page plays with another build of the engine, offline too; without
 * WebAssembly it says so. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from '../../tools/browser.mjs';
import { compare, move, ready } from './play';
import { closeStage, judge, openStage, playButton, visit, type Stage } from './stage';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await stage.browser.close();
  stage.browser = await launch(['--js-flags=--no-enable-ssse3']); // then V8 has no SIMD
});
afterAll(() => closeStage(stage));

const setup = { rules: 'classic', seats: [0, 7], starter: 0, seed: '11', tablets: null };

it('without SIMD games are played against the strongest bot, offline too', async () => {
  const call = await judge();
  const { page, context, faults } = await visit(stage, setup);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await context.setOffline(true);
  await page.reload();
  await playButton(page).click();
  for (let i = 0; i < 2; i++) {
    await ready(page);
    await move(
      page,
      (b) => b.click(),
      () => 0,
    );
  }
  await ready(page);
  await compare(page, call);
  const kept = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]!);
    return (await cache.keys()).map((r) => r.url).filter((u) => u.endsWith('.wasm'));
  });
  expect(kept).toHaveLength(1); // one engine is fetched and kept: the one that this browser runs
  expect(kept[0]).toContain('azulejo-plain');
  expect(faults.filter((f) => !/Failed to load resource/.test(f))).toEqual([]);
  await context.close();
});

it('without WebAssembly the first page says what is missing', async () => {
  const { page, context } = await visit(stage, setup);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await page.reload();
  await page.getByText('This browser has no WebAssembly').waitFor();
  await playButton(page).click();
  await page.getByText('This browser has no WebAssembly').waitFor();
  await context.close();
});
