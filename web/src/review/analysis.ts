/* The game judged position by position: who stood how well, and which moves gave most away. The search sees what the
 * mover could see, in a thread of its own; the page stays free and may stop it at any moment. */
import { Search } from '../engine/search';
import type { GameSource } from '../game/source';
import type { LogEntry, Move, Reason, TableState } from '../model/types';

/** For each position; a game of two takes some seconds. */
const LOOK_MS = 100;
/** Moves that seem to have given something away are looked at again, so much longer. */
const AGAIN = 5;
const CANDIDATES = 3; // of a seat
/** Smaller losses do not matter. */
const LEAST = 0.03;
/** The two looks agree if they differ by at most this part of the loss. */
const AGREED = 0.4;

export interface Judged {
  ply: number;
  /** Probability of winning by seat. */
  win: number[];
  /** The same by the first, shorter look. */
  first: number[];
  /** Looked at again. */
  again: boolean;
  best: Move | null;
  /** The line of play on which the judgement rests, and the seats that make its moves. */
  line: Move[];
  seats: number[];
  /** What the best move gains over the one that was played. */
  reasons: Reason[];
}

export interface Mistake {
  entry: LogEntry;
  /** Probability of winning that the move gave away. */
  loss: number;
  /** A longer look says about the same. */
  sure: boolean;
  best: Move;
  line: Move[];
  seats: number[];
  reasons: Reason[];
}

export class Analysis {
  private readonly search = new Search();
  private readonly judged = new Map<number, Judged>();
  private stopped = false;

  constructor(
    private readonly source: GameSource,
    private readonly tell: (judged: Judged) => void,
  ) {}

  /**
   * Judges every decision and the end and reports each result; then judges apparently costly moves again for longer.
   * Resolves to false if it was stopped.
   */
  async run(state: TableState): Promise<boolean> {
    const plies = state.log.length;
    const over = state.position.phase === 'over';
    const last = plies + (over ? 0 : 1);
    for (let ply = 0; ply < last; ply++) if (!(await this.look(ply, LOOK_MS))) return false;
    if (over) this.say({ ply: plies, win: result(state), first: result(state), again: true, best: null, line: [], seats: [], reasons: [] });
    const costly = state.seats.flatMap((_, seat) => worst(mistakes(state.log, this.judged), seat, CANDIDATES));
    for (const { entry } of costly) {
      for (const ply of [entry.ply, entry.ply + 1])
        if (!this.judged.get(ply)!.again && !(await this.look(ply, LOOK_MS * AGAIN))) return false;
      if (!(await this.explain(entry))) return false;
    }
    this.search.close();
    return true;
  }

  stop(): void {
    this.stopped = true;
    this.search.close();
  }

  private say(judged: Judged): void {
    this.judged.set(judged.ply, judged);
    this.tell(judged);
  }

  private async look(ply: number, timeMs: number): Promise<boolean> {
    const before = this.judged.get(ply);
    const found = await this.search.go({ position: this.source.viewAt!(ply), bot: 'strong', timeMs, seed: before ? '2' : '1' });
    if (this.stopped) return false;
    if (found.ok) {
      const { win, moves, seats } = found.lines[0]!;
      const first = before?.first ?? win;
      this.say({ ply, win, first, again: before !== undefined, best: found.move, line: moves, seats, reasons: [] });
    }
    return true;
  }

  private async explain(entry: LogEntry): Promise<boolean> {
    const judged = this.judged.get(entry.ply)!;
    if (!judged.best || same(judged.best, entry.move)) return true;
    const ask = { position: this.source.viewAt!(entry.ply), move: judged.best, other: entry.move, seed: '1' };
    const found = await this.search.advise(ask);
    if (this.stopped) return false;
    if (found.ok) this.say({ ...judged, reasons: found.reasons });
    return true;
  }
}

const result = ({ seats, winners }: TableState): number[] => seats.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));

const same = (a: Move, b: Move): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What each move gave away. A move that ends a round is not judged: the deal after it is luck. */
export function mistakes(log: LogEntry[], judged: Map<number, Judged>): Mistake[] {
  return log.flatMap((entry, ply): Mistake[] => {
    const before = judged.get(ply);
    const after = judged.get(ply + 1);
    const sameRound = log[ply + 1] ? log[ply + 1]!.round === entry.round : false;
    if (!before?.best || !after || !sameRound) return [];
    if (same(before.best, entry.move)) return [];
    const loss = before.win[entry.seat]! - after.win[entry.seat]!;
    const quick = before.first[entry.seat]! - after.first[entry.seat]!;
    const sure = before.again && after.again && Math.abs(loss - quick) <= AGREED * loss;
    const { best, line, seats, reasons } = before;
    return [{ entry, loss, sure, best, line, seats, reasons }];
  });
}

/** The worst moves of a seat that mattered. */
export function worst(all: Mistake[], seat: number, most = 3): Mistake[] {
  const own = all.filter((m) => m.entry.seat === seat && m.loss >= LEAST);
  return own.sort((a, b) => b.loss - a.loss).slice(0, most);
}
