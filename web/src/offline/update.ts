/* A new version of the page: noticed while the old one keeps running, and loaded when the visitor agrees. */
import { useEffect, useReducer } from 'preact/hooks';

/** Checked at the start, and when the page becomes visible after this time. */
const LOOK_MS = 30 * 60_000;
/** The game to resume after the reload; the session's storage ends with the tab. */
const RESUME = 'azulejo.resume';

let registration: ServiceWorkerRegistration | null = null;
let looked = 0;
const listeners = new Set<() => void>();

const tell = (): void => listeners.forEach((fn) => fn());

/** A worker that replaces another one; the browser's first worker is no update. */
export const updateWaits = (): boolean => Boolean(registration?.waiting && navigator.serviceWorker.controller);

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', tell);
}

function look(): void {
  if (document.hidden || Date.now() - looked < LOOK_MS) return;
  looked = Date.now();
  registration?.update().catch(() => undefined); // no network: tries again later
}

/** After the first visit the page needs no network. A browser without service workers plays online. */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    registration = await navigator.serviceWorker.register('./sw.js');
  } catch {
    return;
  }
  if (!registration) return; // blocked, as some extensions do
  looked = Date.now();
  registration.addEventListener('updatefound', () => follow(registration!.installing));
  follow(registration.installing);
  document.addEventListener('visibilitychange', look);
  navigator.serviceWorker.controller?.postMessage('begun');
  tell();
}

/** Loads the new version; the game, if one is named, is open again afterwards. */
export function takeUpdate(game: string | null): void {
  try {
    if (game) sessionStorage.setItem(RESUME, game);
  } catch {
    // A browser that keeps nothing shows the first page.
  }
  const waiting = registration?.waiting;
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('update');
}

/** The game that was open when the visitor took an update; asked once. */
export function gameToResume(): string | null {
  try {
    const game = sessionStorage.getItem(RESUME);
    sessionStorage.removeItem(RESUME);
    return game;
  } catch {
    return null;
  }
}

/** True while a new version waits. */
export function useUpdate(): boolean {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const fn = () => draw(0);
    listeners.add(fn);
    return () => void listeners.delete(fn);
  }, []);
  return updateWaits();
}
