/* What a move takes and where it goes, for the scenes: the pieces in the air, and the table before and after they land. */
import {
  COLOURS,
  isDuel,
  type ClassicPosition,
  type Colour,
  type Counts,
  type DuelPosition,
  type LogEntry,
  type Move,
  type Position,
} from '../model/types';
import { addTiles, floorOf, setFloor, usedTiles, type Flight, type Spot } from './pieces';

export interface Action {
  flights: Flight[];
  during: Position;
  after: Position;
}

const of = (colour: Colour): number => COLOURS.indexOf(colour);
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** Puts tiles on a line, then on the floor, then aside; returns the place of each. */
export function put(p: Position, seat: number, to: number | 'floor' | 'broken', tiles: string, floorMax: number): (Spot | null)[] {
  const { lines } = p.boards[seat]!;
  return [...tiles].map((tile) => {
    if (typeof to === 'number' && lines[to - 1]!.length < to) {
      lines[to - 1] += tile;
      return { at: `${seat}/line/${to}/${lines[to - 1]!.length}`, n: 0 };
    }
    const floor = floorOf(p, seat);
    if (floor.length < floorMax) {
      setFloor(p, seat, floor + tile);
      return { at: `${seat}/floor/${floor.length + 1}`, n: 0 };
    }
    addTiles(usedTiles(p), tile);
    return null;
  });
}

/** A choice of the tiling pays with its chips first. */
export function spend(before: Position, { move, seat }: LogEntry): Position {
  const p = structuredClone(before);
  if (!('cell' in move) || !isDuel(p)) return p;
  const board = p.boards[seat]!;
  for (const face of move.spend ?? []) {
    const i = board.chips.indexOf(face);
    if (i >= 0) board.spent.push(...board.chips.splice(i, 1));
  }
  return p;
}

export function actionOf(before: Position, { move, seat }: LogEntry, floorMax: number): Action {
  const during = structuredClone(before);
  const drop = (flights: Flight[], land: (p: Position) => void): Action => {
    const after = structuredClone(during);
    land(after);
    return { flights, during, after };
  };
  if ('to' in move) return take(during, move, seat, floorMax, drop);
  if (isDuel(during) && 'plate' in move) return layPlate(during, move, seat, drop);
  if (isDuel(during) && 'chip' in move) return takeChip(during, move.chip, seat, drop);
  return drop([], () => undefined);
}

type Drop = (flights: Flight[], land: (p: Position) => void) => Action;
type Taking = Extract<Move, { to: unknown }>;

/** What a move lifts off the table. */
interface Lifted {
  colour: Colour;
  taken: Spot[];
  /** What is left goes to the centre, or to the moon. */
  rest: { piece: Colour; from: Spot; to: Spot }[];
  /** The start tile comes with it. */
  marker: boolean;
}

function take(during: Position, move: Taking, seat: number, floorMax: number, drop: Drop): Action {
  const lifted = isDuel(during) ? liftDuel(during, move) : liftClassic(during, move as Extract<Move, { from: unknown }>);
  const tiles = lifted.colour.repeat(lifted.taken.length);
  const from = { at: 'marker', n: 0 };
  if (lifted.marker) takeMarker(during, -1);
  const landed = structuredClone(during);
  const start = lifted.marker ? [{ piece: 'M', from, to: markerGoal(landed, seat, floorMax) }] : [];
  const goals = put(landed, seat, move.to, tiles, floorMax);
  const flights = lifted.taken.map((spot, i): Flight => ({ piece: lifted.colour, from: spot, to: goals[i] ?? null }));
  return drop([...start, ...flights, ...lifted.rest], (p) => {
    if (lifted.marker) takeMarker(p, seat);
    if (lifted.marker) markerGoal(p, seat, floorMax);
    put(p, seat, move.to, tiles, floorMax);
    for (const { piece, to } of lifted.rest) leave(p, piece, to);
  });
}

function takeMarker(p: Position, seat: number): void {
  if (isDuel(p)) p.start_tile = seat;
  else p.marker = seat;
}

/** The start marker lies on the floor line as a piece; in Duel it has a space of its own. */
function markerGoal(p: Position, seat: number, floorMax: number): Spot | null {
  if (isDuel(p)) return { at: `${seat}/start`, n: 0 };
  return put(p, seat, 'floor', 'M', floorMax)[0]!;
}

