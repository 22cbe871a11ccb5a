/* One walk through all screens, for the tests that look at each of them. */
import type { Page } from 'playwright-core';
import { ready } from './play';
import { playButton, type Stage } from './stage';

export type Step = [name: string, act: (page: Page) => Promise<unknown>];

export const press =
  (selector: string, n = 0) =>
  (page: Page) =>
    page.locator(selector).nth(n).click();

/** The nth of sound, log, rules, share and settings; on a phone they lie in a menu. */
export const openTool = (n: number) => async (page: Page) => {
  const more = page.locator('.more');
  if (await more.isVisible()) await more.click();
  await page.locator('.tool').nth(n).click();
};

export async function enter(page: Page): Promise<void> {
  await playButton(page).click();
  await ready(page);
}

const enterDuel = (stage: Stage) => async (page: Page) => {
  await page.evaluate(() =>
    localStorage.setItem(
      'azulejo.setup',
      JSON.stringify({ rules: 'duel', seats: [0, 1], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1', 'd1'] }),
    ),
  );
  await page.goto(stage.url);
  await enter(page);
};

async function review(page: Page): Promise<void> {
  await page.locator('.drawer .close').click();
  await page.locator('.line.open').first().click();
  await page.locator('[data-do="replay"]').click(); // enabled when the move has been made
  await page.locator('.replay .button').last().click();
  await page.locator('.review .primary').click();
  await page.locator('.review .worst').first().waitFor();
}

/** A game between bots, played out. */
const over = (stage: Stage) => async (page: Page) => {
  await page.evaluate(() =>
    localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'classic', seats: [1, 2], starter: 0, seed: '3', tablets: null })),
  );
  await page.goto(stage.url);
  await playButton(page).click();
  await page.locator('.ending').waitFor();
};

const room = (stage: Stage, selector: string, n: number) => async (page: Page) => {
  await page.goto(stage.url);
  await page.locator(selector).nth(n).click();
  await page.locator('.table, .editor').waitFor(); // its code is fetched first
};

const open = (record: string) => (page: Page) =>
  page.locator('.file input').setInputFiles({ name: 'game.azr', mimeType: 'text/plain', buffer: Buffer.from(record) });

export const walk = (stage: Stage): Step[] => [
  ['start', async () => undefined],
  ['setup', press('[data-setup]')],
  [
    'setup of a duel',
    async (page) => {
      await press('.rule-card', 4)(page);
      await press('.setup summary')(page);
    },
  ],
  [
    'settings',
    async (page) => {
      await press('.rule-card', 0)(page);
      await press('[data-leave]')(page);
      await press('.start-links .button', 1)(page);
    },
  ],
  [
    'help',
    async (page) => {
      await press('dialog .close')(page);
      await press('.start-links .button')(page);
    },
  ],
  [
    'table',
    async (page) => {
      await press('dialog .close')(page);
      await enter(page);
    },
  ],
  ['table in words', (page) => page.keyboard.press('i')],
  [
    'choosing',
    async (page) => {
      await press('dialog .close')(page);
      await press('.take.open')(page);
    },
  ],
  ['log', openTool(1)],
  ['review', review],
  ['over', over(stage)],
  [
    'points explained',
    async (page) => {
      await press('[data-boards]')(page);
      await press('.scored .button')(page);
      await press('.score-entry')(page);
    },
  ],
  ['lesson', room(stage, '.learn-offer .button', 0)],
  ['lesson move', press('.guide .button')],
  ['lesson duel', room(stage, '.learn-offer .button', 1)],
  ['editor', room(stage, '.start-links .button', 2)],
  ['editor duel', (page) => page.locator('.editor-facts select').first().selectOption('duel')],
  ['duel', enterDuel(stage)],
  ['duel choosing', press('.plate-take.open')],
  [
    'duel hint',
    async (page) => {
      await press('[data-do="undo"]')(page);
      await page.locator('[data-do="hint"]').click();
      await page.locator('.hinted').first().waitFor();
    },
  ],
  [
    'games put aside',
    async (page) => {
      await page.goto(stage.url);
      await press('.shelf summary')(page);
    },
  ],
  ['removing a game', press('.shelf li .button', 1)],
  [
    'record refused',
    async (page) => {
      await press('dialog .primary')(page);
      await open('nonsense')(page);
      await page.locator('[role=alert]').waitFor();
    },
  ],
  [
    'record',
    async (page) => {
      const { record } = JSON.parse((await page.evaluate(() => localStorage.getItem('azulejo.game')))!);
      await open(record)(page);
      await page.locator('.replay').waitFor();
    },
  ],
  [
    'practice',
    async (page) => {
      await page.goto(stage.url);
      await press('[data-practice]')(page);
      await page.locator('.puzzle-number').first().waitFor();
    },
  ],
  [
    'puzzle',
    async (page) => {
      await press('[data-next-puzzle]')(page);
      await page.locator('.puzzle-words').waitFor();
    },
  ],
  [
    'puzzle answered',
    async (page) => {
      await press('[data-do="reveal"]')(page);
      await page.locator('.hinted').first().waitFor();
      const why = page.locator('[data-do="why"]');
      if (await why.isVisible()) await why.click(); // on a phone
    },
  ],
];
