/* The connection and its tables for the screens. */
import { useEffect, useReducer, useState } from 'preact/hooks';
import type { Link } from './link';
import { useLatest } from '../ui/useLatest';

interface Watched {
  subscribe(fn: () => void): () => void;
}

/** Draws again whenever the thing has changed. */
export function useChanges(thing: Watched | null): void {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!thing) return;
    draw(0);
    return thing.subscribe(() => draw(0));
  }, [thing]);
}

/** Draws again every so often, for clocks. */
export function useTick(ms: number): void {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (ms === 0) return;
    const timer = setInterval(() => draw(0), ms);
    return () => clearInterval(timer);
  }, [ms]);
}

/** Asks now, at every new connection, and every few seconds while the page is visible. */
export function useAsked<T>(link: Link, ask: () => Promise<T>, everyMs: number): T | null {
  const [found, setFound] = useState<T | null>(null);
  const question = useLatest(ask);
  useEffect(() => {
    const look = () => {
      if (link.state === 'open' && document.visibilityState === 'visible') question.current().then(setFound, () => undefined);
    };
    look();
    const timer = setInterval(look, everyMs);
    const stop = link.subscribe(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [link, everyMs, question]);
  return found;
}
