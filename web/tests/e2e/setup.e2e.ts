/* The set-up of a game: the slider of the bots, and that the chosen one is met at the table. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { drawn, isOver, move, ready } from './play';
import { closeStage, openStage, playButton, visit, type Stage } from './stage';
import { room } from './wire';
import { visitWire } from './wired';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

const SETUP = { rules: 'classic', seats: ['', 'bia'], starter: 0, seed: '7', tablets: null };

/** Who is chosen, by slider, face, name and sentence; all of them must agree. */
async function chosen(page: Page): Promise<number> {
  await drawn(page);
  const said = await page.evaluate(() => {
    const text = (selector: string) => document.querySelector(selector)!.textContent!.trim();
    const range = document.querySelector<HTMLInputElement>('.faces-range')!;
    return {
      at: Number(range.value),
      face: [...document.querySelectorAll('.face-choice')].findIndex((e) => e.matches('.chosen')) + 1,
      level: Number(/\d+/.exec(text('.character small'))![0]),
      name: range.getAttribute('aria-valuetext')!.startsWith(text('.character strong')),
      seat: text('.seat-card:nth-child(2) .seat-name').startsWith(text('.character strong')),
      sentence: text('.character p').length > 40,
    };
  });
  expect(said).toEqual({ at: said.at, face: said.at, level: said.at, name: true, seat: true, sentence: true });
  return said.at;
}

const sentence = (page: Page) => page.locator('.character p').innerText();

/** The middle of the n-th face, from 1. */
async function faceAt(page: Page, n: number): Promise<{ x: number; y: number }> {
  const box = (await page
    .locator('.face-choice')
    .nth(n - 1)
    .boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

it('the strength slides under the mouse and by keys; face, name and sentence follow', async () => {
  const { page, context, faults } = await visit(stage, SETUP);
  await page.locator('[data-setup]').click();
  expect(await chosen(page)).toBe(1);
  const sentences = new Set([await sentence(page)]);
  const levels = await page.locator('.face-choice').count();
  expect(await page.locator('.faces-range').getAttribute('max')).toBe(String(levels));
  const [from, to] = [await faceAt(page, 1), await faceAt(page, levels)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let n = 2; n <= levels; n++) {
    await page.mouse.move(from.x + ((to.x - from.x) * (n - 1)) / (levels - 1), from.y + 40); // the mouse may leave the row
    expect(await chosen(page)).toBe(n);
    sentences.add(await sentence(page));
  }
  await page.mouse.move(to.x + 300, to.y);
  expect(await chosen(page)).toBe(levels);
  await page.mouse.up();
  await page.mouse.move(from.x, from.y); // nothing is held any more
  expect(await chosen(page)).toBe(levels);
  expect(sentences.size).toBe(levels);
  await page.keyboard.press('ArrowLeft');
  expect(await chosen(page)).toBe(levels - 1);
  await page.keyboard.press('Home');
  expect(await chosen(page)).toBe(1);
  await page.mouse.click((await faceAt(page, 4)).x, from.y);
  expect(await chosen(page)).toBe(4);
  expect(faults).toEqual([]);
  await context.close();
});

it('a finger slides along the faces, and down over them it scrolls the page', async () => {
  const { page, context } = await visit(stage, SETUP, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('[data-setup]').click();
  await page.locator('.faces').evaluate((e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const finger = await context.newCDPSession(page);
  const touch = (type: string, x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const from = await faceAt(page, 1);
  await touch('touchStart', from.x, from.y);
  for (const n of [3, 6, 8]) {
    await touch('touchMove', (await faceAt(page, n)).x, from.y);
    await expect.poll(() => chosen(page)).toBe(n);
  }
  await touch('touchEnd', from.x, from.y);
  const before = await page.evaluate(() => scrollY);
  const over = await faceAt(page, 2);
  await touch('touchStart', over.x, over.y);
  for (let i = 1; i <= 8; i++) await touch('touchMove', over.x, over.y + (before > 60 ? 15 : -15) * i);
  await touch('touchEnd', over.x, over.y);
  await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before);
  expect(await chosen(page)).toBe(8);
  await context.close();
});

it('the bot of the set-up is met with the same face and name at the table and in the ending', async () => {
  const { page, context, faults } = await visit(stage, { ...SETUP, seats: ['', 'baltasar', 'leonor'] });
  await page.locator('[data-setup]').click();
  const faces = (selector: string) => page.locator(selector).evaluateAll((all) => all.map((e) => e.querySelector('.face')!.innerHTML));
  const names = (selector: string) => page.locator(selector).evaluateAll((all) => all.map((e) => e.firstChild!.textContent!.trim()));
  const met = { faces: (await faces('.seat-face:has(.face)')).sort(), names: (await names('.seat-card:has(.face) .seat-name')).sort() };
  expect(met.names).toEqual(['Baltasar', 'Leonor']);
  await playButton(page).click();
  await ready(page);
  expect({ faces: (await faces('.rival .who-face')).sort(), names: (await names('.rival .who-name')).sort() }).toEqual(met);
  expect(await page.locator('.own .who-face').count()).toBe(0);
  for (let n = 0; !(await isOver(page)); n++) {
    await move(
      page,
      (b) => b.evaluate((e) => (e as HTMLElement).click()),
      (of) => (n * 5) % of,
    );
    await ready(page);
  }
  expect((await faces('.bar-row:has(.face)')).sort()).toEqual(met.faces);
  expect(await page.locator('.ending-owner .face').count()).toBe(1); // I throw my tiles about
  expect(faults).toEqual([]);
  await context.close();
});

it('at a server’s table bots are chosen by their faces too, before it is made and on a free seat', async () => {
  const free = room('T', 0, { seats: [room('T', 0).seats[0], { kind: 'empty' }] });
  const { page, context, faults, wire } = await visitWire(
    stage,
    (w) => {
      w.answers.create = { t: 'made', table: 'T', key: 'k' };
      w.tables.T = free;
    },
    '#online',
    { viewport: { width: 390, height: 844 } },
  );
  await page.locator('.together .button.primary').click();
  await page.locator('.new-table .seat-card').nth(1).locator('.seat-kind label').nth(1).click();
  const levels = await page.locator('.new-table .face-choice').count();
  await page.locator('.new-table .faces-range').press('End');
  expect(await chosen(page)).toBe(levels);
  expect(await page.locator('.new-table select').count()).toBe(3); // who starts, the clock, who leaves: no bots
  await page.locator('.new-table .faces-range').press('ArrowLeft');
  expect(await chosen(page)).toBe(levels - 1);
  const create = (await page.locator('.new-table .button.primary').boundingBox())!; // in sight without scrolling
  expect(create.y + create.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  await page.locator('.new-table .button.primary').click();
  await page.locator('[data-ready]').waitFor();
  expect(wire.sent.find((m) => m.t === 'create')!.seats).toEqual(['me', levels - 1]);
  await page.locator('[data-add-bot]').click();
  await page.locator('.faces-range').press('Home');
  await page.locator('.faces-range').press('ArrowRight');
  const name = await page.locator('.character strong').innerText();
  expect(await page.locator('[data-bot]').innerText()).toContain(name);
  await page.locator('[data-bot]').click();
  await expect.poll(() => wire.sent.find((m) => m.t === 'bot')).toMatchObject({ table: 'T', seat: 1, level: 2 });
  expect(faults).toEqual([]);
  await context.close();
});
