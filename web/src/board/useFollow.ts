/* What must be touched next is brought into sight: on a phone the table is taller than the screen, and the banner above
 * and the buttons below lie over it. */
import { useEffect } from 'preact/hooks';
import { isDuel, type TableState } from '../model/types';
import { useLatest } from '../ui/useLatest';

type Root = { current: HTMLElement | null };

/** The part of the table on which the next step is made; the lines of the board are repeated among the buttons. */
function partOf(kind: string, { position }: TableState): string {
  if (kind === 'score') return '.own .rows';
  if (position.phase === 'over') return '.supply';
  if (kind === '') return '';
  if (/^(slot|turn)$/.test(kind)) return '.own .dome';
  if (/^(cell|spend|skip)$/.test(kind)) return '.own .rows';
  if (kind === 'return' || position.phase === 'keep') return '.drawn';
  if (isDuel(position) && /^(setup|draw)$/.test(position.phase)) return '.display';
  return /^(to|stack)$/.test(kind) ? '' : '.supply';
}

/** The part that a guide speaks of; its frame is drawn in learn.css. */
export const LIGHT: Record<string, string> = {
  offer: '.offer',
  display: '.display',
  lines: '.own .lines',
  wall: '.own .wall',
  floor: '.own .floor',
  score: '.own .score-head',
  tablets: '.tablets',
};

/** Height of a bar that stays on the screen; 0 for one that scrolls with the table. */
function barHeight(root: HTMLElement, selector: string): number {
  const bar = root.querySelector<HTMLElement>(selector);
  return bar && /sticky|fixed/.test(getComputedStyle(bar).position) ? bar.offsetHeight : 0;
}

/** How far to scroll so that a part lies between the bars: not at all, just as far as needed, or with its top first. */
export function shift(part: { top: number; bottom: number }, free: { top: number; bottom: number }): number {
  if (part.top >= free.top && part.bottom <= free.bottom) return 0;
  const fits = part.bottom - part.top <= free.bottom - free.top;
  return fits && part.bottom > free.bottom ? part.bottom - free.bottom : part.top - free.top;
}

const ROOM = 6;

function bringIntoSight(root: HTMLElement, part: Element): void {
  const free = { top: barHeight(root, '.top') + ROOM, bottom: innerHeight - barHeight(root, '.actions') - ROOM };
  const { top, bottom } = part.getBoundingClientRect();
  const by = shift({ top, bottom }, free);
  // If the part lies near the beginning of the page, the page is scrolled to its beginning, unless that hides something.
  const whole = scrollY + by < 80 && bottom + scrollY <= free.bottom;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'off';
  if (by !== 0) scrollBy({ top: whole ? -scrollY : by, behavior: calm ? 'instant' : 'smooth' });
}

/** What is looked for first: the mark of a guide or hint, then what the guide speaks of, then where the next step is made. */
function partToSee(table: HTMLElement, state: TableState, kind: string): Element | null {
  const hinted = [...table.querySelectorAll('.touch.hinted.open')].find((e) => !e.closest('.actions'));
  const named = LIGHT[table.dataset.guide ?? ''] ?? partOf(kind, state);
  return hinted ?? (named ? table.querySelector(named) : null);
}

export function useFollow(root: Root, state: TableState, kind: string, chosen: string): void {
  const now = useLatest(state);
  const { version } = state;
  useEffect(() => {
    const part = root.current && partToSee(root.current, now.current, kind);
    if (part) bringIntoSight(root.current!, part);
  }, [root, now, version, kind, chosen]);
}
