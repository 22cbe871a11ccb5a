/* The progress of a player against the levels, kept on this device: two wins against a level offer the next one. It is
 * counted by rule set, and by the names of the persons, which stay when the ladder or their play changes. */
import { botAt, levelOf, LEVELS, personOf } from '../model/bots';
import { RULES, type Rules, type Seat } from '../model/types';
import { readStored, writeStored } from '../settings/settings';

const KEY = 'azulejo.progress';
const WINS_WANTED = 2;
/** Games that are not counted again when their last move is taken back and played again. */
const REMEMBERED = 20;

interface Progress {
  /** By rule set and person. */
  wins: Partial<Record<Rules, Record<string, number>>>;
  games: string[];
}

/** The level above the one that was beaten often enough. */
export interface Rise {
  beaten: number;
  wins: number;
  next: number;
}

function stored(): Progress {
  const found = readStored(KEY) as Partial<Progress> | null;
  const wins = typeof found?.wins === 'object' && found.wins ? found.wins : {};
  return { wins, games: Array.isArray(found?.games) ? found.games : [] };
}

const personAt = (level: number): string => personOf(botAt(level));

function winsAt(wins: Progress['wins'], rules: Rules, level: number): number {
  const n = wins[rules]?.[personAt(level)];
  return typeof n === 'number' ? n : 0;
}

/** The levels of the bots where one person alone plays against levels; empty for every other table. */
function rivals(seats: Seat[]): number[] {
  const levels = seats.flatMap((s) => (s.kind === 'bot' ? [levelOf(s.bot)] : []));
  return levels.length === seats.length - 1 && !levels.includes(0) ? levels : [];
}

/** A game that has ended: a person who wins alone has beaten the strongest bot of the table. */
export function noteGame(id: string, rules: Rules, seats: Seat[], winners: number[]): void {
  const levels = rivals(seats);
  const won = winners.length === 1 && seats[winners[0]!]?.kind === 'person';
  const { wins, games } = stored();
  if (!won || levels.length === 0 || !RULES.includes(rules) || games.includes(id)) return;
  const level = Math.max(...levels);
  const counted = { ...wins[rules], [personAt(level)]: winsAt(wins, rules, level) + 1 };
  writeStored(KEY, { wins: { ...wins, [rules]: counted }, games: [id, ...games].slice(0, REMEMBERED) });
}

/**
 * The offer for one person who plays against bots of one level: null if that level was not beaten often enough or is
 * the highest. If the person has beaten a higher level, the offer starts from that one.
 */
export function riseFrom(rules: Rules, seats: Seat[]): Rise | null {
  const levels = rivals(seats);
  const level = levels[0];
  if (!level || levels.some((l) => l !== level)) return null;
  const { wins } = stored();
  for (let beaten = LEVELS.length - 1; beaten >= level; beaten--) {
    const n = winsAt(wins, rules, beaten);
    if (n >= WINS_WANTED) return { beaten, wins: n, next: beaten + 1 };
  }
  return null;
}

/** The same table with bots of another level. */
export const withLevel = (seats: Seat[], level: number): Seat[] =>
  seats.map((s) => (s.kind === 'bot' ? { kind: 'bot', bot: botAt(level), name: '' } : s));
