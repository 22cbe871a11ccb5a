/* axe-core on every screen: in three languages, and in one of them, as colours know no language, in every theme. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from './axe';
import { closeStage, openStage, visit, type Stage } from './stage';
import { walk } from './walk';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

it.each(['nl', 'en', 'de'])('axe finds nothing: %s', async (language) => {
  const found: string[] = [];
  const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '3', tablets: null };
  const { page, context } = await visit(stage, setup, { bypassCSP: true }, { language });
  for (const [name, act] of walk(stage)) {
    await act(page);
    found.push(...(await findings(page, language === 'en')).map((f) => `${name}: ${f}`));
  }
  await context.close();
  expect([...new Set(found)]).toEqual([]);
});
