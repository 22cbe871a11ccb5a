/* Playing as a person does: only what the page shows may be touched. */
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { dice } from './dice';
import { expected, read } from './read';
import { judged, type Judged } from './stage';

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

/** The same for a tab that follows another one. */
export async function compareSoon(page: Page, call: (r: object) => any): Promise<void> {
  await expect
    .poll(
      () =>
        compare(page, call).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
}

/** Waits until the game that is kept differs. */
export async function storedOther(page: Page, before: string | null): Promise<void> {
  await expect.poll(() => stored(page), { timeout: 20_000 }).not.toBe(before);
  await drawn(page);
}

/** Lets the page draw and act on what was touched. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10)))));

export type Press = (button: Locator) => Promise<void>;

/** What the page offers and what has been chosen: differs after every touch that it has taken in. */
export const offered = (page: Page): Promise<{ any: boolean; text: string }> =>
  page.evaluate(() => {
    const steps = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .map((e) => e.dataset.step ?? (e.matches(':disabled') ? 'turn' : 'place'))
        .join();
    const open = steps('.touch.open, [data-place]');
    const lesson = document.querySelector('.guide-count')?.textContent;
    return { any: open !== '', text: [open, steps('.touch.chosen'), localStorage.getItem('azulejo.game'), lesson].join('|') };
  });

/** Touches, and waits until the page has taken it in and offers what comes next, or `done`. */
export async function touchOn(page: Page, act: () => Promise<unknown>, done: () => Promise<boolean>): Promise<boolean> {
  const before = await offered(page);
  await act();
  for (const end = Date.now() + 20_000; Date.now() < end; await drawn(page)) {
    if (await done()) {
      await drawn(page);
      return true;
    }
    const now = await offered(page);
    if (now.any && now.text !== before.text) return done(); // it may have come about between the two looks
  }
  throw new Error(`the touch led to nothing: ${await page.locator('.banner').innerText()}`);
}

/** One move: touches open things until the record grows. */
export async function move(page: Page, press: Press, pick: (n: number) => number): Promise<void> {
  const before = await stored(page);
  const done = async () => (await stored(page)) !== before;
  for (let touches = 0; touches < 6; touches++) {
    const place = page.locator('[data-place]');
    const open = page.locator('.touch.open:visible');
    const next = (await place.isVisible()) ? place : open.nth(pick(await open.count()));
    if (await touchOn(page, () => press(next), done)) return;
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
