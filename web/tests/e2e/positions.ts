/* Games brought to the moment that a test is about: the engine plays at random until it has come. */
import type { Page } from 'playwright-core';
import type { LegalMove, Position, Rules } from '../../src/model/types';
import { dice } from './dice';

type Call = (request: object) => any;
export type Moment = (position: Position, legal: LegalMove[]) => boolean;

const TABLETS = ['a1', 'b2', 'c1', 'd2'];

/** Chips are kept and lines left, so that there is much to choose from later. */
function sparing(legal: LegalMove[], pick: (n: number) => number): LegalMove {
  const wanted = legal.filter(({ move }) => !('spend' in move || 'stop' in move || ('to' in move && typeof move.to === 'string')));
  const from = wanted.length > 0 ? wanted : legal;
  return from[pick(from.length)]!;
}

/** The record of a game in which the moment has come for seat 0. */
export function gameAt(call: Call, rules: Rules, moment: Moment, players = 2): string {
  for (let seed = 1; seed < 40; seed++) {
    const pick = dice(seed);
    call({ do: 'new', rules, players, starter: 0, seed: String(seed), ...(rules === 'duel' ? { tablets: TABLETS } : {}) });
    for (;;) {
      const seat = call({ do: 'state' }).position.seat;
      if (seat === null) break;
      const { position, legal } = call({ do: 'state', seat });
      if (seat === 0 && moment(position, legal)) return call({ do: 'record' }).record;
      call({ do: 'play', move: sparing(legal, pick).text });
    }
  }
  throw new Error(`no game of ${rules} came to the moment`);
}

/** Opens a record as the visitor's own game against bots. */
export async function enterRecord(page: Page, url: string, record: string, players = 2): Promise<void> {
  const bots = Array.from({ length: players - 1 }, () => ({ kind: 'bot', bot: 'bia', name: 'Ana' }));
  const seats = [{ kind: 'person', name: 'You' }, ...bots];
  await page.evaluate((game) => localStorage.setItem('azulejo.game', game), JSON.stringify({ record, seats, seed: '1' }));
  await page.goto(url);
  await page.reload(); // the same address twice would not load the page again
  await page.locator('[data-resume]').click();
  await page.locator('.banner-ours').waitFor();
}
