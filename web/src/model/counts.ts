/* Small helpers to read positions; no rules. */
import { COLOURS, type Colour, type Counts } from './types';

/** The colours of a count array as a list of tiles, in the order that spreads best to the eye. */
export function tilesOf(counts: Counts): Colour[] {
  return COLOURS.flatMap((c, i) => Array<Colour>(counts[i] ?? 0).fill(c));
}

export function groupsOf(counts: Counts): { colour: Colour; count: number }[] {
  return COLOURS.map((colour, i) => ({ colour, count: counts[i] ?? 0 })).filter((g) => g.count > 0);
}

/** Larger groups first, so that they fill a dish row by row. */
export const bySize = (counts: Counts) => groupsOf(counts).sort((a, b) => b.count - a.count);

export const total = (counts: Counts): number => counts.reduce((sum, n) => sum + n, 0);

export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
