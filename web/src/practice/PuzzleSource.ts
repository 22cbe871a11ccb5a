/* A puzzle as a game source: one move, right or wrong; a wrong one can be taken back. */
import type { LocalEngine } from '../engine/localEngine';
import { botAt, levelOf } from '../model/bots';
import { LocalSource } from '../game/LocalSource';
import { SourceBase, type GameSource } from '../game/source';
import type { Advice, LegalMove, Move, PlayResult, Reason, Refusal, Seat, TableState } from '../model/types';
import type { Puzzle } from './puzzles';
import type { Solved } from './progress';

const ALONE = { kept: false, bots: false };
/** For comparing a wrong move with the right one. */
const WHY_SEED = '1';

export interface Try {
  text: string;
  move: Move;
  right: boolean;
}

export class PuzzleSource extends SourceBase implements GameSource {
  private tried: Try[] = [];
  private revealed = false;
  private readonly mover: number;
  private readonly game: LocalSource;

  constructor(
    private readonly localEngine: LocalEngine,
    readonly puzzle: Puzzle,
  ) {
    super();
    const { engine, search, pauseFactor } = localEngine;
    this.mover = Number(/ view=(\d)/.exec(puzzle.position)?.[1] ?? 0);
    const rival: Seat = { kind: 'bot', bot: botAt(levelOf(puzzle.level)), name: '' };
    const seats = [0, 1].map((i): Seat => (i === this.mover ? { kind: 'person', name: '', who: 'you' } : rival));
    this.game = LocalSource.fromPosition(engine, search, puzzle.position, seats, pauseFactor, ALONE);
    this.game.subscribe(() => this.changed());
  }

  /** The last try; null before the first, and once it was taken back. */
  last(): Try | null {
    return this.game.state().log.length > 0 ? (this.tried.at(-1) ?? null) : null;
  }

  /** The best move, once it may be seen. */
  solution(): LegalMove | null {
    if (!this.revealed) return null;
    return this.game.state().legal.find((l) => l.text === this.puzzle.moves[0]) ?? null;
  }

  /** How it went; null while it is open. */
  outcome(): Solved | null {
    if (this.revealed) return 'shown';
    if (!this.tried.some((t) => t.right)) return null;
    return this.tried.length === 1 ? 'first' : 'later';
  }

  /** The move is shown; it may still be made. */
  async reveal(): Promise<void> {
    await this.undo();
    this.revealed = true;
    this.changed();
  }

  /** What the right move gains over a wrong one. */
  async reasonsAgainst(wrong: string): Promise<Reason[]> {
    const { position, moves } = this.puzzle;
    const found = await this.localEngine.search.advise({ position, move: moves[0], other: wrong, seed: WHY_SEED });
    return found.ok ? found.reasons : [];
  }

  state(): TableState {
    const state = this.game.state();
    const last = this.last();
    const alone = { canUndo: false, thinking: false, view: this.mover, here: [this.mover] };
    return last ? { ...state, ...alone, legal: [], answer: last.right ? 'right' : 'wrong' } : { ...state, ...alone };
  }

  async play(move: Move): Promise<PlayResult> {
    const legal = this.state().legal.find((l) => JSON.stringify(l.move) === JSON.stringify(move));
    if (legal) this.tried.push({ text: legal.text, move, right: this.puzzle.moves.includes(legal.text) });
    return this.game.play(move);
  }

  explain(move: Move): Refusal | null {
    return this.game.explain(move);
  }

  async undo(): Promise<void> {
    await this.game.undo();
  }

  async hint(): Promise<Advice | null> {
    return null; // no hints: finding the move is the task
  }

  hold(): void {}

  at(ply: number): TableState {
    return this.game.at(ply);
  }

  record(): null {
    return null;
  }

  close(): void {
    this.game.close();
  }
}
