/* Where a game comes from. The table uses this interface only: a game on this device, a lesson and a server's table are
 * all sources. */
import type { Advice, GameOptions, Move, PlayResult, Refusal, TableState } from '../model/types';

export interface GameSource {
  state(): TableState;
  /** Calls fn after every change; returns the function that ends the subscription. */
  subscribe(fn: () => void): () => void;
  play(move: Move): Promise<PlayResult>;
  /** Why a move would be refused; null where it would not. Plays nothing. */
  explain(move: Move): Refusal | null;
  undo(): Promise<void>;
  /** Where what was taken back can be made again (TableState.canRedo). */
  redo?(): Promise<void>;
  /** A good move for the seat to move, or null where none can be given. */
  hint(): Promise<Advice | null>;
  /** The table is still showing the last moves, so bots wait. */
  hold(shown: Promise<void>): void;
  /** The game as it stood before decision `ply`, to look at only. */
  at(ply: number): TableState;
  /** The record of the game, to keep or to share; null where the source keeps none. */
  record(): string | null;
  /** Sources that hold the whole game: the text of a view for a search, and a branch to try another way. */
  viewAt?(ply: number): string;
  branch?(ply: number): GameSource;
  /** A game of the same set-up with the seats rotated, where that is for this page to decide. */
  again?(): GameOptions;
  /** A record from elsewhere: it is reviewed, and played on as a game of its own. */
  readonly toReview?: boolean;
  /** Only of a branch: the game it left. */
  back?(): GameSource;
  /** The game that is kept under this name, where it is one. */
  readonly keptAs?: string | null;
  close(): void;
}

/** The part every source shares: listeners and the current state. */
export abstract class SourceBase {
  private listeners = new Set<() => void>();

  subscribe(fn: () => void): () => void {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }

  protected changed(): void {
    for (const fn of [...this.listeners]) fn();
  }
}
