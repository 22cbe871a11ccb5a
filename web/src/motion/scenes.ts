/* A change of the table as a sequence: what moves, and what the table shows before and after. It repeats what the move
 * and the score events of the engine say, and decides nothing: the last scene ends at the position that the engine gave. */
import { isEndBonus } from '../model/eventKinds';
import type { LogEntry, Position, ScoreEvent } from '../model/types';
import { actionOf, put, spend } from './action';
import { addTiles, floorOf, setFloor, usedTiles, wallOf, type Flight, type Spot } from './pieces';

export type SceneKind = 'take' | 'tile' | 'lost' | 'floor' | 'bonus' | 'paid' | 'deal';

export interface Scene {
  kind: SceneKind;
  seat: number;
  /** The table is laid out for the tiling before its first piece leaves. */
  before?: Position;
  /** What the table shows while the pieces are in the air, and when they have landed. */
  during: Position;
  after: Position;
  flights: Flight[];
  /** What is scored when they have landed. */
  events: ScoreEvent[];
  /** At normal speed. */
  ms: number;
}

/** The scenes between two deals of one round take no longer than this, whatever their number. */
export const SCORING_MS = 3800;

const MS: Record<SceneKind, number> = { take: 300, tile: 560, lost: 420, floor: 560, bonus: 640, paid: 300, deal: 460 };

/** `floorMax`: how many pieces the floor line, or Duel's space for broken tiles, holds. */
export function scenesOf(before: Position, entry: LogEntry, next: Position, floorMax: number): Scene[] {
  const ends = next.round !== before.round || next.phase === 'over' || (next.phase === 'tiling' && before.phase !== 'tiling');
  const scenes: Scene[] = [];
  let now = before;
  if (before.phase === 'tiling') {
    now = spend(before, entry);
  } else {
    const action = actionOf(before, entry, floorMax);
    const after = ends ? action.after : next;
    const paid = entry.events.filter((e) => e.kind === 'paid');
    if (action.flights.length > 0 || paid.length > 0)
      scenes.push(scene(action.flights.length > 0 ? 'take' : 'paid', entry.seat, action.during, after, action.flights, paid));
    if (!ends) return scenes;
    now = after;
  }
  now = { ...now, phase: 'tiling', seat: null, line: undefined };
  for (const group of groupsOf(entry.events)) {
    const step = stepOf(now, group, floorMax);
    scenes.push(step);
    step.before = now;
    now = step.after;
  }
  if (next.phase !== 'over' && next.round !== before.round) scenes.push(scene('deal', entry.seat, next, next, [], []));
  return scenes;
}

function scene(kind: SceneKind, seat: number, during: Position, after: Position, flights: Flight[], events: ScoreEvent[]): Scene {
  return { kind, seat, during, after, flights, events, ms: MS[kind] };
}

const isFloor = (e: ScoreEvent): boolean => e.kind === 'floor' || e.kind === 'start_tile' || e.kind === 'clamp';

/**
 * True if two steps are shown together: all steps of the floor, a bonus that is given several times, and a special tile
 * with the tile that completes its plate.
 */
function together(a: ScoreEvent, b: ScoreEvent): boolean {
  if (a.seat !== b.seat) return false;
  if (b.kind === 'clamp') return true;
  return isFloor(a) ? isFloor(b) : isBonus(a) && a.kind === b.kind && a.tablet === b.tablet;
}

const isBonus = (e: ScoreEvent): boolean => isEndBonus(e.kind);

/** The steps of a scoring in beats; what is paid for a plate belongs to the action before it. */
export function groupsOf(events: ScoreEvent[]): ScoreEvent[][] {
  const groups: ScoreEvent[][] = [];
  for (const e of events.filter((one) => one.kind !== 'paid')) {
    const last = groups.at(-1);
    if (last && together(last[0]!, e)) last.push(e);
    else groups.push([e]);
  }
  return groups;
}

