/* Which screen is open: the state of the page and all that may change it. */
import type { GameSource } from './game/source';
import type { Route } from './model/route';
import type { Position, Rules } from './model/types';

/** Screens beside the table; their code is fetched when they are opened. */
export type Room = 'online' | 'setup' | `learn-${Rules}` | 'editor' | 'practice';

export interface AppState {
  /** The game on the table; null: none. */
  source: GameSource | null;
  /** The screen over the table and the first page; null: none. */
  room: Room | null;
  /** The position of a server's table, for the help. */
  remote: Position | null;
  overlay: { kind: 'help'; topic: string } | { kind: 'settings' } | null;
  /** What went wrong, in words; empty: nothing. */
  fault: string;
  /** A game is being opened. */
  busy: boolean;
}

export type Action =
  | { type: 'opening' }
  | { type: 'opened'; source: GameSource }
  | { type: 'failed'; words: string }
  | { type: 'left-game'; under: GameSource | null }
  | { type: 'entered'; room: Room }
  | { type: 'left-room' }
  | { type: 'saw'; position: Position }
  | { type: 'help'; topic: string }
  | { type: 'settings' }
  | { type: 'closed-overlay' };

/** The room that a link leads to. */
export const roomOf = (route: Route): Room | null => (['online', 'table', 'login'].includes(route.to) ? 'online' : null);

export function firstState(initial: GameSource | null, route: Route): AppState {
  return { source: initial, room: roomOf(route), remote: null, overlay: null, fault: '', busy: false };
}

export function reduce(state: AppState, action: Action): AppState {
  switch (action.type) {
    case 'opening':
      return { ...state, fault: '', busy: true };
    case 'opened':
      return { ...state, source: action.source, room: null, busy: false };
    case 'failed': // said on the first page; the game at hand is kept and waits there
      return { ...state, source: null, fault: action.words, busy: false };
    case 'left-game':
      return { ...state, source: action.under };
    case 'entered':
      return { ...state, room: action.room, busy: false };
    case 'left-room':
      return { ...state, room: null, remote: null };
    case 'saw':
      return { ...state, remote: action.position };
    case 'help':
      return { ...state, overlay: { kind: 'help', topic: action.topic } };
    case 'settings':
      return { ...state, overlay: { kind: 'settings' } };
    case 'closed-overlay':
      return { ...state, overlay: null };
  }
}
