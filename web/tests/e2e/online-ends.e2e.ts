/* What ends a seat, a table or a visit: messages that a server sends after days or by its host's hand, said by a server of our own. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserContextOptions } from 'playwright-core';
import type { Call } from '../../tools/engine.mjs';
import { findings, sideways, spills } from './axe';
import { closeStage, judge, openStage, type Stage } from './stage';
import { game, room, type Wire } from './wire';
import { visitWire } from './wired';

let stage: Stage;
let call: Call;
let position: object;
beforeAll(async () => {
  stage = await openStage();
  call = await judge();
  call({ do: 'new', rules: 'classic', players: 2, starter: 0, seed: '9' });
  ({ position } = call({ do: 'state', seat: 0 }));
});
afterAll(() => closeStage(stage));

const come = (prepare: (wire: Wire) => void, fragment: string, options: BrowserContextOptions = {}, settings: object = {}) =>
  visitWire(stage, prepare, fragment, options, settings);

/** Axe, width, and complaints; a refused request is said in the console by the browser itself. */
async function fine({ page, faults }: Awaited<ReturnType<typeof come>>): Promise<void> {
  expect(await findings(page)).toEqual([]);
  expect(await spills(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  expect(faults.filter((f) => !/Failed to load resource/.test(f))).toEqual([]);
}

const DAY = new Date(2026, 11, 14, 15).getTime();
const PHONE = { viewport: { width: 320, height: 640 } };

it('the maker frees the seat of a person, after a question', async () => {
  const v = await come((w) => (w.tables.T = room('T', 0)), '#table=T', PHONE, { language: 'de' });
  const { page, wire } = v;
  await page.locator('[data-free]').click();
  await page.getByText('Bruno vom Tisch entfernen?').waitFor();
  await fine(v);
  await page.getByRole('button', { name: 'Nein' }).click();
  expect(wire.sent.filter((m) => m.t === 'leave')).toEqual([]);
  await page.locator('[data-free]').click();
  wire.tables.T = room('T', 0, { n: 3, seats: [room('T', 0).seats[0], { kind: 'empty' }] });
  await page.locator('[data-free-yes]').click();
  await page.locator('.seat-empty').waitFor();
  expect(wire.sent.filter((m) => m.t === 'leave')).toMatchObject([{ table: 'T', seat: 1 }]);
  expect(await page.locator('[data-free]').count()).toBe(0);
  await v.context.close();
});

it('only the owner of a table frees seats; the player whose seat was freed reads why and cannot take it again', async () => {
  const v = await come((w) => (w.tables.T = room('T', 1)), '#table=T');
  const { page, wire } = v;
  await page.locator('[data-ready]').waitFor();
  expect(await page.locator('[data-free]').count()).toBe(0);
  wire.tables.T = room('T', null, { n: 3, seats: [room('T', 0).seats[0], { kind: 'empty' }] });
  wire.say({ t: 'event', table: 'T', n: 3, at: Date.now(), kind: 'leave', seat: 1, removed: true });
  await page.getByText('freed your seat').waitFor();
  expect(await page.locator('[data-join], [data-ready]').count()).toBe(0);
  await fine(v);
  await page.reload();
  wire.answers.join = { t: 'error', code: 'REMOVED', text: 'you were removed' };
  await page.locator('[data-join]').click();
  await page.getByText('You cannot sit down here again').waitFor();
  await v.context.close();
});

it('quick pairing counts down to being ready; a player who was late may look for another opponent at once', async () => {
  const ready_by = Date.now() + 600_000;
  const v = await come((w) => (w.tables.T = room('T', 1, { ready_by })), '#table=T');
  const { page, wire } = v;
  await expect.poll(() => wire.sent.filter((m) => m.t === 'ready').length).toBe(1); // both are there: nobody is asked again
  const first = await page.locator('.ready-by').innerText();
  expect(first).toMatch(/You have \d+:\d\d left/);
  await expect.poll(() => page.locator('.ready-by').innerText(), { timeout: 20_000 }).not.toBe(first);
  await fine(v);
  wire.tables.T = room('T', null, { n: 3, seats: [room('T', 0).seats[0], { kind: 'empty' }] });
  wire.say({ t: 'event', table: 'T', n: 3, at: ready_by, kind: 'leave', seat: 1, late: true });
  await page.getByText('You were not ready in time').waitFor();
  wire.answers.pair = { t: 'made', table: 'U', key: 'k' };
  wire.tables.U = room('U', 0, { seats: [room('T', 0).seats[0], { kind: 'empty' }] });
  await page.locator('[data-pair]').click();
  await page.getByText('begins by itself').waitFor();
  expect(wire.sent.find((m) => m.t === 'pair')).toMatchObject({ rules: 'classic', players: 2, clock: { kind: 'none' } });
  expect(page.url()).toContain('#table=U');
  await v.context.close();
});

it('whoever waits in quick pairing asks again, and goes to the table where another waits', async () => {
  const alone = [room('T', 0).seats[0], { kind: 'empty' }];
  const options = { ...room('T', 0).options, rules: 'grey', quick: true, public: true };
  const v = await come((w) => (w.tables.T = room('T', 0, { options, seats: alone })), '#table=T');
  const { page, wire } = v;
  await page.locator('[data-ready]').waitFor();
  expect(await page.locator('.panel h2').allInnerTexts()).toEqual(['Looking for an opponent …', 'Invite'].map((h) => h.toUpperCase()));
  expect(await page.locator('.invite').innerText()).not.toContain('secret');
  wire.answers.pair = { t: 'made', table: 'T', key: '' };
  const asked = () => wire.sent.filter((m) => m.t === 'pair');
  await expect.poll(() => asked().length, { timeout: 20_000 }).toBe(1);
  expect(asked()[0]).toMatchObject({ rules: 'grey', players: 2, clock: { kind: 'none' } });
  expect(page.url()).toContain('#table=T');
  wire.tables.U = room('U', 1, { options, ready_by: Date.now() + 60_000 });
  wire.answers.pair = { t: 'made', table: 'U', key: '' };
  await expect.poll(() => page.url(), { timeout: 20_000 }).toContain('#table=U');
  await expect.poll(() => wire.sent.filter((m) => m.t === 'ready')).toMatchObject([{ table: 'U' }]);
  expect(asked()).toHaveLength(2);
  await fine(v);
  await v.context.close();
});

it('an announced removal is seen in the room, at the table and among my games, with its date', async () => {
  const v = await come((w) => (w.tables.T = room('T', 0, { expires_at: DAY })), '#table=T', PHONE, { language: 'nl' });
  const { page, wire } = v;
  await page.getByText('Deze tafel wordt op 14 december verwijderd').waitFor();
  await fine(v);
  wire.tables.G = game('G', 1, position, { expires_at: DAY });
  await page.goto(`${stage.url}#table=G`);
  await page.getByText('Dit spel wordt op 14 december verwijderd').waitFor();
  await fine(v);
  wire.answers.mine = {
    t: 'mine',
    tables: [
      {
        table: 'G',
        ...room('G', 0).options,
        phase: 'live',
        you: 0,
        waits_for_you: true,
        seats: room('G', 0).seats,
        ply: 3,
        n: 9,
        at: 0,
        expires_at: DAY,
      },
    ],
  };
  await page.locator('.brand').click();
  await page.locator('.tables .expiry', { hasText: '14 december' }).waitFor();
  await fine(v);
  await v.context.close();
});

it('a game that the host closes ends for its players without a winner', async () => {
  const v = await come((w) => (w.tables.G = game('G', 0, position)), '#table=G');
  const { page, wire } = v;
  await page.locator('.banner-ours').waitFor();
  wire.say({ t: 'event', table: 'G', n: 6, at: 0, kind: 'end', cause: 'closed', winners: [], secret: 's', position, ply: 0 });
  await page.locator('.banner-over', { hasText: 'Nobody won.' }).waitFor();
  await page.getByText('The host closed this table.').waitFor();
  expect(await page.locator('.touch.open').count()).toBe(0);
  await fine(v);
  await page.getByRole('button', { name: 'Back to the lobby' }).first().click();
  await page.locator('.together').waitFor();
  await v.context.close();
});

it('what follows a game is offered once its end has been shown', async () => {
  call({ do: 'load', record: readFileSync(resolve(import.meta.dirname, '../../../tests/golden/classic.azr'), 'utf8') });
  const last = call({ do: 'log' }).log.at(-1);
  const end = call({ do: 'state', seat: 0 });
  call({ do: 'undo', plies: 1 });
  const before = call({ do: 'state', seat: 0 }).position;
  const ply = last.ply;
  const prepare = (w: Wire) => (w.tables.G = game('G', 0, before, { ply }));
  const v = await come(prepare, '#table=G', { reducedMotion: 'no-preference' }, { speed: 'slow' });
  const { page, wire } = v;
  await page.locator('.banner').waitFor();
  const { round, seat, move, count: taken, events: scores } = last;
  wire.say({ t: 'event', table: 'G', n: 6, at: 0, kind: 'move', seat, move_ply: ply, move, text: '', round, taken, scores });
  const result = { cause: 'normal', winners: [0], secret: 's', position: end.position, ply: ply + 1 };
  wire.say({ t: 'event', table: 'G', n: 7, at: 0, kind: 'end', ...result });
  await page.locator('.score-step').waitFor();
  const again = page.getByRole('button', { name: 'Play again' });
  expect([await again.count(), await page.locator('.banner-over').count()]).toEqual([0, 0]);
  await page.locator('.score-step .button').click(); // a touch shows the end at once
  await page.locator('.banner-over', { hasText: 'You' }).waitFor();
  await again.waitFor();
  expect(v.faults.filter((f) => !/Failed to load resource/.test(f))).toEqual([]);
  await v.context.close();
});

it.each([
  ['expired', 'nothing had happened here'],
  ['closed', 'The host closed this table.'],
  ['meteor', 'no longer exists'],
])('a table that is removed (%s) while it is watched says so and leads back', async (cause, words) => {
  const v = await come((w) => Object.assign(w.tables, { T: room('T', 0), G: game('G', null, position) }), '#table=G');
  const { page, wire } = v;
  await page.locator('.banner').waitFor();
  wire.tables = {};
  wire.say({ t: 'removed', table: 'G', cause });
  await page.locator('.note', { hasText: words }).waitFor();
  await wire.cut(); // the page comes back, and the table is still gone
  await expect.poll(() => wire.sent.filter((m) => m.t === 'watch').length, { timeout: 20_000 }).toBe(2);
  await page.locator('.note', { hasText: words }).waitFor();
  await fine(v);
  wire.tables.T = room('T', 0);
  await page.goto(`${stage.url}#table=T`);
  await page.locator('[data-ready]').waitFor();
  wire.say({ t: 'removed', table: 'T', cause });
  await page.locator('.gone', { hasText: words }).waitFor();
  await fine(v);
  await page.locator('.gone .button').click();
  await page.locator('.together').waitFor();
  await v.context.close();
});

it('a table that vanished while the connection was lost is no fault', async () => {
  const v = await come((w) => (w.tables.G = game('G', 0, position)), '#table=G');
  await v.page.locator('.banner').waitFor();
  v.wire.tables = {};
  await v.wire.cut();
  await v.page.locator('.note', { hasText: 'no longer exists' }).waitFor();
  expect(await v.page.locator('.touch.open').count()).toBe(0);
  await fine(v);
  await v.context.close();
});

it.each([
  [DAY, 'until 14 December 2026 at 15:00'],
  [0, 'has banned you.'],
])('a banned visitor reads until when (%i), and the page asks the server no more for now', async (until, words) => {
  const v = await come((w) => (w.ban = { until }), '#online');
  const { page, wire } = v;
  await page.getByText(words).waitFor();
  const { sessions } = wire;
  await page.waitForTimeout(3000); // a lost connection would have been tried again by now
  expect(wire.sessions).toBe(sessions);
  expect(wire.sent).toEqual([]);
  await fine(v);
  await page.locator('.gone .button').click();
  await page.locator('.start').waitFor();
  await v.context.close();
});

it('what a newer server says beyond this is passed over', async () => {
  const v = await come((w) => (w.tables.G = game('G', 0, position, { offer: { offer: 'coffee', seat: 1 }, weather: 'fine' })), '#table=G');
  const { page, wire } = v;
  await page.locator('.banner-ours').waitFor();
  wire.say({ t: 'fireworks', table: 'G' });
  wire.say({ t: 'event', table: 'G', n: 6, at: 0, kind: 'confetti', seat: 9, position, ply: 0 });
  wire.say({ t: 'event', table: 'G', n: 7, at: 0, kind: 'phrase', seat: 1, phrase: 'applause', position, ply: 0 });
  await page.locator('.buttons').getByRole('button', { name: 'Say something', exact: true }).click();
  expect(await page.locator('.menu-list button').allInnerTexts()).toEqual(['Hello!', 'Thank you!']);
  wire.say({ t: 'event', table: 'G', n: 8, at: 0, kind: 'end', cause: 'meteor', winners: [1], secret: 's', position, ply: 0 });
  await page.locator('.banner-over', { hasText: 'Bruno' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('⟨');
  await fine(v);
  const hexagons = { ...room('H', 1).options, rules: 'hexagons', clock: { kind: 'hourglass' }, leaver: 'ghost' };
  wire.tables.H = game('H', 0, { ...position, rules: 'hexagons' }, { options: hexagons });
  await page.goto(`${stage.url}#table=H`);
  await page.locator('.gone', { hasText: 'Please reload it.' }).waitFor();
  wire.answers.lobby = {
    t: 'lobby',
    tables: [
      {
        table: 'H',
        ...hexagons,
        phase: 'open',
        you: null,
        waits_for_you: false,
        seats: [{ kind: 'robot' }, { kind: 'empty' }],
        ply: 0,
        n: 1,
        at: 0,
      },
    ],
  };
  await page.locator('.gone .button').click();
  await page.locator('.tables li', { hasText: 'hexagons' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('⟨');
  await v.context.close();
});
