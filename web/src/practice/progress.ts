/* The puzzles that the player has solved, and the days on which the daily puzzle was: kept in this browser. */
import { readStored, writeStored } from '../settings/settings';
import { dayNumber } from './puzzles';

const KEY = 'azulejo.practice';

/** Found at the first try, found later, or shown. */
export type Solved = 'first' | 'later' | 'shown';

export interface Progress {
  /** By the id of the puzzle. */
  solved: Record<string, Solved>;
  /** Days on which the puzzle of the day was found, in order. */
  days: string[];
}

const isDay = (day: unknown): day is string => typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day);

/** Whatever was stored, as far as it makes sense. */
export function progressOf(stored: unknown): Progress {
  const { solved, days } = (stored ?? {}) as Partial<Progress>;
  const known = Object.entries(solved ?? {}).filter(([, how]) => ['first', 'later', 'shown'].includes(how));
  const valid = (Array.isArray(days) ? days : []).filter(isDay);
  return { solved: Object.fromEntries(known), days: [...new Set(valid)].sort() };
}

export const loadProgress = (): Progress => progressOf(readStored(KEY));
export const saveProgress = (progress: Progress): boolean => writeStored(KEY, progress);

/** A puzzle that was shown or missed once stays so; `day`: it was the puzzle of that day. */
export function withSolved(progress: Progress, id: string, how: Solved, day: string | null): Progress {
  const solved = progress.solved[id] ? progress.solved : { ...progress.solved, [id]: how };
  const counts = day !== null && how !== 'shown' && !progress.days.includes(day);
  return { solved, days: counts ? [...progress.days, day].sort() : progress.days };
}

export interface Streak {
  /** Days in a row up to today, or up to yesterday while today's puzzle waits. */
  now: number;
  best: number;
}

export function streakOf(days: readonly string[], today: string): Streak {
  const end = dayNumber(today);
  let run = 0;
  let best = 0;
  let last = -Infinity;
  for (const day of days) {
    const n = dayNumber(day);
    if (n > end) continue; // a clock that was set back
    run = n === last + 1 ? run + 1 : 1;
    best = Math.max(best, run);
    last = n;
  }
  return { now: last >= end - 1 ? run : 0, best };
}
