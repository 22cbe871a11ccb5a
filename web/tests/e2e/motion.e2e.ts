/* Every frame of whole games: no tile is in two places, no number stands before its cause, nothing fixed moves.
 * AZULEJO_FRAMES=all plays every rule set with every number of seats, at normal speed, or AZULEJO_HASTE times as fast. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { Call } from '../../tools/engine.mjs';
import { RULES } from '../../src/model/types';
import { record } from './frames';
import { drawn, ready, stored, storedOther } from './play';
import { closeStage, judge, openStage, playButton, visit, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

const campaign = process.env.AZULEJO_FRAMES === 'all';
const GAMES = campaign
  ? RULES.flatMap((rules) => (rules === 'duel' ? [2] : [2, 3, 4]).map((players) => [rules, players] as const))
  : ([
      ['classic', 2],
      ['duel', 2],
      ['crystal1', 3], // where the place on the wall is chosen
    ] as const);

/** The longest game: four seats that choose at random play many rounds. */
const SECONDS = campaign ? 540 : 60;

/** Time goes by so much faster in the page, so that a game is over soon. */
const HASTE = campaign ? Number(process.env.AZULEJO_HASTE ?? 1) : 5;

function playToLastRound(call: Call, bot: string): void {
  const rounds: number[] = [];
  for (let { position } = call({ do: 'state' }); position.phase !== 'over'; { position } = call({ do: 'state' })) {
    rounds.push(position.round);
    const { text } = call({ do: 'state', seat: position.seat });
    call({ do: 'play', move: call({ do: 'search', position: text, bot, seed: String(rounds.length) }).move });
  }
  call({ do: 'undo', plies: rounds.length - rounds.indexOf(rounds.at(-1)!) + 3 });
}

/** A game between people: a whole one, or only its last round and the end of the one before. */
async function begun(rules: string, players: number): Promise<object> {
  const call = await judge();
  call({ do: 'new', rules, players, starter: 0, seed: '5', tablets: ['a1', 'b1', 'c1'] });
  // Random players seldom have a full line at the end, whose place would be chosen.
  if (!campaign) playToLastRound(call, rules === 'crystal1' ? 'greedy' : 'random');
  const seats = Array.from({ length: players }, (_, i) => ({ kind: 'person', name: `P${i}` }));
  return { id: 'g', record: call({ do: 'record' }).record, seats, seed: '5' };
}

/** How often somebody chose the place of a tile on the wall, in the last two rounds. */
async function columnsChosen(page: Page): Promise<number> {
  const call = await judge();
  const { record: played, seed } = JSON.parse((await stored(page))!);
  call({ do: 'load', record: played, seed });
  const { log } = call({ do: 'log' }) as { log: { move: object; round: number }[] };
  return log.filter(({ move, round }) => 'column' in move && round >= log.at(-1)!.round - 1).length;
}

it.each(GAMES)(
  '%s for %i',
  async (rules, players) => {
    const { page, context, faults } = await visit(stage, {}, { reducedMotion: 'no-preference' }, { speed: 'normal' });
    await page.evaluate((g) => localStorage.setItem('azulejo.game', JSON.stringify(g)), await begun(rules, players));
    await page.reload();
    await page.evaluate((haste) => {
      const [later, animate] = [window.setTimeout, Element.prototype.animate];
      window.setTimeout = ((f: () => void, ms = 0) => later(f, ms / haste)) as typeof setTimeout;
      Element.prototype.animate = function (frames, how) {
        const { duration = 0, delay = 0, ...rest } = how as KeyframeAnimationOptions;
        return animate.call(this, frames, { ...rest, duration: Number(duration) / haste, delay: Number(delay) / haste });
      };
    }, HASTE);
    await page.locator('[data-resume]').click();
    await page.locator('.banner-ours').waitFor();
    const seen = await page.evaluate(record, { seed: 3, seconds: SECONDS });
    if (process.env.AZULEJO_FRAMES) console.log(seen);
    expect(seen.faults).toEqual([]);
    expect(seen.moved).toEqual([]);
    expect(seen.over).toBe(true);
    expect(seen.flights).toBeGreaterThan(rules === 'crystal1' ? 15 : 30);
    expect(seen.frames).toBeGreaterThan(seen.flights);
    if (rules === 'crystal1') expect(await columnsChosen(page)).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await context.close();
  },
  600_000,
);

