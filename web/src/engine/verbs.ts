/* The questions that the page asks the C rules (src/wasm/call.c). Every one names the game that it is about, as a record
 * or as a position: the engine keeps none. */
import type { Components, GameOptions, LegalMove, LogEntry, Move, Position, Preview, Rules, ScoreEvent } from '../model/types';
import { must, type Answer, type Engine } from './engine';

type Caller = Pick<Engine, 'call'>;

/** A game by its record, where wanted as it was before decision `ply`; or a position, as JSON or as text. */
export type Subject = { record: string; ply?: number } | { position: Position | string };

/** A position as a seat sees it. */
export interface StateAnswer {
  position: Position & { viewer?: number };
  text: string;
  plies: number;
  legal: LegalMove[];
  standing: ScoreEvent[][];
  winners: number[];
}

/** The players by seat, as far as a record names them; empty where it does not. */
export interface SeatTags {
  name: string;
  kind: string;
}

const recordOf = (answer: Answer<{ record: string }>): string => must(answer).record;

/** The record of a new game, its first deal included. */
export function newGame(engine: Caller, { rules, seats, starter, seed, tablets }: GameOptions): string {
  const chosen = rules === 'duel' ? tablets : undefined;
  return recordOf(engine.call({ do: 'new', rules, players: seats.length, starter, seed, tablets: chosen }));
}

/** The record of a game that begins at a position; what a view hides is drawn by the seed. */
export function gameFrom(engine: Caller, position: Position | string, seed: string): string {
  return recordOf(engine.call({ do: 'start', position, seed }));
}

/** The first game of a record, text or JSON, in the text form. */
export function loadRecord(engine: Caller, record: string): { record: string; seats: SeatTags[] } {
  return must(engine.call<{ record: string; seats: SeatTags[] }>({ do: 'load', record }));
}

/** The record with the kind of every seat: "person", or "bot:" and a level. */
export function withKinds(engine: Caller, record: string, kinds: string[]): string {
  return recordOf(engine.call({ do: 'seats', record, kinds }));
}

/** The record without its last decisions. */
export function takenBack(engine: Caller, record: string, plies: number): string {
  return plies > 0 ? recordOf(engine.call({ do: 'undo', record, plies })) : record;
}

/** The record after a move, an object or its short text, and the deal that follows it; or the refusal. */
export function play(engine: Caller, record: string, move: Move | string, seed: string): Answer<{ record: string; events: ScoreEvent[] }> {
  return engine.call({ do: 'play', record, move, seed });
}

/** What a move would do, or why it is refused. */
export function explain(engine: Caller, subject: Subject, move: Move): Answer<{ preview: Preview }> {
  return engine.call({ do: 'explain', ...subject, move });
}

/** As `seat` sees it; without a seat as it was given. */
export function stateOf(engine: Caller, subject: Subject, seat?: number): StateAnswer {
  return must(engine.call<StateAnswer>({ do: 'state', ...subject, seat }));
}

/** The decisions of a game from ply `from` on. */
export function logOf(engine: Caller, record: string, from = 0): LogEntry[] {
  return must(engine.call<{ log: LogEntry[] }>({ do: 'log', record, from })).log;
}

/** What is printed on boards and plates. */
export function componentsOf(engine: Caller, rules: Rules): Components {
  return must(engine.call<Components>({ do: 'components', rules }));
}

/** How many deals a record holds, and whether these seeds deal the same tiles. */
export function redeal(engine: Caller, record: string, seeds: string[]): Answer<{ deals: number; fair: boolean }> {
  return engine.call({ do: 'redeal', record, seeds });
}

/** Is a draft of a position possible? */
export function validate(engine: Caller, position: Position | string): Answer<{ text: string }> {
  return engine.call({ do: 'validate', position });
}
