/* Motion is decoration over a page already drawn from the position: it may be cut at any moment and nothing is lost. */
import { SPEED_FACTOR, type Settings } from '../settings/settings';

/** 0 when nothing may move. */
export function pace(settings: Settings): number {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return SPEED_FACTOR[settings.speed];
}

const layer = (): HTMLElement => {
  let found = document.querySelector<HTMLElement>('.motion-layer');
  if (!found) {
    found = document.createElement('div');
    found.className = 'motion-layer';
    found.setAttribute('aria-hidden', 'true');
    document.body.append(found);
  }
  return found;
};

export const clearMotion = (): void => layer().replaceChildren();

export const at = (place: string): Element | null => document.querySelector(`[data-at="${place}"]`);

/** Pictures of tiles and where they lie, taken before a change. */
export interface Snapshot {
  art: Node;
  box: DOMRect;
}

export function snapshot(places: string[]): Snapshot[] {
  return places
    .flatMap((p) => [...document.querySelectorAll(`[data-at="${p}"] .tile, [data-at="${p}"] .plate`)])
    .map((e) => ({ art: e.cloneNode(true), box: e.getBoundingClientRect() }));
}

const isDrawn = (e: Element): boolean => e.getClientRects().length > 0;

/** Where something lies; on a phone the strip of a rival stands for what is folded away in it. */
const boxOf = (e: Element): DOMRect => (isDrawn(e) ? e : (e.closest('.rival') ?? e)).getBoundingClientRect();

/** Sends the pictures to their new place on shallow arcs. */
export function fly(pieces: Snapshot[], to: Element | null, speed: number): void {
  if (!to || speed === 0) return;
  const goal = boxOf(to);
  pieces.forEach(({ art, box }, i) => {
    const piece = document.createElement('div');
    piece.className = 'flying';
    piece.append(art);
    Object.assign(piece.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    layer().append(piece);
    const dx = goal.left + goal.width / 2 - box.left - box.width / 2;
    const dy = goal.top + goal.height / 2 - box.top - box.height / 2;
    const lift = -Math.min(48, Math.hypot(dx, dy) / 6);
    const frames = [
      { transform: 'translate(0, 0)', opacity: 1 },
      { transform: `translate(${dx / 2}px, ${dy / 2 + lift}px) scale(1.06)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${dx}px, ${dy}px) scale(.92)`, opacity: 0.2 },
    ];
    const way = piece.animate(frames, { duration: 240 * speed, delay: i * 40 * speed, easing: 'ease-out', fill: 'backwards' });
    way.onfinish = way.oncancel = () => piece.remove();
  });
}

/** A number rises from a place. */
export function rise(text: string, from: Element, speed: number, loss: boolean): void {
  const box = boxOf(from);
  const number = document.createElement('div');
  number.className = `rising${loss ? ' loss' : ''}`;
  number.textContent = text;
  Object.assign(number.style, { left: `${box.left + box.width / 2}px`, top: `${box.top + box.height / 2}px` });
  layer().append(number);
  const frames = [
    { transform: 'translate(-50%, -20%) scale(.7)', opacity: 0 },
    { transform: 'translate(-50%, -80%) scale(1.1)', opacity: 1, offset: 0.3 },
    { transform: 'translate(-50%, -140%) scale(1)', opacity: 0 },
  ];
  const way = number.animate(frames, { duration: 900 * speed, easing: 'ease-out' });
  way.onfinish = way.oncancel = () => number.remove();
}

/** Light sweeps over the cells of a run, one after the other. */
export function sweep(cells: Element[], speed: number): void {
  cells.filter(isDrawn).forEach((cell, i) => {
    const box = cell.getBoundingClientRect();
    const light = document.createElement('div');
    light.className = 'sweep';
    Object.assign(light.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    layer().append(light);
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.35 }, { opacity: 0 }];
    const way = light.animate(frames, { duration: 560 * speed, delay: i * 70 * speed, easing: 'ease-out', fill: 'backwards' });
    way.onfinish = way.oncancel = () => light.remove();
  });
}
