/* The game judged position by position: who stood how well, and which moves gave most away. The search sees what the
 * mover could see, in a thread of its own; the page stays free and may stop it at any moment. */
import { Search } from '../engine/search';
import type { GameSource } from '../game/source';
import type { LogEntry, Move, TableState } from '../model/types';

/** Enough for a fair opinion; a whole game takes some seconds. */
const NODES = 6000;

export interface Judged {
  ply: number;
  /** Probability of winning by seat. */
  win: number[];
  best: Move | null;
  /** The line of play behind the opinion. */
  line: Move[];
}

export interface Mistake {
  entry: LogEntry;
  /** Probability of winning that the move gave away. */
  loss: number;
  best: Move;
  line: Move[];
}

export class Analysis {
  private readonly search = new Search();
  private stopped = false;

  constructor(private readonly source: GameSource) {}

  /** Judges every decision and the end, telling each as it is found. Resolves false when it was stopped. */
  async run(state: TableState, tell: (judged: Judged) => void): Promise<boolean> {
    const plies = state.log.length;
    const over = state.position.phase === 'over';
    for (let ply = 0; ply < plies + (over ? 0 : 1); ply++) {
      const found = await this.search.go({ position: this.source.viewAt!(ply), bot: 'strong', nodes: NODES, seed: '1' });
      if (this.stopped) return false;
      if (found.ok) tell({ ply, win: found.lines[0]!.win, best: found.move, line: found.lines[0]!.moves });
    }
    this.search.close();
    if (over) tell({ ply: plies, win: result(state), best: null, line: [] });
    return true;
  }

  stop(): void {
    this.stopped = true;
    this.search.close();
  }
}

const result = ({ seats, winners }: TableState): number[] => seats.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));

/** What each move gave away. A move that ends a round is not judged: the deal after it is luck. */
export function mistakes(log: LogEntry[], judged: Map<number, Judged>): Mistake[] {
  return log.flatMap((entry, ply): Mistake[] => {
    const before = judged.get(ply);
    const after = judged.get(ply + 1);
    const sameRound = log[ply + 1] ? log[ply + 1]!.round === entry.round : false;
    if (!before?.best || !after || !sameRound) return [];
    if (JSON.stringify(before.best) === JSON.stringify(entry.move)) return [];
    return [{ entry, loss: before.win[entry.seat]! - after.win[entry.seat]!, best: before.best, line: before.line }];
  });
}

/** The three worst moves of a seat that mattered. */
export function worst(all: Mistake[], seat: number): Mistake[] {
  const own = all.filter((m) => m.entry.seat === seat && m.loss >= 0.03);
  return own.sort((a, b) => b.loss - a.loss).slice(0, 3);
}
