/* The server's messages (docs/server.md), as far as the page uses them. Events and requests are in events.ts. */
import { botAt } from '../model/bots';
import type { Position, Rules, Seat } from '../model/types';
import type { Cause, OfferKind, RequestKind, TableEvent } from './events';

export type { Cause, OfferKind, TableEvent } from './events';

export type ClockOptions =
  { kind: 'none' } | { kind: 'total'; base_ms: number; increment_ms: number; delay_ms: number } | { kind: 'move'; base_ms: number };

export interface TableOptions {
  rules: Rules;
  players: number;
  starter?: number;
  tablets?: string[];
  clock: ClockOptions;
  leaver: 'bot' | 'claim';
  public: boolean;
  /** Made by quick pairing. */
  quick?: boolean;
}

export interface TableSeat {
  kind: 'empty' | 'person' | 'bot';
  name?: string;
  level?: number;
  ready?: boolean;
  online?: boolean;
  standin?: boolean;
  out?: boolean;
}

/** What an older server called everybody who gave no name; one person alone may really be called so. */
const GUEST = 'Guest';

/** A seat as the table draws it; one's own is called "you", as in a game against bots. */
export function seatOf({ kind, level, name = '' }: TableSeat, mine = false): Seat {
  if (kind === 'bot') return { kind, bot: name || botAt(level ?? 1), name: '' };
  if (mine) return { kind: 'person', name: '', who: 'you' };
  return name === '' ? { kind: 'person', name, who: 'guest' } : { kind: 'person', name };
}

/** The seats of a table. Today no two are called the same: where two are called `GUEST`, nobody gave that name. */
export function seatsOf(seats: TableSeat[], you: number | null = null): Seat[] {
  const nameless = seats.filter((s) => s.kind === 'person' && s.name === GUEST).length > 1;
  return seats.map((s, i) => seatOf(nameless && s.name === GUEST ? { ...s, name: '' } : s, i === you));
}

export interface Clock {
  left_ms: number[];
  running: number | null;
}

export type Phase = 'open' | 'live' | 'over';
/** The last event of a step brings the view after it. */
export interface After {
  position?: Position;
  ply?: number;
  clock?: Clock;
}

export type EventMessage = { t: 'event'; table: string } & TableEvent & After;

export interface SyncMessage extends After {
  t: 'sync';
  id?: string;
  table: string;
  n: number;
  you: number | null;
  maker: boolean;
  phase: Phase;
  options: TableOptions;
  seats: TableSeat[];
  commitment: string;
  shuffle?: number;
  key?: string;
  offer?: { offer: OfferKind; seat: number };
  cause?: Cause;
  winners?: number[];
  next?: string;
  /** When the server removes the table unless the game is continued (wall clock, ms). */
  expires_at?: number;
  /** Quick pairing: a player who is not ready by then loses the seat (wall clock of the server, ms). */
  ready_by?: number;
  events: TableEvent[];
}

/** A line of the lobby or of one's own games. */
export interface Summary extends TableOptions {
  table: string;
  phase: Phase;
  you: number | null;
  waits_for_you: boolean;
  seats: TableSeat[];
  ply: number;
  n: number;
  at: number;
  expires_at?: number;
}

export interface Welcome {
  person: string;
  name: string;
  /** The server's wall clock, ms. */
  time?: number;
  grace_s: number;
  levels: string[];
  phrases: string[];
}

export interface ErrorMessage {
  code: string;
  text?: string;
  /** ILLEGAL: the rules' own code and values. */
  fault?: { code: string } & Record<string, string | number>;
  /** BANNED: when it ends (wall clock, ms); 0: not set. */
  until?: number;
}

/** A request: its kind, and fields of the kind. */
export type ServerRequest = { t: RequestKind } & Record<string, unknown>;

export interface Answer {
  t: string;
  id?: string;
  table?: string;
  key?: string;
  tables?: Summary[];
}

/** The server said no, or could not be reached (OFFLINE). */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly fault?: { code: string } & Record<string, string | number>,
    /** BANNED: when it ends (wall clock, ms); 0: not set. */
    readonly until = 0,
  ) {
    super(text);
  }
}

export const codeOf = (e: unknown): string => (e instanceof Refused ? e.code : 'OFFLINE');

/** An invitation to a table. */
export interface Invitation {
  table: string;
  key: string;
}
