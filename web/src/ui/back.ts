/* The browser's Back closes what was opened last: a dialog or a panel, then the screen, and never leaves the site from
 * one of them; Forward opens it again. The history has one entry for "away from the first page" and one for every layer
 * over a screen; an entry knows its depth. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLatest } from './useLatest';

interface Layer {
  id: number;
  close: () => void;
}

interface Screen {
  /** Is this another screen than the first page? */
  away: boolean;
  /** Closes the screen; true where another one lay under it. */
  leave: () => boolean;
  /** Opens the screen again that was left last; false where there is none. */
  comeBack: () => boolean;
}

const FIRST_PAGE: Screen = { away: false, leave: () => false, comeBack: () => false };

let screen = FIRST_PAGE;
let layers: Layer[] = [];
let ids = 0;
/** How to open a layer again that Back has closed, by its entry. */
const again = new Map<number, () => void>();
/** True while the history moves because of our own call. */
let returning = false;

const depth = (): number => Number(history.state?.depth ?? 0);
const wanted = (): number => Number(screen.away) + layers.length;

/** Adds an entry. The first page lies under all others, without a link that would lead away from it again. */
function push(): void {
  const here = location.href;
  const next = depth() + 1;
  if (next === 1) history.replaceState(null, '', here.split('#')[0]);
  const over = next - Number(screen.away) - 1;
  history.pushState({ depth: next, layer: layers[over]?.id }, '', here);
}

/** Makes the history as deep as what is open. */
function settle(): void {
  if (returning) return;
  while (depth() < wanted()) push();
  if (depth() === wanted()) return;
  returning = true;
  history.go(wanted() - depth());
}

function follow(): void {
  if (returning) {
    returning = false;
    settle(); // something else may have been opened meanwhile
    return;
  }
  if (depth() > wanted()) forward();
  else if (depth() < wanted() && !(depth() === 0 && location.hash)) back(); // links are handled by their own listeners
}

function forward(): void {
  const reopen = again.get(history.state.layer as number);
  if (reopen) reopen();
  else if (!location.hash && (screen.away || !screen.comeBack())) settle(); // links are handled by their own listeners
}

function back(): void {
  const left = depth();
  for (let open = wanted(); open > left && layers.length > 0; open--) layers.pop()!.close();
  if (left < wanted() && screen.leave()) settle();
}

let listening = false;

function listen(): void {
  if (!listening) addEventListener('popstate', follow);
  listening = true;
}

/** The screen that is shown. */
export function useBack(away: boolean, leave: () => boolean, comeBack: () => boolean): void {
  const latest = useLatest({ leave, comeBack });
  const before = useRef(false);
  useLayoutEffect(() => {
    listen();
    return () => {
      screen = FIRST_PAGE;
    };
  }, []);
  useLayoutEffect(() => {
    screen = { away, leave: () => latest.current.leave(), comeBack: () => latest.current.comeBack() };
    // Not later: an entry that is added late would discard the entries of Forward. After a reload the first page is
    // shown, unless its link is about to lead elsewhere.
    if (away || before.current || !location.hash) settle();
    before.current = away;
  }, [away, latest]);
}

/** A layer over the screen, for as long as it is drawn. `reopen`: opens it again at Forward. */
export function useLayer(close: () => void, reopen?: () => void): void {
  const latest = useLatest({ close, reopen });
  useLayoutEffect(() => {
    listen();
    const layer = { id: ++ids, close: () => latest.current.close() };
    layers.push(layer);
    if (latest.current.reopen) again.set(layer.id, latest.current.reopen);
    if (depth() === wanted() && !returning) history.replaceState({ ...history.state, layer: layer.id }, '');
    settle();
    return () => {
      layers = layers.filter((l) => l !== layer);
      settle();
    };
  }, [latest]);
}
