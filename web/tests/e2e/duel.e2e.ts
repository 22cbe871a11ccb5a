/* The decisions of Duel under hand: paying with chips, ordering a stack, and on a phone what must be touched lies in
 * sight and stays where it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { isDuel, type DuelPosition } from '../../src/model/types';
import { LANGUAGES } from '../../src/text/languages';
import { translator } from '../../src/text/text';
import { findings } from './axe';
import { drawn, ready, stored, storedOther } from './play';
import { enterRecord, gameAt, type Moment } from './positions';
import { closeStage, judge, judged, openStage, playButton, visit, type Stage } from './stage';

let stage: Stage;
let call: (request: object) => any;
const records: Record<string, string> = {};

const paying: Moment = (p, legal) => p.phase === 'tiling' && isDuel(p) && p.boards[0]!.chips.length > 7 && legal.length > 100;
const stacking: Moment = (p, legal) =>
  p.phase === 'offer' && legal.filter(({ move }) => 'stack' in move && move.sun === 1 && move.to === 5).length > 5;

beforeAll(async () => {
  stage = await openStage();
  call = await judge();
  records.paying = gameAt(call, 'duel', paying);
  records.stacking = gameAt(call, 'duel', stacking);
  records.setup = gameAt(call, 'duel', (p) => p.phase === 'setup');
});
afterAll(() => closeStage(stage));

const SETUP = { rules: 'duel', seats: [0, 1], starter: 0, seed: '3', tablets: null };
const phone = (width: number, height: number) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });

async function enter(record: string, options: object, settings: object = {}) {
  const visitor = await visit(stage, SETUP, options, settings);
  await enterRecord(visitor.page, stage.url, record);
  return visitor;
}

/** Of what matches, everything that does not answer at its middle: out of sight, or under something else. */
const covered = async (page: Page, selector: string): Promise<string[]> => {
  await page.locator(selector).first().waitFor();
  await drawn(page);
  return page.locator(selector).evaluateAll((all) =>
    all
      .filter((e) => e.checkVisibility())
      .filter((e) => {
        const { left, top, width, height } = e.getBoundingClientRect();
        return !e.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })
      .map((e) => (e as HTMLElement).dataset.step ?? e.className),
  );
};

const chips = (page: Page) => page.locator('.pay-chip[aria-pressed="true"]');

describe('paying with chips', () => {
  it.each([
    [320, 568],
    [1440, 900],
  ])('at %i × %i the own chips are touched, the cheapest lie ready', async (width, height) => {
    const { page, context, faults } = await enter(records.paying!, width < 900 ? phone(width, height) : { viewport: { width, height } });
    const before = await stored(page);
    const { position, legal } = (await judged(page, call, 0)) as { position: DuelPosition; legal: any[] };
    const cell = legal.find((l) => l.move.spend).move.cell;
    const payments: string[][] = legal.filter((l) => String(l.move.cell) === String(cell)).map((l) => l.move.spend);
    await page.locator(`.cell-target[data-step="cell:${cell.join(':')}"]`).click();
    await page.locator('.payment').waitFor();
    expect(await covered(page, '.pay-chip, .payment [data-place]')).toEqual([]);
    expect(await page.locator('.pay-chip').count()).toBe(position.boards[0]!.chips.length);
    const fewest = Math.min(...payments.map((p) => p.length));
    expect(await chips(page).count()).toBe(fewest);
    const pay = page.locator('.payment [data-place]');
    await chips(page).first().click();
    expect(await pay.isDisabled()).toBe(true);
    expect(await page.locator('.pay-state').innerText()).toBe('At least 1 more.');
    await page.locator('.pay-chip[aria-pressed="false"]:enabled').first().click();
    for (let n = 0; n < 4 && (await pay.isDisabled()); n++) await page.locator('.pay-chip[aria-pressed="false"]:enabled').last().click();
    const paid = await chips(page).count();
    await pay.click();
    await storedOther(page, before);
    const left = ((await judged(page, call, 0)).position as DuelPosition).boards[0]!;
    expect(position.boards[0]!.chips.length - left.chips.length).toBe(paid);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('by keyboard: the button that pays has the focus, arrows and space change the chips', async () => {
    const { page, context } = await enter(records.paying!, { bypassCSP: true });
    const before = await stored(page);
    await page.locator('.cell-target').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.payment').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-place]'))).toBe(true);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(label).toMatch(/^Bonus chip: [a-z ]+$/);
    const was = await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'));
    await page.keyboard.press('Space');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))).not.toBe(was);
    await page.keyboard.press('Space');
    await page.locator('.payment [data-place]:enabled').focus();
    await page.keyboard.press('Enter');
    await storedOther(page, before);
    await context.close();
  });
});

