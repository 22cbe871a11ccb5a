/* Checks what the server sends before it is used (docs/server.md). Unknown fields, kinds of messages and kinds of
 * events belong to a newer server and pass; a known one with wrong fields does not. */
import { EVENT_FIELDS, type FieldType } from './events';
import type { Answer, ErrorMessage, EventMessage, SyncMessage, Welcome } from './protocol';

export type ServerMessage =
  | { t: 'welcome'; welcome: Welcome }
  | { t: 'sync'; sync: SyncMessage }
  | { t: 'event'; event: EventMessage }
  | { t: 'presence'; table: string; online: boolean[] }
  | { t: 'removed'; table: string; cause: string }
  | { t: 'error'; error: ErrorMessage }
  /** An answer, or something that this page does not know. */
  | { t: 'other' };

export interface Heard {
  message: ServerMessage;
  /** The request that it answers, where it names one. */
  id: string | null;
  answer: Answer;
}

/** What is wrong with a message: the field and what it should be. */
export class Malformed extends Error {
  constructor(
    problem: string,
    /** The request that it was to answer, where it names one. */
    readonly id: string | null = null,
  ) {
    super(problem);
  }
}

/** Says what is wrong with a value, or nothing. */
type Check = (value: unknown, at: string) => string;
type Fields = Record<string, Check>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const wanted = (fits: (value: unknown) => boolean, what: string): Check => {
  return (value, at) => (fits(value) ? '' : `${at} is not ${what}`);
};

const text = wanted((v) => typeof v === 'string', 'a string');
const flag = wanted((v) => typeof v === 'boolean', 'true or false');
const number = wanted((v) => typeof v === 'number' && Number.isFinite(v), 'a number');
const count = wanted((v) => Number.isInteger(v) && Number(v) >= 0, 'a whole number from 0 on');
const anyObject = wanted(isObject, 'an object');

const optional =
  (check: Check): Check =>
  (value, at) =>
    value === undefined ? '' : check(value, at);
const orNull =
  (check: Check): Check =>
  (value, at) =>
    value === null ? '' : check(value, at);

function listOf(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} is not a list`;
    return value.map((v, i) => check(v, `${at}[${i}]`)).find((problem) => problem) ?? '';
  };
}

function problemIn(value: Record<string, unknown>, fields: Fields, at: string): string {
  const found = Object.entries(fields).map(([key, check]) => check(value[key], at ? `${at}.${key}` : key));
  return found.find((problem) => problem) ?? '';
}

const shape =
  (fields: Fields): Check =>
  (value, at) =>
    isObject(value) ? problemIn(value, fields, at) : `${at} is not an object`;

const position = shape({ rules: text, phase: text, seat: orNull(count) });
const after: Fields = {
  position: optional(position),
  ply: optional(count),
  clock: optional(shape({ left_ms: listOf(number), running: orNull(count) })),
};
const seat = shape({
  kind: text,
  name: optional(text),
  level: optional(count),
  ready: optional(flag),
  online: optional(flag),
  standin: optional(flag),
  out: optional(flag),
});
const clock = shape({ kind: text, base_ms: optional(number), increment_ms: optional(number), delay_ms: optional(number) });
const options: Fields = { rules: text, players: count, clock };

/** The checks of the fields of events (events.ts). */
const FIELD_CHECKS: Record<FieldType, Check> = {
  count,
  text,
  flag,
  mark: optional(flag),
  move: anyObject,
  notation: text,
  scores: listOf(shape({ kind: text, points: number })),
  offer: text,
  cause: text,
  seats: listOf(count),
};

const EVENTS: Record<string, Fields> = Object.fromEntries(
  Object.entries(EVENT_FIELDS).map(([kind, fields]) => [
    kind,
    Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, FIELD_CHECKS[type]])),
  ]),
);

const event: Check = (value, at) => {
  if (!isObject(value)) return `${at} is not an object`;
  const general = problemIn(value, { n: count, at: number, kind: text }, at);
  return general || problemIn(value, EVENTS[value.kind as string] ?? {}, at);
};

const summary = shape({ ...options, table: text, phase: text, you: orNull(count), waits_for_you: flag, seats: listOf(seat), at: number });

const MESSAGES: Record<string, Fields> = {
  welcome: { person: text, name: text, time: optional(number), grace_s: number, levels: listOf(text), phrases: listOf(text) },
  sync: {
    table: text,
    n: count,
    you: orNull(count),
    maker: flag,
    phase: text,
    options: shape(options),
    seats: listOf(seat),
    commitment: text,
    shuffle: optional(count),
    key: optional(text),
    offer: optional(shape({ offer: text, seat: count })),
    cause: optional(text),
    winners: optional(listOf(count)),
    next: optional(text),
    expires_at: optional(number),
    ready_by: optional(number),
    events: listOf(event),
    ...after,
  },
  event: { table: text, ...after },
  presence: { table: text, online: listOf(flag) },
  removed: { table: text, cause: optional(text) },
  error: { code: text, text: optional(text), fault: optional(anyObject), until: optional(number) },
  made: { table: text, key: optional(text) },
  lobby: { tables: listOf(summary) },
  mine: { tables: listOf(summary) },
};

function parsed(data: unknown): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(String(data));
  } catch {
    throw new Malformed('it is no JSON');
  }
  if (!isObject(value)) throw new Malformed('it is not an object');
  return value;
}

function messageOf(value: Record<string, unknown>): ServerMessage {
  const { t, table } = value as { t: string; table: string };
  if (t === 'welcome') return { t, welcome: value as unknown as Welcome };
  if (t === 'sync') return { t, sync: value as unknown as SyncMessage };
  if (t === 'event') return { t, event: value as unknown as EventMessage };
  if (t === 'presence') return { t, table, online: value.online as boolean[] };
  if (t === 'removed') return { t, table, cause: (value.cause as string | undefined) ?? '' };
  if (t === 'error') return { t, error: value as unknown as ErrorMessage };
  return { t: 'other' };
}

/** A text frame as a message; throws `Malformed`. */
export function read(data: unknown): Heard {
  const value = parsed(data);
  const id = typeof value.id === 'string' ? value.id : null;
  const own = Object.hasOwn(MESSAGES, String(value.t)) ? MESSAGES[String(value.t)]! : {};
  const problem = problemIn(value, { t: text, id: optional(text), ...own }, '') || (value.t === 'event' ? event(value, 'the event') : '');
  if (problem) throw new Malformed(problem, id);
  return { message: messageOf(value), id, answer: value as unknown as Answer };
}
