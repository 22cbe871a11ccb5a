/* What every part of the page needs: words and settings. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Translate } from '../text/text';
import type { Settings } from '../settings/settings';

export interface PageContext {
  t: Translate;
  settings: Settings;
  set: (change: Partial<Settings>) => void;
  /** Whether `t` has the words of every screen. */
  hasAllWords: boolean;
  /** Fetches them. */
  wantAllWords: () => Promise<void>;
}

export const Page = createContext<PageContext | null>(null);

export function usePage(): PageContext {
  const page = useContext(Page);
  if (!page) throw new Error('used outside the page');
  return page;
}
