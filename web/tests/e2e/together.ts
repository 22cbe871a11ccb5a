/* Visitors of one server who sit down together and move by the page's own buttons; page and wire compared. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch } from '../../tools/browser.mjs';
import { isDuel, type ClassicRules, type Position } from '../../src/model/types';
import { guest, missing, openHost, type Host, type Visitor } from './host';
import { expected, read } from './read';

/** A browser and a server for all tests of a file, there as soon as they run. Without a server the tests inside `online`
 * are skipped, and their names say why. */
export function openPlace() {
  const skipReason = missing();
  const place = {} as { browser: Browser; host: Host };
  const online = (title: string, tests: () => void) =>
    describe.skipIf(skipReason)(skipReason ? `${title} (skipped: ${skipReason})` : title, tests);
  beforeAll(async () => {
    if (!skipReason) Object.assign(place, { browser: await launch(), host: await openHost() });
  });
  afterAll(async () => {
    await place.browser?.close();
    await place.host?.stop();
  });
  const come = (name: string, options?: BrowserContextOptions, settings?: object): Promise<Visitor> =>
    guest(place.browser, place.host, name, options, settings);
  return { online, place, come };
}

export const until = async (what: string, test: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 15));
  }
};

export const linkState = (page: Page, state: string) => page.locator(`[data-link="${state}"]`).first().waitFor();
export const isOver = (v: Visitor) => v.page.locator('.banner-over').isVisible();

/** A new table by the form, then the invitation. */
async function makeTable(v: Visitor, wish: object): Promise<string> {
  await v.page.evaluate((w) => localStorage.setItem('azulejo.table', JSON.stringify(w)), {
    seats: [0],
    clock: 0,
    leaver: 'claim',
    public: false,
    ...wish,
  });
  await v.page.locator('[data-online]').click();
  await linkState(v.page, 'open');
  await v.page.locator('.together .button.primary').click();
  await v.page.locator('.new-table .button.primary').click();
  await v.page.locator('[data-ready]').waitFor();
  return v.page.locator('.invite input').inputValue();
}

/** Opening the link joins nothing; the button does. */
async function joinBy(v: Visitor, link: string): Promise<void> {
  await v.page.goto('about:blank');
  await v.page.goto(link);
  await v.page.locator('[data-join]').click();
  await v.page.locator('[data-ready]').click();
}

export async function sitDown(a: Visitor, b: Visitor, wish: object): Promise<string> {
  const link = await makeTable(a, wish);
  await joinBy(b, link);
  await a.page.locator('[data-ready]').click();
  for (const v of [a, b]) await v.page.locator('.banner').waitFor();
  return link;
}

/** Both have received the same ply, and each page shows it. */
export async function compare(...visitors: Visitor[]): Promise<void> {
  await until('the same ply everywhere', () => new Set(visitors.map((v) => v.wire.ply)).size === 1);
  await Promise.all(visitors.map(showsItsWire));
}

async function showsItsWire({ page, wire }: Visitor): Promise<void> {
  const wanted = () => expected(wire.position!);
  const look = () => read(page, wire.position!.players).catch(String); // a page between two screens has no boards yet
  await until('page and wire agree', async () => isDeepStrictEqual(await look(), wanted()), 20_000).catch(() => undefined);
  expect(await look()).toEqual(wanted());
}

/** Walls with a place for every tile: a player who follows them never blocks a row, and the game ends soon. */
const WALLS: Record<ClassicRules, string[]> = {
  classic: ['BYRKT', 'TBYRK', 'KTBYR', 'RKTBY', 'YRKTB'],
  grey: ['BYRKT', 'TBYRK', 'KTBYR', 'RKTBY', 'YRKTB'],
  crystal1: ['BYRKT', 'TBKRY', 'KTYBR', 'RKTYB', 'YRBTK'],
  crystal2: ['BYRTK', 'KBYRT', 'YRTKB', 'TKBYR', 'RTKBY'],
};

/** The space that the line's tile should go to; nothing outside the tiling of a wall with chosen columns. */
function goodCell(p: Position): string {
  if (isDuel(p) || p.phase !== 'tiling' || p.line === undefined) return '';
  const colour = p.boards[p.seat!]!.lines[p.line - 1]![0]!;
  return `cell:${p.line}:${WALLS[p.rules][p.line - 1]!.indexOf(colour) + 1}`;
}

/** What is wished for or else the first thing that may be touched, until nothing may: one move, by the page's own buttons.
 * Only while the page shows the ply of the last message: a page that is further on would make a move too many. */
export const touchOpen = ({ page, wire }: Visitor): Promise<void> =>
  page.evaluate(
    async ({ step, ply }) => {
      const rest = () => new Promise((done) => setTimeout(done, 12));
      const table = `.table[data-ply="${ply}"]`;
      const find = (what: string) => document.querySelector<HTMLElement>(`${table} ${what}`);
      const next = () => find('[data-place]:not(:disabled)') ?? find(`.touch.open[data-step="${step}"]`) ?? find('.touch.open');
      for (let i = 0; i < 20 && !next(); i++) await rest();
      for (let touches = 0; touches < 8 && next(); touches++) {
        next()!.click();
        await rest();
        if (!document.querySelector(`${table}.choosing`)) return;
      }
    },
    { step: goodCell(wire.position!), ply: wire.ply },
  );

const mover = (visitors: Visitor[]): Visitor | undefined => visitors.find((v) => v.wire.position?.seat === v.wire.seat);

/** Who is on turn, as soon as both have heard of it; nobody when the game is over. */
export async function onTurn(visitors: Visitor[]): Promise<Visitor | undefined> {
  const over = () => visitors.some((v) => v.wire.position?.phase === 'over');
  await until('somebody on turn', () => mover(visitors) !== undefined || over());
  return mover(visitors);
}

/** One move by the player whose turn it is. */
export async function move(...visitors: Visitor[]): Promise<void> {
  const v = await onTurn(visitors);
  if (!v) return;
  const { ply } = v.wire;
  await until(`a move at ply ${ply}`, async () => {
    if (v.wire.ply === ply) await touchOpen(v);
    return v.wire.ply > ply;
  });
}

export async function moveUntilTurnOf(v: Visitor, ...all: Visitor[]): Promise<void> {
  for (let i = 0; i < 40 && mover(all) !== v; i++) {
    await move(...all);
    await until('told', () => new Set(all.map((x) => x.wire.ply)).size === 1);
  }
}
