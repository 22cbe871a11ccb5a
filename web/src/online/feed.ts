/* One table, built from its events in the order of their numbers; nothing is drawn that no event says. */
import { SourceBase } from '../game/source';
import type { LogEntry, Position, ScoreEvent } from '../model/types';
import type { Follower, Link } from './link';
import type {
  After,
  Cause,
  Clock,
  EventMessage,
  OfferKind,
  Phase,
  Refused,
  SyncMessage,
  TableEvent,
  TableOptions,
  TableSeat,
} from './protocol';

export interface TableInfo {
  table: string;
  n: number;
  you: number | null;
  maker: boolean;
  phase: Phase;
  options: TableOptions;
  seats: TableSeat[];
  commitment: string;
  /** The version of the fair shuffle. */
  shuffle: number;
  key: string;
  position: Position | null;
  ply: number;
  clock: (Clock & { at: number }) | null;
  offer: { offer: OfferKind; seat: number; agreed: number[] } | null;
  cause: Cause | null;
  /** Who left the game last: resigned, out of time, away too long. */
  leaver: number | null;
  winners: number[];
  secret: string;
  contributions: string[];
  rematch: number[];
  next: string;
  /** When the server removes the table unless the game is continued, ms. */
  expiresAt: number | null;
  /** Players who are not ready by then lose their seats, ms. */
  readyBy: number | null;
  /** How we lost our seat before the start: freed by the maker, or we were not ready in time. */
  lost: 'removed' | 'late' | null;
  log: LogEntry[];
  /** Score steps of the newest step. */
  scores: ScoreEvent[];
  /** What was said, oldest first. */
  said: { n: number; seat: number; phrase: string; at: number }[];
  /** Increases whenever the position may have changed. */
  version: number;
}

export class Feed extends SourceBase implements Follower {
  info: TableInfo | null = null;
  fault: Refused | null = null;
  /** Why the server has removed the table; empty if it did not say. Null: the table exists. */
  gone: string | null = null;
  private readonly unfollow: () => void;
  private gathered: ScoreEvent[] = [];

  constructor(
    readonly link: Link,
    readonly table: string,
    private readonly key: string,
  ) {
    super();
    this.unfollow = link.follow(this);
  }

  close(): void {
    this.unfollow();
  }

  watch(): object {
    return { from: this.info?.n ?? 0, ...(this.key ? { key: this.key } : {}) };
  }

  refused(e: Refused): void {
    if (this.gone !== null) return;
    if (e.code === 'NO_TABLE' && this.info) return this.removed('');
    this.fault = e;
    this.changed();
  }

  /** The last state stays visible, but nothing can be done any more. */
  removed(cause: string): void {
    this.gone = cause;
    if (this.info && this.info.phase !== 'over')
      this.info = { ...this.info, phase: 'over', offer: null, expiresAt: null, readyBy: null, version: this.info.version + 1 };
    this.changed();
  }

  presence(online: boolean[]): void {
    if (!this.info) return;
    const seats = this.info.seats.map((s, i) => (s.kind === 'person' ? { ...s, online: online[i] ?? false } : s));
    this.info = { ...this.info, seats };
    this.changed();
  }

  /** The whole table, and the events after the last one seen. */
  sync(m: SyncMessage): void {
    const known = this.info;
    if (known && known.n > m.n) {
      this.info = null; // an older store was put back: begin again
      this.link.watch(this);
      return;
    }
    const base: TableInfo = {
      ...(known ?? blank(m)),
      maker: m.maker,
      phase: m.phase,
      options: m.options,
      commitment: m.commitment,
      shuffle: m.shuffle ?? 1,
      key: m.key ?? this.key,
    };
    const moved = !known || m.events.some((e) => e.n > known.n && changesPosition(e));
    let info = m.events.filter((e) => e.n > base.n).reduce(after, base);
    info = {
      ...info,
      n: m.n,
      you: m.you,
      lost: m.you === null ? info.lost : null,
      seats: m.seats,
      phase: m.phase,
      expiresAt: m.expires_at ?? null,
      readyBy: m.ready_by ?? null,
      offer: m.offer ? { ...m.offer, agreed: info.offer?.agreed ?? [m.offer.seat] } : null,
      cause: m.cause ?? null,
      winners: m.winners ?? [],
      next: m.next ?? info.next,
      scores: moved ? [] : info.scores,
    };
    this.gathered = [];
    this.fault = null;
    this.gone = null;
    this.show(info, m, moved);
  }

