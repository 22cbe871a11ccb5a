/* Calls a player back: it is your turn, an opponent has come. Title and badge of the tab always, a sound and a short
 * vibration where sound is on, a notification where the tab is hidden and the player has allowed it. */
import { useEffect, useRef } from 'preact/hooks';
import { click } from '../motion/sound';
import { readStored, writeStored } from '../settings/settings';
import { usePage } from '../ui/context';

const KEY = 'azulejo.notices';
const TITLE = 'Azulejo';
/** One notice at a time: a later one takes its place. */
const TAG = 'azulejo-turn';

interface WithBadge {
  setAppBadge?: (count?: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

function badge(on: boolean): void {
  const device = navigator as WithBadge;
  const done = on ? device.setAppBadge?.(1) : device.clearAppBadge?.();
  done?.catch(() => undefined);
}

/** Two soft clicks, the second higher: heard over a page in another tab. */
function chime(): void {
  click(0.55, 0.14);
  setTimeout(() => click(0.8, 0.14), 140);
}

/** True if the player may be asked about notifications: once only, because the answer is kept. */
export const mayAskForNotices = (): boolean =>
  'Notification' in window && Notification.permission === 'default' && readStored(KEY) === null;

export async function askForNotices(wanted: boolean): Promise<void> {
  writeStored(KEY, wanted);
  if (wanted) await Notification.requestPermission().catch(() => undefined);
}

/** The notice of a page that has no service worker. */
let shown: Notification | null = null;

/** A phone shows notices of a service worker only. */
async function notify(title: string, body: string): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted' || readStored(KEY) === false) return;
  const options = { body, tag: TAG, icon: './icon-192.png' };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return await worker.showNotification(title, options);
    const notice = (shown = new Notification(title, options));
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // A browser without notices still has the title.
  }
}

async function forgetNotices(): Promise<void> {
  shown?.close();
  shown = null;
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const notice of (await worker?.getNotifications({ tag: TAG })) ?? []) notice.close();
  } catch {
    // as above
  }
}

/** Calls whenever `wanted` becomes true, in these words, until it is false again. */
export function useCall(wanted: boolean, words: string, body: string): void {
  const { settings } = usePage();
  const before = useRef(wanted); // what was true when the page was opened is not announced
  const { sound } = settings;
  useEffect(() => {
    document.title = wanted ? `● ${words} ${TITLE}` : TITLE; // seen from another tab
    badge(wanted);
    if (wanted && !before.current) {
      if (sound) {
        chime();
        navigator.vibrate?.(80);
      }
      if (document.hidden) void notify(words, body);
    }
    if (!wanted && before.current) void forgetNotices();
    before.current = wanted;
  }, [wanted, words, body, sound]);
  useEffect(
    () => () => {
      document.title = TITLE;
      badge(false);
    },
    [],
  );
}

/** Runs once the page is visible and `ready` is true. */
export function useWhenSeen(ready: boolean, then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  useEffect(() => {
    if (!ready) return;
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      latest.current();
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => document.removeEventListener('visibilitychange', look);
  }, [ready]);
}
