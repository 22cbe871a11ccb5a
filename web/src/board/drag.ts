/* Dragging tiles to a target: the same two touches, made with one gesture. A finger that moves up or down at once scrolls the
 * page (touch-action: pan-y, and the browser cancels the pointer); sideways, or after a press that holds, it lifts the tiles. */
import type { Step } from '../game/choosing';

interface Hand {
  onLift: (step: Step) => void;
  onDrop: (step: Step) => void;
  onMiss: () => void;
}

const FAR = 8;
const HELD_MS = 280;
/** The size of a tile in the ghost, as its style sheet has it. */
const GHOST_TILE = 40;

/** Watches the table for drags; returns the function that stops watching. */
export function watchDrags(root: HTMLElement, hand: Hand): () => void {
  let from: HTMLElement | null = null;
  let ghost: HTMLElement | null = null;
  let start = { x: 0, y: 0 };
  let timer = 0;
  let moved = false;

  const lift = (e: PointerEvent) => {
    const source = (e.target as Element).closest<HTMLElement>('.take[data-step], .heap[data-step], .plate-take[data-step]');
    if (!source || e.button !== 0 || source.getAttribute('aria-disabled') === 'true') return;
    from = source;
    moved = false;
    start = { x: e.clientX, y: e.clientY };
    if (e.pointerType === 'touch') timer = window.setTimeout(() => raise(start), HELD_MS);
  };
  const raise = (to: { x: number; y: number }) => {
    if (!from) return;
    if (!ghost) {
      ghost = ghostOf(from);
      if (from.getAttribute('aria-pressed') !== 'true') hand.onLift(from.dataset.step!);
    }
    ghost.style.setProperty('transform', `translate(${to.x}px, ${to.y}px) translate(-50%, -50%)`);
  };
  const move = (e: PointerEvent) => {
    const [dx, dy] = [Math.abs(e.clientX - start.x), Math.abs(e.clientY - start.y)];
    const far = e.pointerType === 'touch' ? dx > FAR && dx > dy : Math.hypot(dx, dy) > FAR;
    moved ||= far;
    if (ghost || far) raise({ x: e.clientX, y: e.clientY });
  };
  /** Once tiles are lifted, the finger no longer scrolls. */
  const hold = (e: Event) => {
    if (ghost && e.cancelable) e.preventDefault();
  };
  const drop = (e: PointerEvent) => {
    clearTimeout(timer);
    if (ghost) {
      ghost.remove();
      const under = document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>('[data-step]');
      swallowClick();
      if (under && /^(to|slot):/.test(under.dataset.step ?? '')) hand.onDrop(under.dataset.step!);
      else if (moved || under !== from) hand.onMiss(); // dropped where it was lifted: it stays in hand
    }
    from = ghost = null;
  };
  const stop = () => {
    clearTimeout(timer);
    ghost?.remove();
    from = ghost = null;
  };
  root.addEventListener('pointerdown', lift);
  root.addEventListener('touchmove', hold, { passive: false });
  root.addEventListener('contextmenu', hold);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', drop);
  window.addEventListener('pointercancel', stop);
  return () => {
    stop();
    root.removeEventListener('pointerdown', lift);
    root.removeEventListener('touchmove', hold);
    root.removeEventListener('contextmenu', hold);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', drop);
    window.removeEventListener('pointercancel', stop);
  };
}

function ghostOf(source: HTMLElement): HTMLElement {
  const ghost = document.createElement('div');
  ghost.className = 'drag-ghost';
  ghost.setAttribute('aria-hidden', 'true');
  document.body.append(ghost);
  for (const art of source.querySelectorAll<HTMLElement>('.tile, .plate')) {
    const { width } = art.getBoundingClientRect();
    const copy = art.cloneNode(true) as HTMLElement;
    ghost.append(copy);
    // A plate is drawn by the size of its tiles, a tile by its own width: both as large as they lie on the table.
    if (copy.matches('.plate')) copy.style.setProperty('--t', `${(GHOST_TILE * width) / copy.offsetWidth}px`);
    else copy.style.width = `${width}px`;
  }
  return ghost;
}

/** Ignores the click that the browser sends after the drop. */
function swallowClick(): void {
  const eat = (e: Event) => e.stopPropagation();
  window.addEventListener('click', eat, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', eat, { capture: true }), 50);
}
