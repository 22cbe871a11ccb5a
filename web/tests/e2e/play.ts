/* Playing as a person does: only what the page shows may be touched. */
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { expected, read } from './read';
import { judged, type Judged } from './stage';

/** A small generator, so that a failing game can be played again. */
export function dice(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1103515245) + 12345) & 0x7fffffff;
    return (s >> 8) % n;
  };
}

export const isOver = (page: Page): Promise<boolean> => page.locator('.banner-over').isVisible();

/** Waits until a person may move or the game is over. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.banner-ours, .banner-over').first().waitFor();
}

export async function compare(page: Page, call: (r: object) => any): Promise<Judged> {
  const seat = Number(await page.locator('.own').getAttribute('data-seat'));
  const truth = await judged(page, call, seat);
  expect(await read(page, truth.position.players)).toEqual(expected(truth.position));
  return truth;
}

/** Lets the page draw and act on what was touched. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10)))),
  );

export type Press = (button: Locator) => Promise<void>;

/** One move: touches open things until the record grows. */
export async function move(page: Page, press: Press, pick: (n: number) => number): Promise<void> {
  const before = await stored(page);
  for (let touches = 0; touches < 6; touches++) {
    const place = page.locator('[data-place]');
    const open = page.locator('.touch.open:visible');
    if (await place.isVisible()) await press(place);
    else await press(open.nth(pick(await open.count())));
    await drawn(page);
    if ((await stored(page)) !== before) return;
  }
  throw new Error(`no move came about: ${await page.locator('.banner').innerText()}`);
}

export const stored = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('azulejo.game'));

/** A whole game, page and engine compared before every move; returns the number of moves by hand. */
export async function wholeGame(page: Page, call: (r: object) => any, press: Press, seed: number): Promise<number> {
  const pick = dice(seed);
  for (let moves = 0; moves < 400; moves++) {
    await ready(page);
    await compare(page, call);
    if (await isOver(page)) return moves;
    await move(page, press, pick);
  }
  throw new Error('the game never ended');
}
