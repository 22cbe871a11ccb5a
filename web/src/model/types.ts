/* What the page draws. Positions and moves have exactly the trace's JSON form, as one seat sees them: a hidden chip
 * is "?", a hidden plate "S?" or "J?" (its back). Nothing here knows a rule; the engine fills all of it. */

import type { EventKind } from './eventKinds';

export type Colour = 'B' | 'Y' | 'R' | 'K' | 'T';
export const COLOURS: readonly Colour[] = ['B', 'Y', 'R', 'K', 'T'];
export type Counts = [number, number, number, number, number];

export type ClassicRules = 'classic' | 'grey' | 'crystal1' | 'crystal2';
export type Rules = ClassicRules | 'duel';
export const RULES: readonly Rules[] = ['classic', 'grey', 'crystal1', 'crystal2', 'duel'];

export interface ClassicBoard {
  score: number;
  lines: string[];
  wall: string[];
  floor: string;
}

export interface ClassicPosition {
  rules: ClassicRules;
  players: number;
  round: number;
  phase: 'offer' | 'tiling' | 'over';
  seat: number | null;
  starter: number;
  bag: Counts;
  lid: Counts;
  factories: Counts[];
  centre: Counts;
  marker: 'centre' | number;
  boards: ClassicBoard[];
  line?: number;
}

export interface SmallFactory {
  sun: Counts;
  moon: string;
  chip: string | null;
  face_up: boolean;
}

export interface DuelBoard {
  score: number;
  lines: string[];
  plates: (string | null)[];
  tiles: string[];
  broken: string;
  tokens: number;
  chips: string[];
  spent: string[];
  taken: number;
  passed: boolean;
}

export interface DuelPosition {
  rules: 'duel';
  players: 2;
  round: number;
  phase: 'setup' | 'offer' | 'draw' | 'keep' | 'return' | 'tiling' | 'over';
  seat: number | null;
  starter: number;
  tablets: string[];
  bag: Counts;
  tower: Counts;
  large: { sun: Counts; moon: Counts };
  start_tile: 'large' | number;
  small: SmallFactory[];
  display: (string | null)[];
  pile: string[];
  drawn?: string[];
  chips: string[];
  boards: DuelBoard[];
  line?: number;
}

export type Position = ClassicPosition | DuelPosition;

export const isDuel = (p: Position): p is DuelPosition => p.rules === 'duel';

/** Does the seat to move see drawn plates that the other one may not see? */
export const isSecret = (p: Position): boolean => isDuel(p) && (p.phase === 'keep' || p.phase === 'return');

export type Move =
  | { from: number | 'centre'; colour: Colour; to: number | 'floor' }
  | { line: number; column: number }
  | { plate: string; slot: number; turn: number }
  | { draw: 1 }
  | { stop: 1 }
  | { return: string }
  | { sun: number | 'large'; colour: Colour; stack?: string; to: number | 'broken' }
  | { moon: Colour; to: number | 'broken' }
  | { chip: number }
  | { line: number; cell: [number, number]; spend?: string[] }
  | { line: number; skip: 1 };

export interface Preview {
  /** Tiles that would go to the floor line or break. */
  overflow: number;
  /** Points this move scores at once. */
  pointsNow: number;
  /** What this move changes in the score of the round; below 0 it is a cost, even where the score cannot fall. */
  change: number;
  /** The space of wall or dome that a line completed by it leads to, and the spaces that score there. */
  cell?: [number, number];
  run?: [number, number][];
}

export interface LegalMove {
  move: Move;
  /** The short spelling of the text form. */
  text: string;
  preview?: Preview;
}

/** What a move gains over another one when the round is over; `size` in points, for the mover. */
export interface Reason {
  kind: 'points' | 'floor' | 'start' | 'row' | 'column' | 'colour' | 'tablet' | 'special' | 'lines' | 'shape' | 'plates' | 'chips';
  /** Whose board: the mover's, or that of a rival who is worse off. */
  seat: number;
  size: number;
  row?: number;
  column?: number;
  colour?: Colour;
  tablet?: string;
}

/** A good move, and why: compared with `other`, the obvious move or the second best. */
export interface Advice {
  move: Move;
  other?: Move;
  reasons: Reason[];
}

/** One step of the scoring, with the cells that made the points. Rows and columns count from 1. */
export interface ScoreEvent {
  kind: EventKind;
  seat: number;
  points: number;
  /** The seat's score after this step. */
  score: number;
  row?: number;
  column?: number;
  colour?: Colour | 'M';
  h?: number;
  v?: number;
  times?: number;
  tablet?: string;
  /** Tiles lost, or the number of the piece on the floor. */
  count?: number;
  /** The pattern line that was lost. */
  line?: number;
  cells?: [number, number][];
}

export interface Refusal {
  code: string;
  args: Record<string, string | number>;
}

export type PlayResult = { ok: true; events: ScoreEvent[] } | { ok: false; refusal: Refusal };

export interface LogEntry {
  ply: number;
  round: number;
  seat: number;
  move: Move;
  /** Tiles taken by the move, 0 where it takes none. */
  count: number;
  events: ScoreEvent[];
}

/** Nobody has to have a name: without one (empty) a seat is called by what it is, in the language of the moment. */
export type Seat = { kind: 'person'; name: string; who?: 'you' | 'guest' } | { kind: 'bot'; bot: string; name: string };

/** What is printed on boards and plates: data of the components, from the engine, so that they are written once. */
export interface Components {
  /** For each wall row the printed colours, '.' for a plain space; empty for Duel. */
  wall: string[];
  /** Printed spaces count twice (Crystal Mosaic, side 1). */
  doubled: boolean;
  /** Penalty of each floor space (negative numbers), or of the broken-tiles space cumulated by count. */
  penalties: number[];
  /** Fronts of the dome plates, "YK/TS" as top row / bottom row. */
  plates: Record<string, string>;
  /** Points of a special tile in each dome row. */
  special: number[];
}

export interface TableState {
  position: Position;
  components: Components;
  seats: Seat[];
  /** The seat whose board lies in front of us. */
  view: number;
  /** Seats played on this device. */
  here: number[];
  /** Empty when it is not our turn. */
  legal: LegalMove[];
  /** In a lesson, whose script leaves one move: all that the rules allow. */
  allowed?: LegalMove[];
  lastMove: { seat: number; move: Move; count: number } | null;
  log: LogEntry[];
  /** Score steps of the last change, to be played once. */
  events: ScoreEvent[];
  /** Grows with every change, so that an animation belongs to exactly one change. */
  version: number;
  thinking: boolean;
  canUndo: boolean;
  /** Something was taken back that may be made again. */
  canRedo?: boolean;
  /** False when the browser refused to keep the game. */
  saved: boolean;
  /** Duel: what each tablet would score now for the seat in view, and on which dome cells. */
  tabletScores: { tablet: string; points: number; cells: [number, number][] }[];
  /** Handed out when the game is over: the sharing winners. */
  winners: number[];
  /** At a server's table: somebody resigned, stayed away or ran out of time, so the points have not decided. */
  undecided?: boolean;
  /** The player reads what happened before the next deal is shown. */
  beforeDeal?: boolean;
  /** In a puzzle: the answer that was given was the best move, or not. */
  answer?: 'right' | 'wrong';
  /** At a server's table: is a takeback a question to others, and may the game be looked through yet? */
  online?: { consent: boolean; replay: boolean };
}

export interface GameOptions {
  rules: Rules;
  seats: Seat[];
  /** null: drawn at random. */
  starter: number | null;
  seed: string;
  /** Duel only; null: drawn at random. */
  tablets: string[] | null;
}
