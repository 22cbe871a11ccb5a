/* The bots by name. Whatever is kept of a game names its bots; a level is only a bot's place on today's ladder. */
import LEVELS from 'virtual:levels';

/** Easiest first: the rows of `levels` in src/ai/bots.c, which vite.config.ts reads. */
export { LEVELS };

/** What the numbers 1 to 7 meant before levels had names: games that were begun so go on so. */
export const FORMER = ['novice', 'learner', 'casual', 'regular', 'expert', 'master', 'champion'] as const;

/** Where the former levels would stand today, for choices that were kept by number: about as strong. */
const FORMER_PLACES = [3, 5, 5, 6, 7, 8, 10];

/** A bot of another program plays at a middle level. */
const MIDDLE = 5;

/** 0: not on the ladder. */
export const levelOf = (bot: string): number => LEVELS.indexOf(bot) + 1;

export const botAt = (level: number): string => LEVELS[level - 1] ?? LEVELS[0]!;

export const isBot = (bot: string): boolean => levelOf(bot) > 0 || (FORMER as readonly string[]).includes(bot);

/** The bot of a record's kind tag; one that nobody knows here is a middle one. */
export const botNamed = (name: string): string => (isBot(name) ? name : botAt(MIDDLE));

/** The bot of a game that was kept with its number. */
export const formerBot = (number: number): string => FORMER[number - 1] ?? botAt(MIDDLE);

/** A choice of seats out of the browser's storage: names, '' for a person; numbers in what was kept before levels had names. */
export function levelsOf(seats: unknown[]): number[] {
  return seats.map((seat) => (typeof seat === 'string' ? levelOf(seat) : (FORMER_PLACES[Number(seat) - 1] ?? 0)));
}

/** The same choice to be kept. */
export const seatNames = (levels: number[]): string[] => levels.map((level) => (level === 0 ? '' : botAt(level)));