it('a frame in which a piece lies twice, a number has no cause or a part has moved is found', async () => {
  const setup = { rules: 'duel', seats: [0, 0], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1'] };
  const { page, context } = await visit(stage, setup);
  await playButton(page).click();
  await ready(page);
  await page.evaluate(() => {
    const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
    const twice = (selector: string) => one(selector).after(one(selector).cloneNode(true));
    setTimeout(() => {
      for (const piece of ['.large .marker', '.display .plate-take', '.chip-down']) twice(piece);
      one('.rival [data-score]').textContent = '-1';
      one('.counts').style.marginLeft = '9px';
      one('.rival .player-board').style.marginTop = '9px';
    }, 100);
    setTimeout(() => (one('.game-facts').textContent = 'Azul Duel Round 2'), 400);
  });
  const { faults, moved } = await page.evaluate(record, { seed: 3, seconds: 1.5 });
  const found = faults.join('; ');
  for (const words of ['the start marker lies in 2 places', 'plates became', 'chips of', 'went from', '"Azul Duel Round 2" came before'])
    expect(found).toContain(words);
  expect(moved.join()).toMatch(/\.rival \.player-board/);
  expect(moved.join()).toMatch(/\.counts/);
  await context.close();
});

/** A game between two people that stands one move before the first tiling, and that move. */
async function beforeTiling(rules: string): Promise<{ game: object; last: { from: string; colour: string; to: string } }> {
  const call = await judge();
  call({ do: 'new', rules, players: 2, starter: 0, seed: '3' });
  for (let { position } = call({ do: 'state' }); position.phase !== 'tiling'; { position } = call({ do: 'state' })) {
    const { text } = call({ do: 'state', seat: position.seat });
    call({ do: 'play', move: call({ do: 'search', position: text, bot: 'greedy', seed: '1' }).move });
  }
  const last = call({ do: 'log' }).log.at(-1).move;
  call({ do: 'undo', plies: 1 });
  const seats = ['Ana', 'Rui'].map((name) => ({ kind: 'person', name }));
  return { game: { id: 'g', record: call({ do: 'record' }).record, seats, seed: '3' }, last };
}

it('a touch ends the scoring at once; what it touches is not played unseen, and no number lies over a button', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'no-preference' } as const;
  const { page, context, faults } = await visit(stage, {}, phone, { speed: 'slow' });
  const { game, last } = await beforeTiling('grey');
  await page.evaluate((g) => localStorage.setItem('azulejo.game', JSON.stringify(g)), game);
  await page.reload();
  await page.locator('[data-resume]').click();
  await page.locator(`[data-step="take:${last.from}:${last.colour}"]`).click();
  await page.locator(`.own [data-step="to:${last.to}"]`).evaluate((line) => (line as HTMLElement).click());
  await page.locator('.flying').first().waitFor({ state: 'attached' });
  const scores = () => page.locator('[data-score]').allInnerTexts();
  expect(new Set(await scores())).toEqual(new Set(['0'])); // nothing is scored before it is shown
  const [air, bars] = await page.evaluate(() =>
    ['.motion-layer', '.actions'].map((s) => Number(getComputedStyle(document.querySelector(s)!).zIndex)),
  );
  expect(air).toBeLessThan(bars!);
  const kept = await stored(page);
  await page.locator('.own .wall-cell').first().dispatchEvent('pointerdown');
  await ready(page);
  expect(await page.locator('.flying, .rising').count()).toBe(0);
  await page
    .locator('.own .cell-target')
    .first()
    .evaluate((cell) => (cell as HTMLElement).click());
  await drawn(page);
  expect(await stored(page)).toBe(kept);
  await page.locator('.own .cell-target').first().click();
  await storedOther(page, kept);
  expect(faults).toEqual([]);
  await context.close();
});

it('the second click of a double click takes nothing back; while a move waits to be confirmed another line may be chosen', async () => {
  const setup = { rules: 'classic', seats: [0, 0], starter: 0, seed: '3', tablets: null };
  const { page, context, faults } = await visit(stage, setup, {}, { confirm: true });
  await playButton(page).click();
  await ready(page);
  await page.locator('.take.open').first().dblclick();
  expect(await page.locator('.take.chosen').count()).toBe(1);
  await page.locator('.line.open').nth(1).click();
  const advice = await page.locator('.banner p').innerText();
  await page.locator('.line.open').nth(2).click();
  expect(await page.locator('.take.chosen').count()).toBe(1);
  expect(await page.locator('.own .line.chosen').getAttribute('data-step')).toBe('to:4');
  expect(advice).toMatch(/confirm/i);
  expect(faults).toEqual([]);
  await context.close();
});

it('what a finger drags is as large as on the table', async () => {
  const setup = { rules: 'duel', seats: [0, 0], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1'] };
  const { page, context } = await visit(stage, setup);
  await playButton(page).click();
  await ready(page);
  const plate = page.locator('.plate-take.open .plate').first();
  const { x, y, width } = (await plate.boundingBox())!;
  await page.mouse.move(x + 9, y + 9);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 60, { steps: 3 });
  expect((await page.locator('.drag-ghost .plate').boundingBox())!.width).toBeCloseTo(width, 0);
  await context.close();
});

it('a plate flies no larger than it lies', async () => {
  const setup = { rules: 'duel', seats: [0, 0], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1'] };
  const { page, context } = await visit(stage, setup, { reducedMotion: 'no-preference' }, { speed: 'slow' });
  await playButton(page).click();
  await ready(page);
  await page.locator('.plate-take.open').first().click();
  await page.locator('.slot.open').first().click();
  const [largest, lying] = await page.evaluate(async () => {
    const widest = (selector: string) =>
      Math.max(0, ...[...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect().width));
    const still = widest('.table .plate');
    document.querySelector<HTMLElement>('[data-place]')!.click();
    let most = 0;
    for (let frames = 0; frames < 600 && (most === 0 || widest('.flying .plate') > 0); frames++) {
      await new Promise(requestAnimationFrame);
      most = Math.max(most, widest('.flying .plate'));
    }
    return [most, still] as const;
  });
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(1.05 * lying);
  await context.close();
});
