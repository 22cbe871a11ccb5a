/* The page read back: what a person sees, in the form of a position. */
import type { Page } from 'playwright-core';
import { COLOURS, isDuel, type Position } from '../../src/model/types';

export interface Seen {
  boards: { score: number; lines: string[]; wall: string[]; floor: string }[];
  offer: Record<string, string>;
}

const counts = (c: number[]): string => COLOURS.map((l, i) => l.repeat(c[i]!)).join('');

function offerOf(position: Position): Record<string, string> {
  const offer: Record<string, string> = {};
  if (isDuel(position)) {
    offer.large = counts(position.large.sun);
    offer.largeMoon = counts(position.large.moon);
    position.small.forEach((s, i) => {
      offer[`sun${i + 1}`] = counts(s.sun);
      offer[`moon${i + 1}`] = s.moon;
    });
    return offer;
  }
  position.factories.forEach((f, i) => (offer[`factory${i + 1}`] = counts(f)));
  offer.centre = counts(position.centre) + (position.marker === 'centre' ? 'M' : '');
  return offer;
}

/** What the page ought to show; at the end the result stands where the offer was. */
export function expected(position: Position): Seen {
  const offer = position.phase === 'over' ? {} : offerOf(position);
  const boards = isDuel(position)
    ? position.boards.map((b) => ({ score: b.score, lines: b.lines, wall: b.tiles, floor: b.broken }))
    : position.boards.map((b) => ({ score: b.score, lines: b.lines, wall: b.wall, floor: b.floor }));
  return { offer, boards };
}

/** What the page shows. Every tile carries its letter in its class; counts above five are read off the number. */
export async function read(page: Page, players: number): Promise<Seen> {
  return page.evaluate((n) => {
    const letter = (tile: Element): string => /tile-(special|[A-Z])\b/.exec(tile.className)![1]!.replace('special', '*');
    const settled = (root: Element | null): Element[] =>
      root ? [...root.querySelectorAll('.tile')].filter((e) => !e.closest('.coming')) : [];
    const letters = (root: Element | null): string => settled(root).map(letter).join('');
    const sorted = (s: string): string => [...'BYRKT'].map((c) => c.repeat(s.split(c).length - 1)).join('');
    const boards = Array.from({ length: n }, (_, seat) => {
      const root = document.querySelector(`[data-seat="${seat}"]`)!;
      const lines = [...root.querySelectorAll('.lines > li')].map((li) => letters(li));
      const wall = [...root.querySelectorAll('.wall-row, .dome-row')].map((row) =>
        [...row.querySelectorAll('.wall-cell')].map((cell) => letters(cell) || '.').join(''),
      );
      const score = Number(root.querySelector('.score')!.textContent);
      return { score, lines, wall, floor: letters(root.querySelector('.floor-spaces')) };
    });
    const offer: Record<string, string> = {};
    document.querySelectorAll('.factory').forEach((f, i) => (offer[`factory${i + 1}`] = sorted(letters(f))));
    const centre = document.querySelector('.centre');
    if (centre) {
      const heaps = [...centre.querySelectorAll('.heap')].map((h) =>
        letters(h)[0]!.repeat(Number(h.querySelector<HTMLElement>('.count')!.dataset.text)),
      );
      offer.centre = sorted(heaps.join('')) + (centre.querySelector('.marker') ? 'M' : '');
    }
    const large = document.querySelector('.duel-factory.large');
    if (large) {
      offer.large = sorted(letters(large.querySelector('.sun')));
      offer.largeMoon = sorted(letters(large.querySelector('.moon')));
    }
    document.querySelectorAll('.duel-factory.small').forEach((f, i) => {
      offer[`sun${i + 1}`] = sorted(letters(f.querySelector('.sun')));
      offer[`moon${i + 1}`] = letters(f.querySelector('.moon'));
    });
    return { boards, offer };
  }, players);
}
