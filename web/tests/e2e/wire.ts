/* A server that exists only in the browser: the page is the built one, every message is written here. For what a real
 * server says only after days, or by its host's hand. */
import type { BrowserContext, WebSocketRoute } from 'playwright-core';

export interface Wire {
  /** Requests that the page has sent, without pings. */
  sent: Record<string, any>[];
  /** How often the page has asked for a session. */
  sessions: number;
  /** Tables by id: what a `watch` is answered with; null: there is no such table. */
  tables: Record<string, Record<string, any> | null>;
  /** Answers by kind of request; without one it is `ok`. */
  answers: Record<string, Record<string, any>>;
  /** Bans every visitor who asks for a session. */
  ban: { until: number } | null;
  /** Sends a message to the page. */
  say(message: object): void;
  /** Ends the connection; the page comes back by itself. */
  cut(): Promise<void>;
}

const PERSON = { person: 'p', name: 'Guest', account: false };
const WELCOME = { t: 'welcome', protocol: 1, ...PERSON, grace_s: 60, levels: [], phrases: ['hello', 'thanks', 'applause'] };

export async function openWire(context: BrowserContext): Promise<Wire> {
  let socket: WebSocketRoute | null = null;
  const wire: Wire = {
    sent: [],
    sessions: 0,
    tables: {},
    answers: {},
    ban: null,
    say: (message) => socket!.send(JSON.stringify(message)),
    cut: () => socket!.close(),
  };
  await context.route('**/healthz', (route) => route.fulfill({ body: 'alive' }));
  await context.route('**/api/session', (route) => {
    wire.sessions++;
    return wire.ban
      ? route.fulfill({ status: 403, json: { code: 'BANNED', text: 'you are banned', ...wire.ban } })
      : route.fulfill({ json: PERSON });
  });
  await context.route('**/api/record/*', (route) => route.fulfill({ status: 404, json: { code: 'NO_TABLE', text: 'no such table' } }));
  await context.routeWebSocket('**/ws', (opened) => {
    socket = opened;
    opened.onMessage((text) => {
      const asked = JSON.parse(String(text));
      if (asked.t === 'ping') return opened.send('{"t":"pong"}');
      wire.sent.push(asked);
      opened.send(JSON.stringify({ ...answerTo(wire, asked), id: asked.id }));
    });
    opened.send(JSON.stringify({ ...WELCOME, time: Date.now() }));
  });
  return wire;
}

function answerTo({ answers, tables }: Wire, asked: Record<string, any>): object {
  if (answers[asked.t]) return answers[asked.t]!;
  if (asked.t === 'mine' || asked.t === 'lobby') return { t: asked.t, tables: [] };
  if (asked.t !== 'watch') return { t: 'ok' };
  const table = tables[asked.table];
  return table ? { events: [], ...table } : { t: 'error', code: 'NO_TABLE', text: 'no such table' };
}

const OPTIONS = { rules: 'classic', players: 2, clock: { kind: 'none' }, leaver: 'claim', public: false };
const PEOPLE = ['Ana', 'Bruno'].map((name) => ({ kind: 'person', name, ready: false, online: true }));

/** A table before the start as a seat sees it. */
export const room = (table: string, you: number | null, more: object = {}): Record<string, any> => ({
  t: 'sync',
  table,
  n: 2,
  you,
  maker: you === 0,
  phase: 'open',
  options: OPTIONS,
  seats: PEOPLE,
  commitment: 'c0ffee'.repeat(10) + 'c0ff',
  key: 'k',
  ...more,
});

/** A running game; the position comes from the engine. */
export const game = (table: string, you: number | null, position: object, more: object = {}): Record<string, any> =>
  room(table, you, { n: 5, phase: 'live', position, ply: 0, seats: PEOPLE.map((s) => ({ ...s, ready: true })), ...more });
