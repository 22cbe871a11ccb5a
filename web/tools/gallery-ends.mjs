// Pictures of what ends a seat, a table or a visit online; the server is one of the tests', in the browser.
import { game, openWire, room } from '../tests/e2e/wire.ts';
import { openTable } from './engine.mjs';

const DAY = new Date(2026, 11, 14, 15).getTime();
const event = (table, n, more) => ({ t: 'event', table, n, at: Date.now(), ...more });
const FOUR = [...room('T', 0).seats, { kind: 'bot', level: 3 }, { kind: 'person', name: 'Clara', ready: true, online: true }];
const freed = (table) => room(table, null, { n: 3, seats: [room(table, 0).seats[0], { kind: 'empty' }] });

/** What the server has to say, and what is done and said then. */
const SHOTS = {
  'ends-free': {
    tables: () => ({ T: room('T', 0, { expires_at: DAY, seats: FOUR }) }),
    act: (page) => page.locator('[data-free]').first().click(),
  },
  'ends-removed': {
    tables: () => ({ T: room('T', 1) }),
    act: async (page, wire) => {
      wire.tables.T = freed('T');
      wire.say(event('T', 3, { kind: 'leave', seat: 1, removed: true }));
      await page.locator('[data-ready]').waitFor({ state: 'detached' });
    },
  },
  'ends-ready': { tables: () => ({ T: room('T', 1, { ready_by: Date.now() + 45_000 }) }) },
  'ends-late': {
    tables: () => ({ T: room('T', 1, { ready_by: Date.now() }) }),
    act: async (page, wire) => {
      wire.tables.T = freed('T');
      wire.say(event('T', 3, { kind: 'leave', seat: 1, late: true }));
      await page.locator('[data-pair]').waitFor();
    },
  },
  'ends-expiry': { tables: (position) => ({ T: game('T', 0, position, { expires_at: DAY }) }) },
  'ends-mine': {
    hash: '#online',
    answers: {
      mine: {
        t: 'mine',
        tables: ['live', 'open'].map((phase) => ({
          ...room(phase, 0).options,
          table: phase,
          phase,
          you: 0,
          waits_for_you: phase === 'live',
          seats: room('T', 0).seats,
          ply: 3,
          n: 9,
          at: 0,
          expires_at: DAY,
        })),
      },
    },
  },
  'ends-closed': {
    tables: (position) => ({ T: game('T', 0, position) }),
    act: (page, wire, position) => {
      wire.say(event('T', 6, { kind: 'end', cause: 'closed', winners: [], secret: 's', position, ply: 0 }));
      return page.locator('.banner-over').waitFor();
    },
  },
  'ends-gone': {
    tables: (position) => ({ T: game('T', null, position) }),
    act: (page, wire) => {
      wire.say({ t: 'removed', table: 'T', cause: 'expired' });
      return page.locator('.banner-over').waitFor();
    },
  },
  'ends-room-gone': {
    tables: () => ({ T: room('T', 0) }),
    act: (page, wire) => {
      wire.say({ t: 'removed', table: 'T', cause: 'closed' });
      return page.locator('.gone').waitFor();
    },
  },
  'ends-banned': { hash: '#online', ban: { until: DAY } },
};

export const ENDS_SHOTS = Object.keys(SHOTS);

/** Takes one of the pictures; `shot(page, name)` keeps it. Returns what the page complained about. */
export async function shootEnd(browser, base, wasm, name, options, settings, shot) {
  const { hash = '#table=T', tables, answers = {}, ban = null, act } = SHOTS[name];
  const call = await openTable(wasm);
  call({ do: 'new', rules: 'classic', players: 2, starter: 0, seed: '9' });
  const { position } = call({ do: 'state', seat: 0 });
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  await context.addInitScript(
    (s) => location.protocol === 'http:' && localStorage.setItem('azulejo.settings', s),
    JSON.stringify({ speed: 'off', ...settings }),
  );
  const wire = await openWire(context);
  Object.assign(wire, { ban, answers, tables: tables?.(position) ?? {} });
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (e) => faults.push(String(e)));
  await page.goto(`${base}${hash}`);
  await page.locator('.gone, .seats li, .banner, .tables li').first().waitFor();
  await act?.(page, wire, position);
  await page.waitForTimeout(120);
  await shot(page, name);
  await context.close();
  return faults;
}
