/* The puzzles: a file for each rule set, fetched when it is first wanted; and the one that everybody gets on a day. The
 * files are made by `azulejo puzzles` (docs/puzzles.md). */
import { RULES, type Reason, type Rules } from '../model/types';

export const GRADES = [1, 2, 3, 4, 5] as const;
export const THEMES = ['points', 'floor', 'start', 'bonus', 'shape', 'plates', 'deny', 'trap'] as const;
export type Theme = (typeof THEMES)[number];

export interface Puzzle {
  id: string;
  rules: Rules;
  /** 1 easy … 5 hard. */
  grade: number;
  /** The lowest level of the bots that finds the move. */
  level: string;
  theme: Theme;
  /** By how much every other move is worse, in percent. */
  gap: number;
  /** All spellings of the right move, the best first. */
  moves: string[];
  obvious: string;
  /** What the move gains over the obvious one. */
  reasons: Reason[];
  /** What the seat to move sees, as text. */
  position: string;
}

const FILES = import.meta.glob<string>('./puzzles/*.txt', { query: '?url', import: 'default', eager: true });

/** A line of a file; null where it is none. */
function puzzleOf(rules: Rules, line: string): Puzzle | null {
  const [id, grade, level, theme, gap, moves, obvious, reasons, position] = line.split('\t');
  if (!id || !position || !moves) return null;
  return {
    id,
    rules,
    grade: Number(grade),
    level: level!,
    theme: theme as Theme,
    gap: Number(gap),
    moves: moves.split(' '),
    obvious: obvious!,
    reasons: JSON.parse(reasons!) as Reason[],
    position,
  };
}

export const puzzlesIn = (rules: Rules, text: string): Puzzle[] => text.split('\n').flatMap((line) => puzzleOf(rules, line) ?? []);

const fetched = new Map<Rules, Promise<Puzzle[]>>();

/** The puzzles of a rule set, easy ones first; what could not be fetched is tried again the next time. */
export function loadPuzzles(rules: Rules): Promise<Puzzle[]> {
  const known = fetched.get(rules);
  if (known) return known;
  const now = fetch(FILES[`./puzzles/${rules}.txt`]!).then(async (response) => {
    if (!response.ok) throw new Error(`the puzzles could not be fetched: ${response.status}`);
    return puzzlesIn(rules, await response.text());
  });
  fetched.set(rules, now);
  now.catch(() => fetched.delete(rules));
  return now;
}

// ---- The puzzle of the day ----

/** The day where the player is, as 2026-11-18. */
export function localDay(now: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Days since 1970 of a day by name: no clock and no time zone. */
export function dayNumber(day: string): number {
  const [y, m, d] = day.split('-').map(Number);
  return Math.round(Date.UTC(y!, m! - 1, d) / 86_400_000);
}

/** Every other day the base game, the others in turn. */
export function rulesOfDay(day: string): Rules {
  const n = dayNumber(day);
  const others = RULES.filter((r) => r !== 'classic');
  return n % 2 === 0 ? 'classic' : others[((n - 1) / 2) % others.length]!;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** The same for everybody on a day; none comes again before all others have had their day. */
export function puzzleOfDay(day: string, puzzles: readonly Puzzle[]): Puzzle | null {
  const n = puzzles.length;
  if (n === 0) return null;
  let step = Math.max(1, Math.round(0.618 * n)); // far from the day before, so that the grades differ, too
  while (divisor(n, step) !== 1) step++;
  return puzzles[(dayNumber(day) * step) % n]!;
}
