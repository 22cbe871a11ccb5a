/* Names of places on the table, for the mark of the last move and for tiles on their way. */
import type { Step } from './choosing';
import type { Colour, Counts, Move, Position, TableState } from '../model/types';
import { COLOURS, isDuel } from '../model/types';

const index = (c: Colour): number => COLOURS.indexOf(c);
const of = (counts: Counts | undefined, c: Colour): number => counts?.[index(c)] ?? 0;

/** Colour and number of the tiles that the first step takes, read off the position. */
export function takenBy(position: Position, step: Step | undefined): { colour: Colour; count: number } | null {
  const [kind, a, b] = (step ?? '').split(':');
  if (kind === 'take' && !isDuel(position)) {
    const colour = b as Colour;
    return { colour, count: of(a === 'centre' ? position.centre : position.factories[Number(a) - 1], colour) };
  }
  if (kind === 'sun' && isDuel(position)) {
    const colour = b as Colour;
    return { colour, count: of(a === 'large' ? position.large.sun : position.small[Number(a) - 1]?.sun, colour) };
  }
  if (kind === 'moon' && isDuel(position)) {
    const colour = a as Colour;
    const tops = position.small.filter((s) => s.moon.endsWith(colour)).length;
    return { colour, count: of(position.large.moon, colour) + tops };
  }
  return null;
}

/** Where a move took from and put to. */
export function placesOf(move: Move, seat: number): string[] {
  if ('to' in move) {
    const to = typeof move.to === 'number' ? `${seat}/line/${move.to}` : `${seat}/floor`;
    if ('from' in move) return [move.from === 'centre' ? 'centre' : `factory/${move.from}`, to];
    return 'sun' in move ? [`sun/${move.sun}`, to] : [to];
  }
  if ('plate' in move) return [`${seat}/slot/${move.slot}`];
  if ('column' in move) return [`${seat}/wall/${move.line}/${move.column}`];
  if ('cell' in move) return [`${seat}/wall/${move.cell[0]}/${move.cell[1]}`];
  return [];
}

/** The places of the last move; none after a new deal, where nothing of it lies any more. */
export function lastPlaces({ lastMove, log, position }: Pick<TableState, 'lastMove' | 'log' | 'position'>): Set<string> {
  const dealt = (log.at(-1)?.round ?? position.round) < position.round;
  return new Set(lastMove && !dealt ? placesOf(lastMove.move, lastMove.seat) : []);
}

/** The move that steps would name, so that the engine can say why it is refused; null when they name none. */
export function moveOf(steps: Step[]): Move | null {
  const [kind, a, b] = (steps[0] ?? '').split(':');
  const target = steps.find((s) => s.startsWith('to:'))?.slice(3);
  const to = target && /^\d+$/.test(target) ? Number(target) : target;
  if (kind === 'take' && to) return { from: a === 'centre' ? a : Number(a), colour: b as Colour, to: to as number };
  if (kind === 'sun' && to) return { sun: a === 'large' ? a : Number(a), colour: b as Colour, to: to as number };
  if (kind === 'moon' && to) return { moon: a as Colour, to: to as number };
  if (kind === 'chip') return { chip: Number(a) };
  if (kind === 'draw') return { draw: 1 };
  if (kind === 'plate') return { plate: a!, slot: Number(steps[1]?.split(':')[1] ?? 1), turn: 0 };
  return null;
}
