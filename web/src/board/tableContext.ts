/* What the parts of the table need: the state, and what the player is choosing. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { LegalOption, Step } from '../game/choosing';
import type { Colour, TableState } from '../model/types';
import type { Scene } from '../motion/scenes';
import type { Ghosts } from './useGhosts';

export interface TableContext {
  /** As the viewer has been shown it. */
  state: TableState;
  /** The scene that is running. */
  scene: Scene | null;
  /** Steps that may be touched next. */
  open: Map<Step, LegalOption>;
  /** Steps with which a move may begin. */
  first: Map<Step, LegalOption>;
  chosen: Step[];
  /** What is chosen is a whole move, which waits to be confirmed. */
  complete: boolean;
  /** The tiles in hand, once something was taken. */
  taking: { colour: Colour; count: number } | null;
  /** Places of the last move. */
  last: Set<string>;
  /** The step that the hint names. */
  hinted: Set<Step>;
  /** Where the tiles in hand would go on the wall, and the run that would score. */
  ghosts: Ghosts;
  touch: (step: Step, byKeyboard: boolean) => void;
  cancel: () => void;
  /** Asks the engine why a step is refused and says it. */
  explain: (step: Step) => void;
  /** A plate in hand, and how it lies. */
  turn: number;
  setTurn: (turn: number) => void;
  /** The tablet under the pointer or the focus, whose cells of the dome are lit; empty: none. */
  highlightedTablet: string;
  setHighlightedTablet: (tablet: string) => void;
}

/** Additions beside a player's name: at a server's table the clock, and whether the player is there. */
export const SeatExtras = createContext<(seat: number) => ComponentChildren>(() => null);

export const Table = createContext<TableContext | null>(null);

export function useTable(): TableContext {
  const table = useContext(Table);
  if (!table) throw new Error('used outside the table');
  return table;
}
