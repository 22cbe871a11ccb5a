/* The keyboard: arrows walk over what may be touched, digits name lines, letters name colours. */
import type { Step } from '../game/choosing';
import { COLOURS, type Colour } from '../model/types';
import type { Choosing } from './useChoosing';

type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const centreOf = (e: Element) => {
  const r = e.getBoundingClientRect();
  return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
};

/** The nearest touchable thing in a direction: along the arrow it counts once, across it double. */
export function neighbour(root: Element, from: Element | null, direction: Direction): HTMLElement | null {
  const all = [...root.querySelectorAll<HTMLElement>('button:not([aria-disabled="true"])')].filter((e) => e.offsetParent !== null);
  if (!from || !all.includes(from as HTMLElement)) return all.find((e) => e.dataset.step) ?? null;
  const here = centreOf(from);
  let best: HTMLElement | null = null;
  let bestCost = Infinity;
  for (const e of all) {
    if (e === from) continue;
    const cost = costOf(here, centreOf(e), direction);
    if (cost < bestCost) [best, bestCost] = [e, cost];
  }
  return best;
}

function costOf(a: { x: number; y: number }, b: { x: number; y: number }, direction: Direction): number {
  const across = direction === 'ArrowUp' || direction === 'ArrowDown';
  const along = across ? b.y - a.y : b.x - a.x;
  const aside = Math.abs(across ? b.x - a.x : b.y - a.y);
  const ahead = direction === 'ArrowUp' || direction === 'ArrowLeft' ? -along : along;
  return ahead < 4 ? Infinity : ahead + 2 * aside;
}

/** The step a digit names: line n, or with 0 the floor or the broken tiles. */
export function stepOfDigit(digit: string, open: Iterable<Step>): Step | undefined {
  const steps = [...open];
  if (digit === '0') return steps.find((s) => s === 'to:floor' || s === 'to:broken');
  return (
    steps.find((s) => s === `to:${digit}` || s === `slot:${digit}`) ?? steps.find((s) => s.startsWith('cell:') && s.endsWith(`:${digit}`))
  );
}

/** The next source of a colour: pressed again it selects the next factory. */
export function stepOfColour(letter: string, first: Iterable<Step>, chosen: Step | undefined): Step | undefined {
  const sources = [...first].filter((s) => /^(take|sun|moon):/.test(s) && s.endsWith(`:${letter}`));
  if (sources.length === 0) return undefined;
  const at = chosen ? sources.indexOf(chosen) : -1;
  return sources[(at + 1) % sources.length];
}

interface Keyboard {
  root: { current: Element | null };
  choosing: Choosing;
  /** Letters and digits are wanted. */
  letters: boolean;
  /** The letter on the tiles of a colour, in the language of the viewer. */
  letterOf: (colour: Colour) => string;
  /** A scoring is being shown: the space bar skips it. */
  scoring: boolean;
  skip: () => void;
  undo: () => void;
  turnPlate: () => void;
  /** Says the whole table in words. */
  openState: () => void;
  touch: (step: Step) => void;
}

/** What a key does at the table. */
export function tableKeys(hand: Keyboard): (e: KeyboardEvent) => void {
  return (e) => {
    if ((e.target as Element).closest('input, select, dialog')) return;
    if (e.ctrlKey && e.key === 'z') hand.undo();
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const walk =
      e.key.startsWith('Arrow') && hand.root.current ? neighbour(hand.root.current, document.activeElement, e.key as Direction) : null;
    if (walk) {
      e.preventDefault();
      walk.focus();
      return;
    }
    if (e.key === 'Escape') {
      hand.skip();
      hand.choosing.back();
    }
    if (hand.letters) letterKey(hand, e);
  };
}

function letterKey({ choosing, letterOf, scoring, skip, turnPlate, openState, touch }: Keyboard, e: KeyboardEvent): void {
  if (e.key === ' ' && scoring) {
    e.preventDefault();
    skip();
  }
  const key = e.key.toUpperCase();
  if (key === 'I') openState();
  if (key === 'U' && choosing.chosen.some((s) => s.startsWith('slot:'))) turnPlate();
  const colour = COLOURS.find((c) => letterOf(c) === key);
  const named = /^\d$/.test(key)
    ? stepOfDigit(key, choosing.open.keys())
    : colour && stepOfColour(colour, choosing.first.keys(), choosing.chosen[0]);
  if (named) touch(named);
}