function stepOf(now: Position, group: ScoreEvent[], floorMax: number): Scene {
  const first = group[0]!;
  const { seat } = first;
  const during = structuredClone(now);
  const step: Step = { flights: [], land: () => undefined };
  if (first.kind === 'tile') Object.assign(step, tileStep(during, first));
  else if (first.kind === 'special') step.land = (p) => setWall(p, seat, first.row!, first.column!, '*');
  else if (first.kind === 'dropped' || first.kind === 'broken') Object.assign(step, lostStep(during, first, floorMax));
  else if (isFloor(first)) Object.assign(step, floorStep(during, seat));
  const after = structuredClone(during);
  step.land(after);
  after.boards[seat]!.score = group.at(-1)!.score;
  return scene(kindOf(first), seat, during, after, step.flights, group);
}

function kindOf(e: ScoreEvent): SceneKind {
  if (e.kind === 'tile' || e.kind === 'special') return 'tile';
  if (e.kind === 'dropped' || e.kind === 'broken') return 'lost';
  return isFloor(e) ? 'floor' : 'bonus';
}

function setWall(p: Position, seat: number, row: number, column: number, piece: string): void {
  const wall = wallOf(p, seat);
  wall[row - 1] = wall[row - 1]!.slice(0, column - 1) + piece + wall[row - 1]!.slice(column);
}

/** Takes all tiles off a line. */
function emptied(p: Position, seat: number, line: number): { tiles: string; spots: Spot[] } {
  const { lines } = p.boards[seat]!;
  const tiles = lines[line - 1]!;
  lines[line - 1] = '';
  return { tiles, spots: [...tiles].map((_, i) => ({ at: `${seat}/line/${line}/${i + 1}`, n: 0 })) };
}

interface Step {
  flights: Flight[];
  /** What is different when they have landed. */
  land: (p: Position) => void;
}

/** The rightmost tile of the line goes to the wall, the others leave the table. */
function tileStep(during: Position, { seat, row = 0, column = 0, colour = 'M' }: ScoreEvent): Step {
  const { tiles, spots } = emptied(during, seat, row);
  const goal = { at: `${seat}/wall/${row}/${column}`, n: 0 };
  return {
    flights: spots.map((from, i) => ({ piece: tiles[i]!, from, to: i === 0 ? goal : null })),
    land: (p) => {
      setWall(p, seat, row, column, colour);
      addTiles(usedTiles(p), tiles.slice(1));
    },
  };
}

/** A line without a place drops its tiles to the floor. */
function lostStep(during: Position, { seat, line = 0 }: ScoreEvent, floorMax: number): Step {
  const { tiles, spots } = emptied(during, seat, line);
  const goals = put(structuredClone(during), seat, 'floor', tiles, floorMax);
  return {
    flights: spots.map((from, i) => ({ piece: tiles[i]!, from, to: goals[i] ?? null })),
    land: (p) => void put(p, seat, 'floor', tiles, floorMax),
  };
}

function floorStep(during: Position, seat: number): Step {
  const pieces = floorOf(during, seat);
  setFloor(during, seat, '');
  return {
    flights: [...pieces].map((piece, i) => ({ piece, from: { at: `${seat}/floor/${i + 1}`, n: 0 }, to: null })),
    land: (p) => addTiles(usedTiles(p), pieces),
  };
}

const isScoring = (s: Scene): boolean => s.kind !== 'take' && s.kind !== 'paid' && s.kind !== 'deal';

/** Beats of the scoring that are still to come after a choice of the tiling. */
function beatsAhead(p: Position): number {
  if (p.phase !== 'tiling') return 0;
  return p.boards.reduce((sum, b, seat) => sum + b.lines.filter((l, i) => l.length > i).length + (floorOf(p, seat) ? 1 : 0), 0);
}

/** The same scenes, quicker where the round has more of them than `left` milliseconds can show; and what they take of it. */
export function paced(scenes: Scene[], next: Position, left: number): { scenes: Scene[]; taken: number } {
  const sum = scenes.filter(isScoring).reduce((ms, s) => ms + s.ms, 0);
  const factor = Math.min(1, Math.max(0, left) / Math.max(1, sum + beatsAhead(next) * MS.tile));
  return { scenes: scenes.map((s) => (isScoring(s) ? { ...s, ms: s.ms * factor } : s)), taken: sum * factor };
}