  event(m: EventMessage): void {
    const { info } = this;
    if (!info || m.n <= info.n) return;
    if (m.n > info.n + 1) {
      this.link.watch(this);
      return;
    }
    if (m.kind === 'move') this.gathered = [...this.gathered, ...m.scores];
    const next = after(info, m);
    const moved = changesPosition(m) || this.gathered.length > 0;
    if (!m.position && next.phase !== 'open') {
      this.info = next; // the next event of the same step follows at once
      return;
    }
    const scores = moved ? this.gathered : next.scores;
    this.gathered = [];
    this.show({ ...next, scores }, m, moved || info.position === null);
    if (needsSync(info, next, m)) this.link.watch(this);
  }

  private show(info: TableInfo, m: After, moved: boolean): void {
    this.info = {
      ...info,
      position: m.position ?? info.position,
      ply: m.ply ?? info.ply,
      clock: m.clock ? { ...m.clock, at: performance.now() } : info.clock,
      version: info.version + (moved ? 1 : 0),
    };
    this.changed();
  }
}

const changesPosition = (e: TableEvent): boolean => ['start', 'move', 'takeback', 'out', 'end'].includes(e.kind);

function blank(m: SyncMessage): TableInfo {
  return {
    table: m.table,
    n: 0,
    you: null, // earlier events name seats that others had before
    maker: m.maker,
    phase: 'open',
    options: m.options,
    seats: m.seats,
    commitment: m.commitment,
    shuffle: m.shuffle ?? 1,
    key: '',
    position: null,
    ply: 0,
    clock: null,
    offer: null,
    cause: null,
    leaver: null,
    winners: [],
    secret: '',
    contributions: m.seats.map(() => '0'.repeat(64)),
    rematch: [],
    next: '',
    expiresAt: null,
    readyBy: null,
    lost: null,
    log: [],
    scores: [],
    said: [],
    version: 0,
  };
}

const seated = (info: TableInfo, seat: number, change: Partial<TableSeat>): TableSeat[] =>
  info.seats.with(seat, { ...info.seats[seat]!, ...change });

/**
 * Before the start only a sync says whether a seat is ours and until when we must be ready, so a change of seats asks
 * for one.
 */
function needsSync(before: TableInfo, next: TableInfo, e: TableEvent): boolean {
  if (e.kind === 'sit') return before.you === null || next.seats.every((s) => s.kind !== 'empty');
  return e.kind === 'leave' && (before.you !== next.you || before.readyBy !== null);
}

/** Why our seat is free. */
function lossOf(e: { removed?: boolean; late?: boolean }): TableInfo['lost'] {
  if (e.late) return 'late';
  return e.removed ? 'removed' : null;
}

/** The table after an event. */
function after(info: TableInfo, e: TableEvent): TableInfo {
  return { ...info, ...changeBy(info, e), n: e.n };
}

function changeBy(info: TableInfo, e: TableEvent): Partial<TableInfo> {
  switch (e.kind) {
    case 'sit':
      return { seats: info.seats.with(e.seat, { kind: 'person', name: e.name, ready: false, online: true }) };
    case 'leave':
      return { seats: info.seats.with(e.seat, { kind: 'empty' }), ...(e.seat === info.you ? { you: null, lost: lossOf(e) } : {}) };
    case 'bot':
      return { seats: info.seats.with(e.seat, { kind: 'bot', level: e.level, name: e.name }) };
    case 'ready':
      return { seats: seated(info, e.seat, { ready: true }), contributions: info.contributions.with(e.seat, e.contribution) };
    case 'start':
      return { phase: 'live', readyBy: null, expiresAt: null };
    case 'move':
      return { log: [...info.log, entryOf(e)], offer: null, expiresAt: null };
    case 'takeback':
      return { log: info.log.slice(0, e.to_ply), offer: null };
    case 'offer':
      return { offer: { offer: e.offer, seat: e.seat, agreed: [e.seat] } };
    case 'answer':
      return { offer: e.yes && info.offer ? { ...info.offer, agreed: [...info.offer.agreed, e.seat] } : null };
    case 'out':
      return { seats: seated(info, e.seat, { out: true }), leaver: e.seat };
    case 'standin':
    case 'back':
      return { seats: seated(info, e.seat, { standin: e.kind === 'standin' }) };
    case 'end':
      return { phase: 'over', cause: e.cause, winners: e.winners, secret: e.secret, offer: null };
    case 'phrase':
      return { said: [...info.said, { n: e.n, seat: e.seat, phrase: e.phrase, at: e.at }] };
    case 'rematch':
      return { rematch: [...info.rematch, e.seat] };
    case 'next':
      return { next: e.next };
    default:
      return {}; // of a newer server
  }
}

function entryOf(e: Extract<TableEvent, { kind: 'move' }>): LogEntry {
  return { ply: e.move_ply, round: e.round, seat: e.seat, move: e.move, count: e.taken, events: e.scores };
}
