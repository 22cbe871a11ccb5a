/* Every frame of whole games: no tile is in two places, no number stands before its cause, nothing fixed moves.
 * AZULEJO_FRAMES=all plays every rule set with every number of seats, at normal speed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '../../tools/engine.mjs';
import { RULES } from '../../src/model/types';
import { record } from './frames';
import { closeStage, judge, openStage, visit, type Stage } from './stage';

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
    ] as const);

/** Time goes by so much faster in the page, so that a game is over soon. */
const HASTE = campaign ? 1 : 5;

function playToLastRound(call: Call): void {
  const rounds: number[] = [];
  for (let { position } = call({ do: 'state' }); position.phase !== 'over'; { position } = call({ do: 'state' })) {
    rounds.push(position.round);
    const { text } = call({ do: 'state', seat: position.seat });
    call({ do: 'play', move: call({ do: 'search', position: text, bot: 'random', seed: String(rounds.length) }).move });
  }
  call({ do: 'undo', plies: rounds.length - rounds.indexOf(rounds.at(-1)!) + 3 });
}

/** A game between people: a whole one, or only its last round and the end of the one before. */
async function begun(rules: string, players: number): Promise<object> {
  const call = await judge();
  call({ do: 'new', rules, players, starter: 0, seed: '5', tablets: ['a1', 'b1', 'c1'] });
  if (!campaign) playToLastRound(call);
  const seats = Array.from({ length: players }, (_, i) => ({ kind: 'person', name: `P${i}` }));
  return { id: 'g', record: call({ do: 'record' }).record, seats, seed: '5' };
}

it.each(GAMES)('%s for %i', async (rules, players) => {
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
  const seen = await page.evaluate(record, { seed: 3, seconds: campaign ? 280 : 60 });
  if (process.env.AZULEJO_FRAMES) console.log(seen);
  expect(seen.faults).toEqual([]);
  expect(seen.over).toBe(true);
  expect(seen.flights).toBeGreaterThan(30);
  expect(seen.frames).toBeGreaterThan(seen.flights);
  expect(faults).toEqual([]);
  await context.close();
});
