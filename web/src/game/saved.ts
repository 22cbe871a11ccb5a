/* The games that are kept in the browser: the one at hand, and those that were set aside for another. */
import { readStored, writeStored } from '../settings/settings';
import { formerBot, keptBot } from '../model/bots';
import type { Rules, Seat } from '../model/types';

export const GAME_KEY = 'azulejo.game';
export const SHELF_KEY = 'azulejo.shelf';
/** Finished games that stay to be looked at; a game that is going on stays until its player takes it away. */
const FINISHED_KEPT = 4;

/** The record is enough to replay the game; the seed deals the rounds to come. */
export interface SavedGame {
  id: string;
  record: string;
  seats: Seat[];
  seed: string;
  /** Duel: the scoring tablets that were wished for, null where they were drawn. */
  tablets?: string[] | null;
  /** What may be said about it without reading the record. */
  about?: { rules: Rules; round: number; moves: number; over: boolean };
}

/** A seat of an earlier version has the number of its bot, or its person's name without an edition. */
function seatOf(seat: Seat): Seat {
  const old = seat as unknown as { level?: number };
  if (seat.kind !== 'bot') return seat;
  return seat.bot ? { ...seat, bot: keptBot(seat.bot) } : { kind: 'bot', bot: formerBot(old.level ?? 0), name: seat.name };
}

/** A game of an earlier version has no name of its own: its seed is used instead. */
function gameOf(found: unknown): SavedGame | null {
  const game = found as SavedGame | null;
  const good = game && typeof game.record === 'string' && Array.isArray(game.seats) && typeof game.seed === 'string';
  return good ? { ...game, id: game.id ?? game.seed, seats: game.seats.map(seatOf) } : null;
}

export const storedGame = (): SavedGame | null => gameOf(readStored(GAME_KEY));

/** The games that were set aside, the latest first. */
function shelf(): SavedGame[] {
  const found = readStored(SHELF_KEY);
  return (Array.isArray(found) ? found : []).flatMap((g) => gameOf(g) ?? []);
}

/** All games that are kept; the one at hand comes first. */
export function storedGames(): SavedGame[] {
  const now = storedGame();
  const others = shelf().filter((g) => g.id !== now?.id);
  return now ? [now, ...others] : others;
}

function thinned(games: SavedGame[]): SavedGame[] {
  let finished = 0;
  return games.filter((g) => !g.about?.over || ++finished <= FINISHED_KEPT);
}

/** Keeps a game as the present one. Another one is set aside first; if that fails, it stays. */
export function keepGame(game: SavedGame): boolean {
  const before = storedGame();
  if (before && before.id !== game.id) {
    const begun = before.about?.moves === 0 ? [] : [before];
    const others = shelf().filter((g) => g.id !== game.id && g.id !== before.id);
    if (!writeStored(SHELF_KEY, thinned([...begun, ...others]))) return false;
  }
  return writeStored(GAME_KEY, game);
}

/** Takes a game away for good. */
export function dropGame(id: string): void {
  writeStored(
    SHELF_KEY,
    shelf().filter((g) => g.id !== id),
  );
  if (storedGame()?.id === id) writeStored(GAME_KEY, null);
}
