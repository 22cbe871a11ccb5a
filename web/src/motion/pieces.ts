/* Pieces on their way, and where they lie in a position: the same words for both games. */
import { COLOURS, isDuel, type Colour, type Counts, type Position } from '../model/types';

/** A piece on the table: the n-th (from 0) of the place called so in the page. */
export interface Spot {
  at: string;
  n: number;
}

export interface Flight {
  /** A tile's letter, M for the start tile, "plate" or "chip". */
  piece: string;
  from: Spot;
  /** Null: it leaves the table for lid or tower. */
  to: Spot | null;
  /** How often a plate is turned on its way. */
  turn?: number;
}

export const usedTiles = (p: Position): Counts => (isDuel(p) ? p.tower : p.lid);
export const wallOf = (p: Position, seat: number): string[] => (isDuel(p) ? p.boards[seat]!.tiles : p.boards[seat]!.wall);
export const floorOf = (p: Position, seat: number): string => (isDuel(p) ? p.boards[seat]!.broken : p.boards[seat]!.floor);

export function setFloor(p: Position, seat: number, pieces: string): void {
  if (isDuel(p)) p.boards[seat]!.broken = pieces;
  else p.boards[seat]!.floor = pieces;
}

export function addTiles(counts: Counts, pieces: Iterable<string>): void {
  for (const piece of pieces) {
    const i = COLOURS.indexOf(piece as Colour);
    if (i >= 0) counts[i]!++;
  }
}
