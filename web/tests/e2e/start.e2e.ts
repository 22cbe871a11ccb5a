/* The first page: it is small, does not move when a server is found, and offers the next bot to a player who has won twice. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { isOver, ready } from './play';
import { closeStage, judge, openStage, playButton, visit, type Stage } from './stage';
import { enter, openTool } from './walk';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

/** A game that the person at seat 0 is about to win against a bot, one move before its end. */
async function nearlyWon(id: string): Promise<string> {
  const call = await judge();
  for (let seed = 1; seed < 20; seed++) {
    call({ do: 'new', rules: 'classic', players: 2, starter: 0, seed: String(seed) });
    let mover = 0;
    for (let { position } = call({ do: 'state' }); position.phase !== 'over'; { position } = call({ do: 'state' })) {
      mover = position.seat;
      const { text } = call({ do: 'state', seat: mover });
      call({ do: 'play', move: call({ do: 'search', position: text, bot: mover === 0 ? 'greedy' : 'random', seed: '1' }).move });
    }
    const { winners } = call({ do: 'state' });
    if (mover !== 0 || winners.join() !== '0') continue;
    call({ do: 'undo', plies: 1 });
    const seats = [
      { kind: 'person', name: '', who: 'you' },
      { kind: 'bot', bot: 'bia-2', name: '' },
    ];
    return JSON.stringify({ id, record: call({ do: 'record' }).record, seats, seed: '1' });
  }
  throw new Error('nobody won by the last move');
}

async function winOnce(page: Page, id: string): Promise<void> {
  await page.evaluate((game) => localStorage.setItem('azulejo.game', game), await nearlyWon(id));
  await page.goto(stage.url);
  await page.reload();
  await page.locator('[data-resume]').click();
  await ready(page);
  await page.locator('.touch.open').first().click();
  await page.locator('.own .touch.open').first().click();
  await page.locator('.ending').waitFor();
  expect(await isOver(page)).toBe(true);
}

it('two wins against a bot offer the next stronger one, in the ending and on the first page', async () => {
  const { page, context, faults } = await visit(stage, { rules: 'classic', seats: ['', 'bia-2'], starter: 0, seed: '3' });
  expect(await page.locator('[data-rise]').count()).toBe(0);
  await winOnce(page, 'first');
  expect(await page.locator('[data-rise]').count()).toBe(0); // once is chance
  await winOnce(page, 'second');
  await page.locator('.ending [data-rise]').waitFor();
  await page.locator('.brand').click();
  await page.locator('.start [data-rise]').waitFor();
  const words = await page.locator('.rise p').innerText();
  await page.locator('[data-rise]').click();
  await ready(page);
  const rival = await page.locator('.rival .who-name').first().innerText();
  expect(words).toContain(rival);
  const { seats } = JSON.parse((await page.evaluate(() => localStorage.getItem('azulejo.game')))!);
  expect(seats[1].bot).toMatch(/^tomas/);
  expect(faults).toEqual([]);
  await context.close();
});

it.each([
  [1440, 900],
  [390, 844],
  [320, 568],
])('with a game to resume nothing moves when a server is found, on %i × %i', async (width, height) => {
  for (const language of ['en', 'nl', 'de']) {
    const options = { viewport: { width, height }, serviceWorkers: 'block' as const };
    const { page, context } = await visit(stage, {}, options, { language });
    await page.evaluate((game) => localStorage.setItem('azulejo.game', game), await nearlyWon('g'));
    await context.addInitScript(() => localStorage.removeItem('azulejo.hosted')); // as on a first visit
    let answer = () => {};
    const asked = new Promise<void>((done) => (answer = done));
    await context.route('**/healthz', async (route) => {
      await asked;
      await route.fulfill({ body: 'alive' });
    });
    await page.reload();
    await page.locator('[data-resume]').waitFor();
    const places = () =>
      page
        .locator('.start-main > *, [data-resume], [data-play], [data-setup]')
        .evaluateAll((all) =>
          all.map((e) => [e.className, ...Object.values(e.getBoundingClientRect().toJSON() as object).map(Math.round)].join()),
        );
    const before = await places();
    expect(await page.locator('[data-online]').count()).toBe(0);
    answer();
    await page.locator('[data-online]').waitFor();
    expect(await places(), language).toEqual(before);
    await context.close();
  }
});

it('a game does without the words that come later; each screen that needs them has them, in every language and offline', async () => {
  const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '3', tablets: null };
  const { page, context, faults } = await visit(stage, setup, {}, { language: 'nl' });
  const asked: string[] = [];
  page.on('response', (r) => void (/\/(en|nl|de)-[^/]*\.js$/.test(r.url()) && asked.push(r.url())));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // from what is kept now
  await playButton(page).waitFor();
  const words = async () => {
    const text = await page.locator('body').innerText();
    expect(text).not.toContain('⟨');
    return text;
  };
  await words();
  await enter(page);
  await page.locator('.take.open').first().click();
  await page.locator('.line.open').first().click();
  await ready(page);
  await words();
  expect(new Set(asked).size, asked.join()).toBe(1);
  await context.setOffline(true);
  await openTool(2)(page);
  await page.locator('.help-section p').first().waitFor();
  expect(await words()).toContain('Wie aan het eind de meeste punten heeft');
  expect(new Set(asked).size, asked.join()).toBe(2);
  await page.locator('dialog .close').click();
  await openTool(4)(page);
  await page.getByLabel('Deutsch').check();
  await page.locator('dialog .close').click();
  await openTool(2)(page);
  await expect.poll(words).toContain('Wer am Ende die meisten Punkte hat');
  expect(faults.filter((f) => !f.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await context.close();
});

/** What was promised for a first visit, a playable bot included, in bytes of the network. */
const FIRST_LOAD = 250_000;

it('a first visit loads at most 250 kB', async () => {
  const dist = process.env.AZULEJO_DIST ?? resolve(import.meta.dirname, '../../dist');
  const context = await stage.browser.newContext({ serviceWorkers: 'block' }); // what it keeps for offline comes later
  const page = await context.newPage();
  const asked = new Set<string>();
  page.on('request', (r) => r.url().startsWith(stage.url) && asked.add(new URL(r.url()).pathname.slice(1) || 'index.html'));
  await page.goto(stage.url);
  await page.locator('[data-play]').waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = [...asked]
    .filter((f) => f !== 'healthz')
    .map((f) => [f, gzipSync(readFileSync(resolve(dist, f)), { level: 9 }).length] as const);
  expect(sizes.some(([f]) => f.endsWith('.wasm'))).toBe(true);
  const sum = sizes.reduce((n, [, size]) => n + size, 0);
  expect(sum, JSON.stringify(sizes)).toBeLessThanOrEqual(FIRST_LOAD);
  await context.close();
});
