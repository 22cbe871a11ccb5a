/* The server's messages (docs/server.md), as far as the page uses them. */
import { botAt } from '../model/bots';
import type { Move, Position, Rules, ScoreEvent, Seat } from '../model/types';

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

/** What an older server called those who gave no name. */
const GUEST = 'Guest';

/** A seat as the table draws it; one's own is called "you", as in a game against bots. */
export function seatOf({ kind, level, name = '' }: TableSeat, mine = false): Seat {
  if (kind === 'bot') return { kind, bot: name || botAt(level ?? 1), name: '' };
  if (mine) return { kind: 'person', name: '', who: 'you' };
  return name === GUEST || name === '' ? { kind: 'person', name: '', who: 'guest' } : { kind: 'person', name };
}

export interface Clock {
  left_ms: number[];
  running: number | null;
}

export type Phase = 'open' | 'live' | 'over';
export type OfferKind = 'draw' | 'takeback';
export type Cause = 'normal' | 'resigned' | 'time' | 'agreed' | 'abandoned' | 'closed';

interface Numbered {
  n: number;
  at: number;
}

export type TableEvent = Numbered &
  (
    | { kind: 'sit'; seat: number; name: string }
    | { kind: 'leave'; seat: number; removed?: boolean; late?: boolean }
    | { kind: 'standin' | 'back' | 'rematch'; seat: number }
    | { kind: 'bot'; seat: number; level: number; name: string }
    | { kind: 'ready'; seat: number; contribution: string }
    | { kind: 'start' }
    | { kind: 'move'; seat: number; move_ply: number; move: Move; text: string; round: number; taken: number; scores: ScoreEvent[] }
    | { kind: 'offer'; seat: number; offer: OfferKind }
    | { kind: 'answer'; seat: number; yes: boolean }
    | { kind: 'takeback'; to_ply: number }
    | { kind: 'out'; seat: number; cause: Cause }
    | { kind: 'end'; cause: Cause; winners: number[]; secret: string }
    | { kind: 'phrase'; seat: number; phrase: string }
    | { kind: 'next'; next: string }
  );

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
  /** When the server removes the table if nobody plays on (wall clock, ms). */
  expires_at?: number;
  /** Quick pairing: who is not ready by then loses the seat (wall clock of the server, ms). */
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