describe.each([
  [320, 568],
  [400, 700],
  [1024, 700],
])('under a finger on %i × %i', (width, height) => {
  it('every place of the dome, the plate on it and its buttons lie in sight', async () => {
    const { page, context } = await enter(records.setup!, phone(width, height));
    const before = await stored(page);
    await page.locator('.plate-take.open').first().tap();
    expect(await covered(page, '.slot.open')).toEqual([]);
    await page.locator('[data-step="slot:9"]').tap();
    expect(await covered(page, '.ghost-plate, .chooser .button')).toEqual([]);
    await page.locator('[data-place]').tap();
    await storedOther(page, before);
    await ready(page);
    expect(await covered(page, '.duel-offer .take.open')).toEqual([]);
    await context.close();
  });

  it('so do the orders of a stack, and the tiles taken lie in their line', async () => {
    const { page, context } = await enter(records.stacking!, phone(width, height));
    await page.locator('.small .sun .take.open').first().tap();
    await page.locator('.choice-target[data-step="to:5"]').tap();
    expect(await covered(page, '.choice-stack')).toEqual([]);
    const coming = await page.locator('.own .lines > li').evaluateAll((lines) => lines.map((l) => l.querySelectorAll('.coming').length));
    expect(coming[4]).toBeGreaterThan(0);
    expect(coming.filter((n) => n > 0)).toHaveLength(1);
    await context.close();
  });

  it('so do the spaces for a full line', async () => {
    const { page, context } = await enter(records.paying!, phone(width, height));
    expect(await covered(page, '.cell-target')).toEqual([]);
    await context.close();
  });
});

/** Where the parts of the table begin, from the top of the page. */
const tops = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    ['.top', '.banner', '.offer', '.own .player-board'].map(
      (s) => document.querySelector(s)!.getBoundingClientRect().top + (s === '.banner' ? 0 : scrollY),
    ),
  );

describe('nothing moves', () => {
  it.each([
    ['nl', 320],
    ['de', 360],
    ['en', 390],
  ] as const)('while taking and placing: %s at %i px', async (language, width) => {
    for (const rules of ['classic', 'duel']) {
      const { page, context } = await visit(stage, { ...SETUP, rules }, phone(width, 740), { language });
      await playButton(page).click();
      await ready(page);
      const still = await tops(page);
      await page
        .locator(rules === 'duel' ? '.plate-take.open' : '.take.open')
        .first()
        .evaluate((e: HTMLElement) => e.click());
      await drawn(page);
      const [, , ...parts] = await tops(page);
      expect(parts).toEqual(still.slice(2));
      if (rules === 'classic') {
        const before = await stored(page);
        await page.locator('.choice-target').first().tap();
        await storedOther(page, before);
        await ready(page);
        expect(await tops(page)).toEqual(still);
      }
      await context.close();
    }
  });

  it.each(LANGUAGES)('whatever is said above the table: %s', async (language) => {
    const words = readFileSync(resolve(import.meta.dirname, `../../src/text/${language}.ftl`), 'utf8');
    const t = translator(language, words);
    const advice = [...words.matchAll(/^(advice-[\w-]+) =/gm)].map(([, key]) =>
      t(key!, { count: 4, colour: 'T', line: 6, n: 88, of: 100 }),
    );
    const { page, context } = await visit(stage, { ...SETUP, rules: 'classic' }, phone(390, 740), { language });
    await playButton(page).click();
    await ready(page);
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 740 });
      const heights = await page.evaluate(
        ([head, all]) => {
          const banner = document.querySelector<HTMLElement>('.banner')!;
          banner.querySelector('strong')!.textContent = head as string;
          return (all as string[]).map((words) => {
            banner.querySelector('span')!.textContent = words;
            return `${banner.offsetHeight} px`;
          });
        },
        [t('turn-yours'), advice] as [string, string[]],
      );
      expect([width, ...new Set(heights)]).toHaveLength(2);
    }
    await context.close();
  });
});
