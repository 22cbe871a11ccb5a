/* What every part of the page needs: words, settings, and at the table the choosing. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { LegalOption, Step } from '../game/choosing';
import type { Colour, TableState } from '../game/types';
import type { Translate } from '../text/text';
import type { Settings } from './settings';

export interface PageContext {
  t: Translate;
  settings: Settings;
  set: (change: Partial<Settings>) => void;
}

export const Page = createContext<PageContext | null>(null);

export function usePage(): PageContext {
  const page = useContext(Page);
  if (!page) throw new Error('used outside the page');
  return page;
}

export interface TableContext {
  state: TableState;
  /** Steps that may be touched next. */
  open: Map<Step, LegalOption>;
  /** Steps with which a move may begin. */
  first: Map<Step, LegalOption>;
  chosen: Step[];
  /** The tiles in hand, once something was taken. */
  taking: { colour: Colour; count: number } | null;
  /** Places of the last move. */
  last: Set<string>;
  /** The step that the hint names. */
  hinted: Set<Step>;
  touch: (step: Step, byKeyboard: boolean) => void;
  cancel: () => void;
  /** Asks the engine why a step is refused and says it. */
  explain: (step: Step) => void;
  /** A plate in hand, and how it lies. */
  turn: number;
  setTurn: (turn: number) => void;
  /** Dome cells lit by a tablet under the pointer or the focus. */
  lit: string;
  setLit: (tablet: string) => void;
}

/** What stands beside a player's name: at a server's table the clock and who is there. */
export const Beside = createContext<(seat: number) => ComponentChildren>(() => null);

export const Table = createContext<TableContext | null>(null);

export function useTable(): TableContext {
  const table = useContext(Table);
  if (!table) throw new Error('used outside the table');
  return table;
}
