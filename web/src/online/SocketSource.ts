/* A game at a server's table. The server decides and reports; the rules in the page only say what may be done in the
 * reported position. Nothing is drawn that the server has not confirmed. */
import type { Engine } from '../engine/engine';
import type { LocalEngine } from '../engine/localEngine';
import { componentsOf, explain, stateOf } from '../engine/verbs';
import type { Feed, TableInfo } from './feed';
import { refusalCode } from './errors';
import { randomId } from './link';
import { codeOf, seatsOf, type ServerRequest } from './protocol';
import { refusalOf } from '../game/faults';
import { LocalSource, tabletScores } from '../game/LocalSource';
import { SourceBase, type GameSource } from '../game/source';
import type { Advice, LegalMove, Move, PlayResult, Position, Refusal, TableState } from '../model/types';

export class SocketSource extends SourceBase implements GameSource {
  /** A move on its way: sent again with the same id until the server has answered. */
  pending: { ply: number; move: Move } | null = null;
  /** The server's last refusal, as a key of the texts. */
  refusal = '';
  private shown: TableState | null = null;
  private version = -1;
  private whole: string | null = null;
  private readonly unsubscribe: () => void;

  private readonly engine: Engine;

  constructor(
    private readonly device: LocalEngine,
    readonly feed: Feed,
  ) {
    super();
    this.engine = device.engine;
    this.unsubscribe = feed.subscribe(() => this.follow());
    this.follow();
  }

  state(): TableState {
    return this.shown!;
  }

  async play(move: Move): Promise<PlayResult> {
    const { n, ply, table } = this.table();
    if (this.pending || this.shown!.legal.length === 0) return no({ code: 'not-legal', args: {} });
    const refusal = this.explain(move);
    if (refusal) return no(refusal);
    const sent = { ply, move };
    this.pending = sent;
    this.refresh();
    try {
      await this.feed.link.ask({ t: 'move', table, ply, n, move }, true, randomId());
      return { ok: true, events: [] };
    } catch (e) {
      if (this.pending === sent) this.pending = null;
      this.refresh();
      return no({ code: refusalCode(codeOf(e)), args: {} });
    }
  }

  explain(move: Move): Refusal | null {
    const answer = explain(this.engine, { position: this.table().position }, move);
    return answer.ok ? null : refusalOf(answer);
  }

  /** Between people a takeback is a question; bots always agree. */
  async undo(): Promise<void> {
    await this.ask({ t: 'offer', offer: 'takeback' });
  }

  /** A request about this table; a refusal is shown, not thrown. */
  async ask(message: ServerRequest): Promise<void> {
    this.refusal = '';
    try {
      await this.feed.link.ask({ ...message, table: this.feed.table });
    } catch (e) {
      this.refusal = refusalCode(codeOf(e));
    }
    this.changed();
  }

  async hint(): Promise<Advice | null> {
    return null; // against people there are no hints
  }

  hold(): void {}

  /** Once the game is over and its record is here. */
  at(ply: number): TableState {
    const { view, log } = this.shown!;
    if (this.whole === null) return this.shown!;
    const seen = stateOf(this.engine, { record: this.whole, ply }, view);
    const last = log[ply - 1];
    return {
      ...this.shown!,
      position: ply === log.length ? this.shown!.position : seen.position,
      legal: [],
      lastMove: last ? { seat: last.seat, move: last.move, count: last.count } : null,
      log: log.slice(0, ply),
      events: [],
      tabletScores: tabletScores(seen, view),
    };
  }

  /** What the seat to move could know before decision `ply`, for the review; once the record is here. */
  viewAt?: (ply: number) => string;

  /** What if: played on this device, all people's seats by the viewer; once the record is here. */
  branch?: (ply: number) => GameSource;

  /** The record of a game that is over, as the server hands it out. */
  keepRecord(record: string): void {
    this.whole = record;
    this.viewAt = (ply) => stateOf(this.engine, { record, ply }, this.shown!.log[ply]?.seat ?? 0).text;
    this.branch = (ply) => LocalSource.whatIf(this.device, record, ply, this.shown!.seats, () => this);
    this.refresh();
  }

  record(): string | null {
    return this.whole;
  }

  close(): void {
    this.unsubscribe();
  }

  private table(): TableInfo & { position: Position } {
    return this.feed.info as TableInfo & { position: Position };
  }

  private follow(): void {
    const { info } = this.feed;
    if (!info?.position) return;
    if (this.pending && (info.ply > this.pending.ply || info.phase === 'over')) this.pending = null;
    this.refresh();
  }

  private refresh(): void {
    const info = this.table();
    const same = this.shown && info.version === this.version;
    this.version = info.version;
    this.shown = { ...(same ? this.shown! : this.look(info)), ...this.around(info) };
    this.changed();
  }

  /** What does not move the tiles: names, waiting, what may be asked. */
  private around(info: TableInfo): Partial<TableState> {
    const you = info.you ?? -1;
    const mine = info.phase === 'live' && info.position?.seat === you && !this.pending;
    const legal = mine ? this.legal : [];
    return {
      seats: seatsOf(info.seats, info.you),
      legal,
      undecided: info.cause !== null && info.cause !== 'normal',
      canUndo: info.phase === 'live' && !info.offer && info.log.some((e) => e.seat === you),
      online: { consent: info.seats.filter((s) => s.kind === 'person' && !s.out).length > 1, replay: this.whole !== null },
    };
  }

  private legal: LegalMove[] = [];

  private look(info: TableInfo): TableState {
    const position = info.position!;
    const view = info.you ?? 0;
    const over = info.phase === 'over';
    const seen = stateOf(this.engine, { position }, info.you ?? undefined);
    const last = info.log.at(-1);
    this.legal = info.you === null ? [] : seen.legal;
    return {
      // A game may end before its last round: resigned, out of time, agreed.
      position: over ? { ...position, phase: 'over', seat: null } : position,
      components: this.shown?.components ?? componentsOf(this.engine, position.rules),
      seats: [],
      view,
      here: info.you === null ? [] : [info.you],
      legal: [],
      lastMove: last ? { seat: last.seat, move: last.move, count: last.count } : null,
      log: info.log,
      events: info.scores,
      version: info.version,
      thinking: !over && info.seats[position.seat ?? 0]?.kind === 'bot',
      canUndo: false,
      saved: true,
      tabletScores: tabletScores(seen, view),
      winners: info.winners,
    };
  }
}

const no = (refusal: Refusal): PlayResult => ({ ok: false, refusal });
