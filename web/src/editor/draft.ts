/* A position in the making: what lies on a real table. It may be impossible at any moment; the engine says why. What
 * nobody sees (bag, pile, face-down chips) is what is left over. */
import {
  COLOURS,
  isDuel,
  type ClassicPosition,
  type ClassicRules,
  type Colour,
  type Components,
  type Counts,
  type DuelPosition,
  type Position,
  type Rules,
} from '../model/types';

export type Brush = Colour | 'M' | 'erase';

const none = (): Counts => [0, 0, 0, 0, 0];
const many = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make);

const FACES = ['B', 'BK', 'BR', 'K', 'R', 'RT', 'T', 'Y', 'YK', 'YT'];
export const CHIP_FACES: readonly string[] = FACES;

function blankClassic(rules: ClassicRules, players: number): ClassicPosition {
  const board = () => ({ score: 0, lines: many(5, () => ''), wall: many(5, () => '.....'), floor: '' });
  return {
    rules,
    players,
    round: 1,
    phase: 'offer',
    seat: 0,
    starter: 0,
    bag: none(),
    lid: none(),
    factories: many(2 * players + 1, none),
    centre: none(),
    marker: 'centre',
    boards: many(players, board),
  };
}

function blankDuel(): DuelPosition {
  const board = () => ({
    score: 5,
    lines: many(6, () => ''),
    plates: many<string | null>(9, () => null),
    tiles: many(6, () => '......'),
    broken: '',
    tokens: 2,
    chips: [],
    spent: [],
    taken: 0,
    passed: false,
  });
  return {
    rules: 'duel',
    players: 2,
    round: 1,
    phase: 'offer',
    seat: 0,
    starter: 0,
    tablets: ['a1', 'b1', 'c1'],
    bag: none(),
    tower: none(),
    large: { sun: none(), moon: none() },
    start_tile: 'large',
    small: many(4, () => ({ sun: none(), moon: '', chip: '?', face_up: false })),
    display: [null, null, null],
    pile: [],
    chips: [],
    boards: many(2, board),
  };
}

export const blank = (rules: Rules, players: number): Position => (rules === 'duel' ? blankDuel() : blankClassic(rules, players));

export const countsOf = (tiles: string): Counts => COLOURS.map((c) => tiles.split(c).length - 1) as Counts;
export const lettersOf = (counts: Counts): string => COLOURS.map((c, i) => c.repeat(counts[i]!)).join('');

/** Every tile in sight, as letters. */
function inSight(p: Position): string {
  if (!isDuel(p)) {
    const boards = p.boards.map((b) => b.lines.join('') + b.wall.join('') + b.floor);
    return [...p.factories, p.centre, p.lid].map(lettersOf).concat(boards).join('');
  }
  const boards = p.boards.map((b) => b.lines.join('') + b.tiles.join('') + b.broken);
  const small = p.small.map((s) => lettersOf(s.sun) + s.moon);
  return [p.large.sun, p.large.moon, p.tower].map(lettersOf).concat(small, boards).join('');
}

/** Duel before anything was laid on the factories: the first thing to be said is that they are empty. */
export const isBare = (p: Position): boolean =>
  isDuel(p) &&
  [p.large.sun, p.large.moon, ...p.small.map((s) => s.sun)].map(lettersOf).join('') + p.small.map((s) => s.moon).join('') === '';

function leftOver(p: Position, each: number): Counts {
  const seen = countsOf(inSight(p));
  return seen.map((n) => Math.max(0, each - n)) as Counts;
}

/** Plates that lie nowhere in sight. */
export function hiddenPlates(p: DuelPosition, components: Components): string[] {
  const laid = p.boards
    .flatMap((b) => b.plates)
    .concat(p.display)
    .map((id) => id?.split('/')[0]);
  return Object.keys(components.plates).filter((id) => !laid.includes(id));
}

function hiddenChips(p: DuelPosition): string[] {
  const seen = p.boards.flatMap((b) => [...b.chips, ...b.spent]).concat(p.small.flatMap((s) => (s.face_up && s.chip ? [s.chip] : [])));
  const left = [...FACES, ...FACES].sort();
  for (const face of seen) if (left.includes(face)) left.splice(left.indexOf(face), 1);
  return left;
}

/** The whole position in the form that the engine reads. In Duel it is what the seat to move sees. */
export function finished(p: Position, components: Components, top: 'S' | 'J'): string {
  if (!isDuel(p)) return JSON.stringify({ ...p, bag: leftOver(p, 20) });
  const hidden = hiddenPlates(p, components).length;
  const pile = hidden ? [`${top}?`, ...many(hidden - 1, () => '?')] : [];
  const boards = p.boards.map((b) => ({ ...b, chips: [...b.chips].sort(), spent: [...b.spent].sort() }));
  return JSON.stringify({ ...p, viewer: p.seat, boards, bag: leftOver(p, 13), pile, chips: hiddenChips(p) });
}

/** A touch on place `at` of a row of tiles: lays, changes or takes away. */
export function brushed(tiles: string, at: number, brush: Brush): string {
  const there = tiles[at];
  if (brush === 'erase' || there === brush) return tiles.slice(0, at) + tiles.slice(at + 1);
  return there ? tiles.slice(0, at) + brush + tiles.slice(at + 1) : tiles + brush;
}

/** A touch on space `at` (from 1) of a pattern line: it is filled up to there, or emptied from there on. */
export function filled(line: string, at: number, brush: Brush): string {
  if (brush === 'erase' || brush === 'M') return line.slice(0, at - 1);
  const full = brush.repeat(at);
  return line === full ? brush.repeat(at - 1) : full;
}

export const withLetter = (row: string, at: number, letter: string): string => row.slice(0, at) + letter + row.slice(at + 1);
