/* Every screen under a finger, on the narrowest phone, a common one and a large screen that is touched. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { isDuel, type Counts, type Rules } from '../../src/model/types';
import { ready } from './play';
import { enterRecord, gameAt, type Moment } from './positions';
import { closeStage, judge, openStage, playButton, visit, type Stage } from './stage';
import { smallTargets } from './targets';
import { smallTexts } from './texts';
import { openTool } from './walk';

let stage: Stage;
const records = new Map<string, string>();

const phase =
  (name: string): Moment =>
  (p) =>
    p.phase === name;
const has =
  (key: string): Moment =>
  (p, legal) =>
    p.phase === 'offer' && legal.some((l) => key in l.move);
const columns: Moment = (p, legal) => p.phase === 'tiling' && legal.length > 2;
const paying: Moment = (p, legal) => p.phase === 'tiling' && isDuel(p) && p.boards[0]!.chips.length > 7 && legal.length > 20;

const threeAndOne = (tiles: Counts): boolean => tiles.includes(3) && tiles.includes(1);

/** Three tiles that leave a corner of their factory to a single one. */
const CORNERS: [where: string, rules: Rules, when: Moment][] = [
  ['.factory', 'classic', (p) => !isDuel(p) && p.phase === 'offer' && p.factories.some(threeAndOne)],
  ['.small', 'duel', (p) => isDuel(p) && p.phase === 'offer' && p.small.some((f) => threeAndOne(f.sun))],
  ['.large', 'duel', (p) => isDuel(p) && p.phase === 'offer' && threeAndOne(p.large.sun)],
];

const MOMENTS: [name: string, rules: Rules, when: Moment][] = [
  ['grey wall', 'grey', columns],
  ['crystal 1 wall', 'crystal1', columns],
  ['crystal 2 wall', 'crystal2', columns],
  ['duel setup', 'duel', phase('setup')],
  ['duel offer', 'duel', (p, l) => p.phase === 'offer' && l.length > 200],
  ['duel moon', 'duel', has('moon')],
  ['duel chip', 'duel', has('chip')],
  ['duel draw', 'duel', phase('draw')],
  ['duel keep', 'duel', phase('keep')],
  ['duel return', 'duel', phase('return')],
  ['duel tiling', 'duel', paying],
];

beforeAll(async () => {
  stage = await openStage();
  const call = await judge();
  for (const [name, rules, when] of [...MOMENTS, ...CORNERS]) records.set(name, gameAt(call, rules, when));
});
afterAll(() => closeStage(stage));

type Look = (name: string) => Promise<void>;

/** Touches the first thing that matches on the table itself. */
const tap = async (page: Page, selector: string): Promise<void> => {
  const found = page.locator(`${selector}:visible`).first();
  await found.waitFor();
  await found.evaluate((e: HTMLElement) => e.click());
};

async function rooms(page: Page, look: Look): Promise<void> {
  await look('start');
  await tap(page, '[data-setup]');
  await look('set-up');
  await page.locator('.rule-card').last().click();
  await look('set-up of a duel');
  await page.locator('.rule-card').first().click();
  await tap(page, '[data-leave]');
  for (const [n, name] of [
    [0, 'help'],
    [1, 'settings'],
  ] as const) {
    await page.locator('.start-links .button').nth(n).click();
    await look(name);
    await tap(page, 'dialog .close');
  }
  for (const [n, name] of [
    [0, 'lesson'],
    [1, 'duel lesson'],
  ] as const) {
    await page.locator('.learn-offer .button').nth(n).click();
    await page.locator('.guide').waitFor();
    await look(name);
    await tap(page, '.guide .button');
    await look(`${name}, second step`);
    await page.goto(stage.url);
  }
  await page.locator('.start-links .button').nth(2).click();
  for (const rules of ['classic', 'grey', 'duel']) {
    await page.locator('.editor-facts select').first().selectOption(rules);
    await look(`editor ${rules}`);
  }
}

async function four(page: Page, look: Look): Promise<void> {
  await page.evaluate(() =>
    localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'classic', seats: [0, 1, 1, 1], starter: 0, seed: '3', tablets: null })),
  );
  await page.goto(stage.url);
  await playButton(page).click();
  await ready(page);
  await look('four players');
  await tap(page, '.take.open');
  await tap(page, '.line.open');
  await ready(page);
  await look('four players, centre');
}

async function classic(page: Page, look: Look): Promise<void> {
  await page.goto(stage.url);
  await playButton(page).click();
  await ready(page);
  await look('table');
  await tap(page, '.take.open');
  await look('choosing');
  await tap(page, '.line.open');
  await ready(page);
  await openTool(1)(page);
  await look('log');
  await tap(page, '.drawer .close');
  await tap(page, '[data-do="replay"]');
  await look('replay');
  await tap(page, '.replay .button:last-child');
  await tap(page, '.review .primary');
  await page.locator('.review .worst').first().waitFor();
  await look('review');
}

/** What is chosen at each moment, step by step. */
const STEPS: Record<string, string[]> = {
  'duel setup': ['.plate-take.open', '.slot.open'],
  'duel offer': ['.small .sun .take.open', '.line.open'],
  'duel tiling': ['.cell-target'],
};

async function moments(page: Page, look: Look): Promise<void> {
  for (const [name] of MOMENTS) {
    await enterRecord(page, stage.url, records.get(name)!);
    await look(name);
    for (const selector of STEPS[name] ?? []) {
      await tap(page, selector);
      await look(`${name}, ${selector}`);
    }
  }
}

/** A phone on its side has the rooms of the others: only the table differs. */
const SCREENS = [
  [320, 640],
  [390, 844],
  [740, 360],
  [1180, 820],
] as const;

it.each(SCREENS)('every target has 44 pixels and every word 11 at %i × %i', async (width, height) => {
  const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '3', tablets: null };
  const { page, context } = await visit(stage, setup, { viewport: { width, height }, hasTouch: true, isMobile: width < 900 });
  const found: string[] = [];
  const look: Look = async (name) => {
    found.push(...[...(await smallTargets(page)), ...(await smallTexts(page))].map((f) => `${name}: ${f}`));
  };
  for (const walk of height < 500 ? [four, moments] : [rooms, classic, four, moments]) await walk(page, look);
  await context.close();
  expect([...new Set(found)]).toEqual([]);
});

it.each(CORNERS)('beside three chosen tiles, the single one of a %s can be chosen (%s)', async (where) => {
  const { page, context } = await visit(stage, {}, { hasTouch: true });
  await enterRecord(page, stage.url, records.get(where)!);
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    const three = page.locator(`${where} .take-3:has(~ .take-1)`).first();
    const single = three.locator('xpath=following-sibling::*[contains(@class, "take-1")][1]');
    const step = await single.getAttribute('data-step');
    await three.tap({ position: { x: 12, y: 12 } });
    await page.locator(`${where} .take-3.chosen`).waitFor();
    await single.tap({ timeout: 5000 });
    await expect.poll(() => page.locator('.take.chosen').getAttribute('data-step')).toBe(step);
  }
  await context.close();
});
