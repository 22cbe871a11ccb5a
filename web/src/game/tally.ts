/* Games against bots that were played to the end, for the statistics: kept in this browser. */
import { levelOf, personOf } from '../model/bots';
import { readStored, writeStored } from '../settings/settings';
import { RULES, type Rules, type Seat } from '../model/types';

export const TALLY_KEY = 'azulejo.tally';
/** Older games are dropped. */
const KEPT = 2000;

export interface Played {
  id: string;
  rules: Rules;
  /** The strongest of the bots, by name. */
  bot: string;
  /** 1 won, 0 lost; a shared win in parts. */
  won: number;
  points: number;
}

const isPlayed = (p: Partial<Played> | null): p is Played =>
  typeof p?.id === 'string' && RULES.includes(p.rules!) && typeof p.bot === 'string' && Number.isFinite(p.won) && Number.isFinite(p.points);

export function tallyOf(stored: unknown): Played[] {
  return (Array.isArray(stored) ? stored : []).filter(isPlayed);
}

export const loadTally = (): Played[] => tallyOf(readStored(TALLY_KEY));
export const clearTally = (): boolean => writeStored(TALLY_KEY, null);

/** How one person did against bots; null for any other company. */
export function playedBy(id: string, rules: Rules, seats: Seat[], winners: number[], scores: number[]): Played | null {
  const people = seats.flatMap((s, i) => (s.kind === 'person' ? [i] : []));
  const bots = seats.flatMap((s) => (s.kind === 'bot' ? [s.bot] : []));
  const [me] = people;
  if (people.length !== 1 || bots.length === 0) return null;
  const bot = bots.reduce((a, b) => (levelOf(b) > levelOf(a) ? b : a));
  return { id, rules, bot, won: winners.includes(me!) ? 1 / winners.length : 0, points: scores[me!] ?? 0 };
}

/** Keeps a finished game. One that was taken back and finished again counts once, as it ended last. */
export function keepPlayed(game: Played | null): void {
  if (!game) return;
  const known = loadTally();
  if (known.some((p) => JSON.stringify(p) === JSON.stringify(game))) return;
  writeStored(TALLY_KEY, [...known.filter((p) => p.id !== game.id), game].slice(-KEPT));
}

export interface Total {
  rules: Rules;
  bot: string;
  games: number;
  won: number;
  /** Mean of the points. */
  points: number;
}

/** By rule set, then from the easiest bot up. */
export function totalsOf(games: readonly Played[]): Total[] {
  const found = new Map<string, Total>();
  for (const { rules, bot: name, won, points } of games) {
    const bot = personOf(name);
    const key = `${rules} ${bot}`;
    const total = found.get(key) ?? { rules, bot, games: 0, won: 0, points: 0 };
    found.set(key, { ...total, games: total.games + 1, won: total.won + won, points: total.points + points });
  }
  return [...found.values()]
    .map((total) => ({ ...total, points: total.points / total.games }))
    .sort((a, b) => RULES.indexOf(a.rules) - RULES.indexOf(b.rules) || levelOf(a.bot) - levelOf(b.bot));
}

/** Games won one after the other: up to the last one, and the most ever. */
export function winsInARow(games: readonly Played[]): { now: number; best: number } {
  let now = 0;
  let best = 0;
  for (const { won } of games) {
    now = won === 1 ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}
