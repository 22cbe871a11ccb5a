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
  expect((await page.locator('.banner p').innerText()).trim()).toBe('There is a better move.'); // nobody's turn: nothing follows
  await page.getByText(/^Compared with yours, the best move \p{Ll}.*\.$/u).waitFor();
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

it('the words of a solved puzzle of Duel lie beside factories and plates', async () => {
  const { page, context } = await visit(stage, {}, { viewport: { width: 1280, height: 720 } }, { language: 'de' });
  await page.locator('[data-practice]').click();
  for (const n of [0, 7, 21]) {
    await page.locator('.collection-choice select').first().selectOption('duel');
    await page.locator('.puzzle-number').nth(n).click();
    await page.locator('[data-do="reveal"]').click();
    await page.locator('.hinted').first().waitFor();
    const covered = await page.evaluate(() => {
      const { top } = document.querySelector('.puzzle-words')!.getBoundingClientRect();
      const parts = [...document.querySelectorAll('.hinted, .display .plate-take, .duel-factory')];
      return parts.filter((e) => e.getBoundingClientRect().left < 500 && e.getBoundingClientRect().bottom > top + 1).length;
    });
    expect(covered, `puzzle ${n + 1}`).toBe(0);
    await page.locator('.brand').click();
  }
  await context.close();
});

/** Where a certain puzzle stands among the easiest of its rule set, whatever the others are. */
const CERTAIN = { classic: '06640a20', duel: '0e8a7e04' };
function numberOf(rules: keyof typeof CERTAIN): number {
  const lines = readFileSync(new URL(`../../src/practice/puzzles/${rules}.txt`, import.meta.url), 'utf8').split('\n');
  const easiest = lines.filter((line) => line.split('\t')[1] === '1');
  const number = easiest.findIndex((line) => line.startsWith(CERTAIN[rules]));
  expect(number, `${rules} has the puzzle ${CERTAIN[rules]}`).toBeGreaterThanOrEqual(0);
  return number;
}

it.each([
  ['classic', 390, 844],
  ['duel', 390, 844],
  ['classic', 320, 568],
  ['duel', 320, 568],
] as const)('on a phone the words of a puzzle leave the offer and the own board in sight: %s, %i × %i', async (rules, width, height) => {
  for (const language of ['en', 'nl', 'de']) {
    const { page, context } = await visit(stage, {}, { viewport: { width, height }, hasTouch: true, isMobile: true }, { language });
    await page.locator('[data-practice]').click();
    await page.locator('.collection-choice select').first().selectOption(rules);
    await page.locator('.puzzle-number').nth(numberOf(rules)).click();
    await page.locator('.puzzle-words').waitFor();
    /** Between the bar above and the words below: the offer, whole; and how much of the lines of the board, in lines. */
    const seen = () =>
      page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        const [offer, rows, bar, words] = [box('.supply'), box('.own .rows'), box('.top'), box('.actions')];
        const line = rows.height / document.querySelectorAll('.own .lines .line').length;
        const inSight = Math.min(rows.bottom, words.top) - rows.top;
        return { offer: offer.top >= bar.bottom && offer.bottom <= words.top, lines: Math.min(inSight / line, rows.height / line) };
      });
    const least = width === 390 ? (rules === 'duel' ? 6 : 5) : rules === 'duel' ? 2.5 : 5;
    for (const part of ['question', 'answer']) {
      if (part === 'answer') {
        await page.locator('[data-do="reveal"]').click();
        await page.locator('.puzzle-words.tried').waitFor();
      }
      const now = await seen();
      expect(now.offer, `${part} ${language}`).toBe(true);
      expect(now.lines, `${part} ${language}`).toBeGreaterThanOrEqual(least - 0.01);
    }
    expect(await page.locator('.puzzle-why').isVisible()).toBe(false);
    await page.locator('[data-do="why"]').click(); // the explanation is asked for
    expect(await page.locator('.puzzle-why li').first().isVisible()).toBe(true);
    await context.close();
  }
});
