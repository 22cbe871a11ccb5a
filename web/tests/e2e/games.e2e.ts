/* A whole game of every rule set by mouse, one by keyboard alone, one by touch on a phone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '../../src/model/types';
import { compare, isOver, ready, stored, storedOther, wholeGame } from './play';
import { closeStage, judge, openStage, playButton, visit, type Stage } from './stage';

let stage: Stage;
let call: (request: object) => any;

beforeAll(async () => {
  stage = await openStage();
  call = await judge();
});
afterAll(() => closeStage(stage));

const setup = (rules: string, seats = [0, 1]) => ({ rules, seats, starter: null, seed: '7', tablets: ['a1', 'b2', 'c1', 'd2'] });

describe('by mouse', () => {
  it.each(RULES)('%s', async (rules) => {
    const { page, context, faults } = await visit(stage, setup(rules));
    await playButton(page).click();
    const moves = await wholeGame(page, call, (b) => b.click(), 3);
    expect(moves).toBeGreaterThan(10);
    expect(faults).toEqual([]);
    await context.close();
  });
  it('four seats, two of them people', async () => {
    const { page, context, faults } = await visit(stage, setup('classic', [0, 1, 0, 2]));
    await playButton(page).click();
    expect(await wholeGame(page, call, (b) => b.click(), 5)).toBeGreaterThan(10);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('by touch on a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, context, faults } = await visit(stage, setup('grey'), phone);
  await playButton(page).tap();
  expect(await wholeGame(page, call, (b) => b.tap(), 9)).toBeGreaterThan(10);
  expect(faults).toEqual([]);
  await context.close();
});

it('by keyboard alone', async () => {
  const { page, context, faults } = await visit(stage, setup('classic'));
  for (let i = 0; i < 10 && !(await playButton(page).evaluate((b) => b === document.activeElement)); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (let moves = 0; moves < 200; moves++) {
    await ready(page);
    const { legal } = await compare(page, call);
    if (await isOver(page)) break;
    const wanted = legal[(moves * 7) % legal.length]!.move as { colour: string; from: number | string; to: number | string };
    const before = await stored(page);
    await page.locator('.touch.open').first().focus();
    await page.keyboard.press('ArrowRight');
    const source = page.locator(`[data-step="take:${wanted.from}:${wanted.colour}"]`);
    for (let i = 0; i < 12 && (await source.getAttribute('aria-pressed')) !== 'true'; i++)
      await page.keyboard.press(wanted.colour.toLowerCase());
    await page.keyboard.press(typeof wanted.to === 'number' ? String(wanted.to) : '0');
    await storedOther(page, before);
  }
  expect(await isOver(page)).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});
