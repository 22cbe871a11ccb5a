/* Pieces in the air over the page: lifted where they lay, flown to where they will lie. Only transform and opacity
 * move, so that a slow device keeps up. The table itself is drawn by others; a piece in the air lies on it nowhere. */
import type { Flight, Spot } from './pieces';
import type { Scene } from './scenes';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A piece that was lifted: its picture, and where it lay on the page. */
export interface Piece {
  flight: Flight;
  art: HTMLElement;
  from: Box;
  to: Box | null;
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

/** Takes everything out of the air. */
export const clearStage = (): void => document.querySelector('.motion-layer')?.replaceChildren();

const STRIP_PIECE = 20;
const ART = '.tile, .plate, .chip';
const placeOf = (at: string): Element | null => document.querySelector(`[data-at="${at}"]`);
const isDrawn = (e: Element): boolean => e.getClientRects().length > 0;

/** Where something lies on the page. On a phone the small wall in the strip of a rival stands for what is folded away,
 * and a piece is small there. */
function boxOf(e: Element): Box {
  const strip = isDrawn(e) ? null : e.closest('.rival');
  const { left, top, width, height } = (strip ? (strip.querySelector('.mini-wall') ?? strip) : e).getBoundingClientRect();
  if (!strip) return { left: left + scrollX, top: top + scrollY, width, height };
  const size = Math.min(width, height, STRIP_PIECE);
  return { left: left + scrollX + (width - size) / 2, top: top + scrollY + (height - size) / 2, width: size, height: size };
}

function artAt({ at, n }: Spot): HTMLElement | null {
  const place = placeOf(at);
  const all = place ? [...(place.matches(ART) ? [place] : place.querySelectorAll<HTMLElement>(ART))] : [];
  const drawn = all.filter(isDrawn); // of a heap on a phone only one tile is
  const there = drawn.length > 0 ? drawn : all;
  return (there[Math.min(n, there.length - 1)] as HTMLElement | undefined) ?? null;
}

/** Pictures of the pieces where they lie; to be called before they are taken off the table. What is hidden (a rival's
 * drawn plate) comes from the pile. */
export function lift(flights: Flight[]): Piece[] {
  for (const factory of document.querySelectorAll('.spare')) factory.getAnimations().forEach((a) => a.finish()); // or they miss their goals
  return flights.flatMap((flight) => {
    const art = artAt(flight.from) ?? (flight.piece === 'plate' ? artAt({ at: 'pile', n: 0 }) : null);
    return art ? [{ flight, art: art.cloneNode(true) as HTMLElement, from: boxOf(art), to: null }] : [];
  });
}

/** Where the pieces will lie; to be called while the table is drawn as it will be. */
export function aim(pieces: Piece[]): void {
  for (const piece of pieces) {
    const { to } = piece.flight;
    const goal = to && (artAt(to) ?? placeOf(to.at));
    piece.to = goal ? boxOf(goal) : null;
  }
}

export const FLIGHT_MS = 220;
const STAGGER_MS = 22;
const STAGGER_MAX_MS = 110;

/** The pieces set off; they stay in the air until the stage is cleared. `ms`: when the last one has landed. */
export function fly(pieces: Piece[], ms: number): void {
  const stagger = Math.min(STAGGER_MS, STAGGER_MAX_MS / Math.max(1, pieces.length - 1));
  const whole = Math.min(1, ms / (FLIGHT_MS + STAGGER_MAX_MS));
  const air = airborne(pieces);
  pieces.forEach((piece, i) => {
    const timing = { duration: FLIGHT_MS * whole, delay: i * stagger * whole, fill: 'both' as const };
    if (piece.to) air[i]!.animate(arc(piece.from, piece.to, piece.flight.turn), timing);
    else fade(air[i]!, piece.from, timing);
  });
}

/** Each piece in the layer, as large as it will lie: a plate keeps its own size and is scaled to it. All are laid there
 * before the first is measured, so that the browser lays out the page once and not once a piece. */
function airborne(pieces: Piece[]): HTMLElement[] {
  const air = pieces.map(({ art, flight, from, to }) => {
    const piece = document.createElement('div');
    piece.className = 'flying';
    piece.dataset.piece = flight.piece;
    piece.append(art);
    const size = to ?? from;
    Object.assign(piece.style, { width: `${size.width}px`, height: `${size.height}px` });
    return piece;
  });
  layer().append(...air);
  const own = pieces.map(({ art }) => art.offsetWidth);
  pieces.forEach(({ art, from, to }, i) => {
    const { width } = to ?? from;
    if (own[i]! > 0 && Math.abs(own[i]! - width) > 1) {
      art.style.transformOrigin = '0 0';
      art.style.transform = `scale(${width / own[i]!})`;
    }
  });
  return air;
}

const POINTS = 8;

/** A shallow arc, quick at first and slow at its end. */
export function arc(from: Box, to: Box, turn = 0): Keyframe[] {
  const start = { x: from.left + from.width / 2 - to.width / 2, y: from.top + from.height / 2 - to.height / 2 };
  const [dx, dy] = [to.left - start.x, to.top - start.y];
  const lifted = Math.min(48, Math.hypot(dx, dy) / 6);
  const size = from.width / (to.width || 1);
  return Array.from({ length: POINTS + 1 }, (_, i) => {
    const way = 1 - (1 - i / POINTS) ** 2.4;
    const x = start.x + dx * way;
    const y = start.y + dy * way - lifted * 4 * way * (1 - way);
    const scale = size + (1 - size) * way;
    return { transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn * 90 * way}deg)` };
  });
}

/** It leaves the table: it sinks and shrinks where it lies. */
function fade(piece: HTMLElement, from: Box, timing: KeyframeAnimationOptions): void {
  const at = `translate(${from.left}px, ${from.top}px)`;
  piece.animate(
    [
      { transform: at, opacity: 1 },
      { transform: `${at} translateY(${from.height * 0.3}px) scale(.3) rotate(14deg)`, opacity: 0 },
    ],
    { ...timing, easing: 'ease-in' },
  );
}

/** One soft bounce of what has just landed. */
export function bounce(flights: Flight[]): void {
  const landed = flights.map(({ to }) => to && artAt(to)).filter((art) => art !== null && isDrawn(art));
  for (const art of landed) art!.animate([{ transform: 'scale(1.07)' }, { transform: 'none' }], { duration: 120, easing: 'ease-out' });
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** The points of a scene: light sweeps over the run, and the number rises from what made it. */
export function score({ events, seat }: Scene, ms: number): void {
  const points = events.reduce((sum, e) => sum + e.points, 0);
  const places = events.flatMap((e) => e.cells ?? (e.row && e.column ? [[e.row, e.column] as const] : []));
  const names = [...new Set(places.map(([r, c]) => `${seat}/wall/${r}/${c}`))];
  const cells = names.map(placeOf).filter((e): e is Element => e !== null);
  const place =
    cells.at(-1) ?? (events[0]?.kind === 'paid' ? null : placeOf(`${seat}/floor`)) ?? document.querySelector(`[data-score="${seat}"]`);
  const box = place && points !== 0 ? boxOf(place) : null; // measured before anything new is laid on the page
  sweep(cells, ms);
  if (box) rise(signed(points), box, ms, points < 0);
}

/** The numbers stay below the bars at the edges of the screen: they never lie over a button. */
function rise(text: string, box: Box, ms: number, loss: boolean): void {
  const number = document.createElement('div');
  number.className = `rising${loss ? ' loss' : ''}`;
  number.textContent = text;
  layer().append(number);
  const at = `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px)`;
  const frames = [
    { transform: `${at} translate(-50%, -20%) scale(.7)`, opacity: 0 },
    { transform: `${at} translate(-50%, -80%) scale(1.1)`, opacity: 1, offset: 0.25 },
    { transform: `${at} translate(-50%, -110%) scale(1)`, opacity: 1, offset: 0.75 },
    { transform: `${at} translate(-50%, -140%) scale(1)`, opacity: 0 },
  ];
  number.animate(frames, { duration: ms, easing: 'ease-out', fill: 'both' });
}

function sweep(cells: Element[], ms: number): void {
  const boxes = cells.filter(isDrawn).map(boxOf);
  const each = ms * 0.7;
  boxes.forEach((box, i) => {
    const light = document.createElement('div');
    light.className = 'sweep';
    Object.assign(light.style, { width: `${box.width}px`, height: `${box.height}px`, transform: `translate(${box.left}px, ${box.top}px)` });
    layer().append(light);
    const delay = (ms - each) * (i / Math.max(1, boxes.length - 1));
    light.animate([{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], {
      duration: each,
      delay,
      easing: 'ease-out',
      fill: 'both',
    });
  });
}

/** New tiles come to the factories one factory after the other. */
export function deal(ms: number): void {
  const groups = [...document.querySelectorAll('.factory, .duel-factory')];
  groups.forEach((group, i) => {
    for (const art of group.querySelectorAll(ART)) {
      art.animate(
        [
          { transform: 'translateY(-30%) scale(.6)', opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        {
          duration: ms * 0.4,
          delay: (ms * 0.55 * i) / Math.max(1, groups.length - 1),
          easing: 'ease-out',
          fill: 'backwards',
        },
      );
    }
  });
}
