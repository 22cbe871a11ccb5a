/* axe-core on every screen, in both themes and three languages; nothing scrolls sideways. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findings, sideways } from './axe';
import { ready } from './play';
import { closeStage, openStage, playButton, visit, type Stage } from './stage';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

/** Each screen as a visitor comes to it. */
const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  start: async () => undefined,
  setup: (page) => page.locator('summary').click(),
  settings: (page) => page.locator('.start-links .button').nth(1).click(),
  help: (page) => page.locator('.start-links .button').first().click(),
  table: (page) => enter(page),
  choosing: async (page) => {
    await enter(page);
    await page.locator('.touch.open:visible').first().click();
  },
  log: async (page) => {
    await enter(page);
    await page.locator('.tool').nth(1).click();
  },
};

async function enter(page: Page): Promise<void> {
  await playButton(page).click();
  await ready(page);
}

/** Screens beside the table. */
const ROOMS: Record<string, (page: Page) => Promise<unknown>> = {
  learn: async (page) => {
    await page.locator('.learn-offer .button').first().click();
    await page.locator('.guide .button').click();
  },
  'learn duel': (page) => page.locator('.learn-offer .button').nth(1).click(),
  editor: (page) => page.locator('.start-links .button').nth(2).click(),
  'editor duel': async (page) => {
    await page.locator('.start-links .button').nth(2).click();
    await page.locator('.editor-facts select').first().selectOption('duel');
  },
  review: async (page) => {
    await enter(page);
    await page.locator('.take.open').first().click();
    await page.locator('.line.open').first().click();
    await page.locator('.buttons .button:enabled').first().click();
    await page.locator('.replay .button').last().click();
    await page.locator('.review .primary').click();
    await page.locator('.review .worst').first().waitFor();
  },
};

const CASES = (['light', 'dark'] as const).flatMap((theme) => ['nl', 'en', 'de'].map((language) => [theme, language] as const));

it.each(CASES)('axe finds nothing: %s, %s', async (theme, language) => {
  const found: string[] = [];
  for (const rules of ['classic', 'duel']) {
    const screens = rules === 'classic' ? { ...SCREENS, ...ROOMS } : { table: SCREENS.table!, choosing: SCREENS.choosing! };
    for (const [name, act] of Object.entries(screens)) {
      const setup = { rules, seats: [0, 1], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1', 'd1'] };
      const { page, context } = await visit(stage, setup, { bypassCSP: true }, { theme, language });
      await act(page);
      found.push(...(await findings(page)).map((f) => `${rules} ${name}: ${f}`));
      await context.close();
    }
  }
  expect([...new Set(found)]).toEqual([]);
});

it.each([320, 390, 768, 1024, 1120, 1440, 3840])('nothing scrolls sideways at %i px', async (width) => {
  for (const rules of ['classic', 'duel']) {
    const setup = { rules, seats: [0, 1, 1, 1], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1', 'd1'] };
    const { page, context } = await visit(stage, setup, { viewport: { width, height: 800 } });
    expect(await sideways(page)).toBe(0);
    await enter(page);
    expect(await sideways(page)).toBe(0);
    await context.close();
  }
});
