/* Made by `make protocol` from src/server/protocol.def: the events of a table, and what can be asked. */
import type { Move, ScoreEvent } from '../model/types';

export type OfferKind = 'draw' | 'takeback';
export type Cause = 'normal' | 'resigned' | 'time' | 'agreed' | 'abandoned' | 'closed';

/** What the page can ask of the server. */
export type RequestKind =
  | 'ping'
  | 'name'
  | 'create'
  | 'pair'
  | 'lobby'
  | 'mine'
  | 'watch'
  | 'unwatch'
  | 'join'
  | 'leave'
  | 'bot'
  | 'ready'
  | 'move'
  | 'resign'
  | 'offer'
  | 'answer'
  | 'claim'
  | 'phrase'
  | 'rematch';

interface Numbered {
  n: number;
  at: number;
}

export type TableEvent = Numbered &
  (
    | { kind: 'sit'; seat: number; name: string }
    | { kind: 'leave'; seat: number; removed?: boolean; late?: boolean }
    | { kind: 'bot'; seat: number; level: number; name: string }
    | { kind: 'ready'; seat: number; contribution: string }
    | { kind: 'start' }
    | { kind: 'move'; seat: number; move_ply: number; move: Move; text: string; round: number; taken: number; scores: ScoreEvent[] }
    | { kind: 'offer'; seat: number; offer: OfferKind }
    | { kind: 'answer'; seat: number; yes: boolean }
    | { kind: 'takeback'; to_ply: number }
    | { kind: 'out'; seat: number; cause: Cause }
    | { kind: 'standin'; seat: number }
    | { kind: 'back'; seat: number }
    | { kind: 'end'; cause: Cause; winners: number[]; secret: string }
    | { kind: 'phrase'; seat: number; phrase: string }
    | { kind: 'rematch'; seat: number }
    | { kind: 'next'; next: string }
  );

export type FieldType = 'cause' | 'count' | 'flag' | 'mark' | 'move' | 'notation' | 'offer' | 'scores' | 'seats' | 'text';

/** The fields of an event by its kind; all have `n`, `at` and `kind`. */
export const EVENT_FIELDS: Record<TableEvent['kind'], Record<string, FieldType>> = {
  sit: { seat: 'count', name: 'text' },
  leave: { seat: 'count', removed: 'mark', late: 'mark' },
  bot: { seat: 'count', level: 'count', name: 'text' },
  ready: { seat: 'count', contribution: 'text' },
  start: {},
  move: { seat: 'count', move_ply: 'count', move: 'move', text: 'notation', round: 'count', taken: 'count', scores: 'scores' },
  offer: { seat: 'count', offer: 'offer' },
  answer: { seat: 'count', yes: 'flag' },
  takeback: { to_ply: 'count' },
  out: { seat: 'count', cause: 'cause' },
  standin: { seat: 'count' },
  back: { seat: 'count' },
  end: { cause: 'cause', winners: 'seats', secret: 'text' },
  phrase: { seat: 'count', phrase: 'text' },
  rematch: { seat: 'count' },
  next: { next: 'text' },
};