/** Clears the colours of a source that are left, and says where each tile lay. */
function clear(counts: Counts, place: string): { piece: Colour; from: Spot }[] {
  const rest = COLOURS.flatMap((piece, i) => times(counts[i]!, (n) => ({ piece, from: { at: `${place}/${piece}`, n } })));
  counts.fill(0);
  return rest;
}

function liftColour(counts: Counts, colour: Colour, at: string): Spot[] {
  const taken = times(counts[of(colour)]!, (n) => ({ at, n }));
  counts[of(colour)] = 0;
  return taken;
}

function liftClassic(p: ClassicPosition, { from, colour }: Extract<Move, { from: unknown }>): Lifted {
  if (from === 'centre')
    return { colour, taken: liftColour(p.centre, colour, `centre/${colour}`), rest: [], marker: p.marker === 'centre' };
  const factory = p.factories[from - 1]!;
  const taken = liftColour(factory, colour, `factory/${from}/${colour}`);
  return { colour, taken, rest: onto(clear(factory, `factory/${from}`), 'centre', p.centre), marker: false };
}

/** The rest of a source joins what lies there already. */
function onto(rest: { piece: Colour; from: Spot }[], place: string, there: Counts): Lifted['rest'] {
  const next = [...there];
  return rest.map((r) => ({ ...r, to: { at: `${place}/${r.piece}`, n: next[of(r.piece)]!++ } }));
}

function liftDuel(p: DuelPosition, move: Taking): Lifted {
  if ('moon' in move) return liftMoon(p, move.moon);
  const { sun, colour, stack = '' } = move as Extract<Move, { sun: unknown }>;
  const counts = sun === 'large' ? p.large.sun : p.small[sun - 1]!.sun;
  // A large sun of one colour brings the start tile: nothing is left there to take it with.
  const marker = sun === 'large' && p.start_tile === 'large' && counts.every((n, i) => n === 0 || i === of(colour));
  const taken = liftColour(counts, colour, `sun/${sun}/${colour}`);
  const rest = clear(counts, `sun/${sun}`);
  if (sun === 'large') return { colour, taken, rest: onto(rest, 'moon/large', p.large.moon), marker };
  const piled = [...stack].map((letter, level) => {
    const i = rest.findIndex((r) => r.piece === letter);
    return { ...rest.splice(i < 0 ? 0 : i, 1)[0]!, to: { at: `stack/${sun}/${level}`, n: 0 } };
  });
  return { colour, taken, rest: piled, marker };
}

/** The top of every moon that has the colour, and all of it on the large one. */
function liftMoon(p: DuelPosition, colour: Colour): Lifted {
  const marker = p.start_tile === 'large' && p.large.moon[of(colour)]! > 0;
  const taken = liftColour(p.large.moon, colour, `moon/large/${colour}`);
  p.small.forEach((factory, i) => {
    if (!factory.moon.endsWith(colour)) return;
    factory.moon = factory.moon.slice(0, -1);
    taken.push({ at: `moon/${i + 1}/${colour}`, n: 0 });
  });
  return { colour, taken, rest: [], marker };
}

function leave(p: Position, piece: Colour, to: Spot): void {
  if (!isDuel(p)) p.centre[of(piece)]!++;
  else if (to.at.startsWith('moon/large')) p.large.moon[of(piece)]!++;
  else p.small[Number(to.at.split('/')[1]) - 1]!.moon += piece;
}

function layPlate(during: DuelPosition, { plate, slot, turn }: Extract<Move, { plate: unknown }>, seat: number, drop: Drop): Action {
  during.display = during.display.map((id) => (id === plate ? null : id));
  if (during.drawn) during.drawn = during.drawn.filter((id) => id !== plate);
  const flight: Flight = { piece: 'plate', from: { at: `plate/${plate}`, n: 0 }, to: { at: `${seat}/slot/${slot}`, n: 0 }, turn };
  return drop([flight], (p) => {
    const board = (p as DuelPosition).boards[seat]!;
    board.plates[slot - 1] = `${plate}/${turn}`;
    if (during.phase !== 'setup' && during.phase !== 'keep') board.tokens--;
  });
}

function takeChip(during: DuelPosition, n: number, seat: number, drop: Drop): Action {
  const factory = during.small[n - 1]!;
  const face = factory.chip ?? '?';
  factory.chip = null;
  const goal = { at: `${seat}/chips`, n: during.boards[seat]!.chips.length };
  return drop([{ piece: 'chip', from: { at: `chip/${n}`, n: 0 }, to: goal }], (p) => {
    const board = (p as DuelPosition).boards[seat]!;
    board.chips.push(face);
    board.taken++;
  });
}
