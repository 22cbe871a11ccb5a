/* The bots by name. Everything that is kept of a game names its bots; a level is only a bot's present place on the
 * ladder. */
import { EDITIONS, FORMER, LEVELS } from 'virtual:levels';

/** Easiest first: the rows of `levels` in src/ai/bots.c, which vite.config.ts reads. FORMER: the bots that the numbers
 * 1 to 7 stood for before levels had names. EDITIONS: earlier editions of levels. Games begun with them continue with
 * them. */
export { LEVELS };

/** The present levels of about the same strength as the former ones, for choices that were kept by number. */
const FORMER_PLACES = [3, 5, 5, 6, 7, 8, 10];

/** A bot of another program plays at a middle level. */
const MIDDLE = 5;

/** The name without the edition: `ines` of `ines-2`. */
export const personOf = (bot: string): string => bot.replace(/-\d+$/, '');

/** The place of a bot's person on the ladder, whichever edition it is; 0: not on the ladder. */
export const levelOf = (bot: string): number => LEVELS.findIndex((level) => personOf(level) === personOf(bot)) + 1;

export const botAt = (level: number): string => LEVELS[level - 1] ?? LEVELS[0]!;

const isBot = (bot: string): boolean => [...LEVELS, ...FORMER, ...EDITIONS].includes(bot);

/** The bot that is meant in a kept game: a person's name alone is the first edition, as it was before there was another. */
export const keptBot = (name: string): string => (isBot(name) || !isBot(`${name}-1`) ? name : `${name}-1`);

/** The bot of a record's kind tag; one that nobody knows here plays as its person does now, or is a middle one. */
export function botNamed(name: string): string {
  const bot = keptBot(name);
  return isBot(bot) ? bot : botAt(levelOf(bot) || MIDDLE);
}

/** The bot of a game that was kept with its number. */
export const formerBot = (number: number): string => FORMER[number - 1] ?? botAt(MIDDLE);

/** A choice of seats out of the browser's storage: names, '' for a person; numbers in what was kept before levels had names. */
export function levelsOf(seats: unknown[]): number[] {
  return seats.map((seat) => (typeof seat === 'string' ? levelOf(seat) : (FORMER_PLACES[Number(seat) - 1] ?? 0)));
}

/** The same choice to be kept. */
export const seatNames = (levels: number[]): string[] => levels.map((level) => (level === 0 ? '' : botAt(level)));
