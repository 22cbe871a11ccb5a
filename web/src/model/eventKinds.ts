/* The kinds of score events (AZJ_EVENT_LIST in azulejo/pieces.h): for each the line of the final sums that its points
 * belong to, and the sections of the help that explain it, of the classic family and of Duel. The lines of the sums
 * stand in this order: gains first, then what was lost, then what kept a score from falling below 0. */
const KINDS = {
  tile: { part: 'tiles', help: ['score', 'duel-score'] },
  special: { part: 'special', help: ['score', 'duel-score'] },
  row: { part: 'rows', help: ['end', 'duel-end'] },
  column: { part: 'columns', help: ['end', 'duel-end'] },
  colour: { part: 'colours', help: ['end', 'duel-end'] },
  tablet: { part: 'tablets', help: ['end', 'duel-end'] },
  floor: { part: 'floor', help: ['floor', 'duel-place'] },
  start_tile: { part: 'floor', help: ['offer', 'duel-moon'] },
  dropped: { part: 'floor', help: ['grey', 'duel-tiling'] },
  broken: { part: 'floor', help: ['tiling', 'duel-tiling'] },
  paid: { part: 'paid', help: ['offer', 'duel-plate'] },
  clamp: { part: 'clamp', help: ['floor', 'duel-place'] },
} as const;

export type EventKind = keyof typeof KINDS;
export type EventPart = (typeof KINDS)[EventKind]['part'];

export const EVENT_KINDS: Record<EventKind, { part: EventPart; help: readonly [string, string] }> = KINDS;

/** Given at the end of the game, by kind. */
export const isEndBonus = (kind: EventKind): boolean => EVENT_KINDS[kind].help[0] === 'end';
