/* axe-core on every screen, in three languages and both themes; high contrast, which moves no word, in one language each. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from './axe';
import { closeStage, openStage, visit, type Stage } from './stage';
import { smallTexts } from './texts';
import { walk } from './walk';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

it.each([
  ['nl', ['dark normal', 'light more']],
  ['en', ['dark normal']],
  ['de', ['dark normal', 'dark more']],
])('axe finds nothing, and no word is smaller than 11 pixels: %s, also in %j', async (language, others) => {
  const found: string[] = [];
  const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '3', tablets: null };
  const { page, context } = await visit(stage, setup, { bypassCSP: true }, { language });
  for (const [name, act] of walk(stage)) {
    await act(page);
    found.push(...[...(await findings(page, others)), ...(await smallTexts(page))].map((f) => `${name}: ${f}`));
  }
  await context.close();
  expect([...new Set(found)]).toEqual([]);
});
