/* The game that is kept in the browser, and what survives a reload. */
import { readStored, writeStored } from '../ui/settings';
import type { Seat } from './types';

export const GAME_KEY = 'azulejo.game';

/** The record replays for ever, the seed deals what is to come. */
export interface SavedGame {
  record: string;
  seats: Seat[];
  seed: string;
}

export function storedGame(): SavedGame | null {
  const found = readStored(GAME_KEY) as SavedGame | null;
  const good = found && typeof found.record === 'string' && Array.isArray(found.seats) && typeof found.seed === 'string';
  return good ? found : null;
}

export const keepGame = (game: SavedGame): boolean => writeStored(GAME_KEY, game);
