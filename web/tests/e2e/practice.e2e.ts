/* Practice as a visitor does it: the puzzle of the day, offline; a wrong move, the right one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from './axe';
import { closeStage, openStage, visit, type Stage } from './stage';
import { localDay, puzzleOfDay, puzzlesIn, rulesOfDay } from '../../src/practice/puzzles';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

it('the puzzle of the day is there without a network; shown, it says its move and why, and does not count', async () => {
  const { page, context, faults } = await visit(stage, {});
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.locator('[data-practice]').click();
  await page.locator('[data-daily]').click();
  const day = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth(), now.getDate()] as const;
  });
  const today = localDay(new Date(...day));
  const rules = rulesOfDay(today);
  const puzzle = puzzleOfDay(
    today,
    puzzlesIn(rules, readFileSync(resolve(import.meta.dirname, `../../src/practice/puzzles/${rules}.txt`), 'utf8')),
  )!;
  await page.locator('.puzzle-words').waitFor();
  expect(await page.locator('.puzzle-words .grade-dots .on').count()).toBe(puzzle.grade);
  await page.locator('[data-do="reveal"]').click();
  await page.locator('.hinted').first().waitFor();
  expect(await page.locator('.puzzle-verdict').textContent()).toMatch(/^The best move: .+\.$/);
  expect(await page.locator('.puzzle-words li').count()).toBeGreaterThan(0);
  await page.locator('.brand').click();
  expect(await page.locator('[data-daily]').textContent()).toBe('Solve it'); // shown is not solved
  expect(faults).toEqual([]);
  await context.close();
});

it('a wrong move can be taken back; the right one is explained and counted', async () => {
  const { page, context, faults } = await visit(stage, {}, { bypassCSP: true });
  await page.locator('[data-practice]').click();
  await page.locator('.puzzle-number').first().waitFor();
  expect(await findings(page)).toEqual([]);
  await page.locator('[data-next-puzzle]').click();
  const easy = puzzlesIn('classic', readFileSync(resolve(import.meta.dirname, '../../src/practice/puzzles/classic.txt'), 'utf8'))[0]!;
  const touch = async (move: string) => {
    const [, from, colour, to] = /^(\d|c)([BYRKT])(\d|f)$/.exec(move)!;
    await page.locator(`[data-step="take:${from === 'c' ? 'centre' : from}:${colour}"]`).click();
    await page
      .locator(`[data-step="to:${to === 'f' ? 'floor' : to}"]`)
      .first()
      .click();
  };
  await touch(easy.obvious);
  await page.locator('[data-outcome="wrong"]').waitFor();
  await page.locator('[data-do="again"]').click();
  await touch(easy.moves[0]!);
  await page.locator('[data-outcome="right"]').waitFor();
  expect(await page.locator('.puzzle-words li').count()).toBeGreaterThan(0);
  expect(await findings(page)).toEqual([]);
  await page.locator('[data-do="next"]').click();
  await page.locator('.puzzle-words:not([data-outcome])').waitFor();
  await page.locator('.brand').click();
  await page.locator('.puzzle-number.later').waitFor();
  expect(await page.locator('.statistics').textContent()).toContain('1 puzzle done, 0 on the first try.');
  expect(faults).toEqual([]);
  await context.close();
});
