/* Dragging tiles to a target: the same two touches, made with one gesture. */
import type { Step } from '../game/choosing';

interface Hand {
  onLift: (step: Step) => void;
  onDrop: (step: Step) => void;
  onMiss: () => void;
}

const FAR = 8;

/** Watches the table for drags; returns the function that stops watching. */
export function watchDrags(root: HTMLElement, hand: Hand): () => void {
  let from: HTMLElement | null = null;
  let ghost: HTMLElement | null = null;
  let start = { x: 0, y: 0 };

  const lift = (e: PointerEvent) => {
    const source = (e.target as Element).closest<HTMLElement>('.take[data-step], .heap[data-step], .plate-take[data-step]');
    if (!source || e.button !== 0 || source.getAttribute('aria-disabled') === 'true') return;
    from = source;
    start = { x: e.clientX, y: e.clientY };
  };
  const move = (e: PointerEvent) => {
    if (!from) return;
    if (!ghost && Math.hypot(e.clientX - start.x, e.clientY - start.y) > FAR) {
      ghost = ghostOf(from);
      if (from.getAttribute('aria-pressed') !== 'true') hand.onLift(from.dataset.step!);
    }
    ghost?.style.setProperty('transform', `translate(${e.clientX}px, ${e.clientY}px) translate(-50%, -50%)`);
  };
  const drop = (e: PointerEvent) => {
    if (ghost) {
      ghost.remove();
      const under = document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>('[data-step]');
      swallowClick();
      if (under && /^(to|slot):/.test(under.dataset.step ?? '')) hand.onDrop(under.dataset.step!);
      else hand.onMiss();
    }
    from = ghost = null;
  };
  const stop = () => {
    ghost?.remove();
    from = ghost = null;
  };
  root.addEventListener('pointerdown', lift);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', drop);
  window.addEventListener('pointercancel', stop);
  return () => {
    root.removeEventListener('pointerdown', lift);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', drop);
    window.removeEventListener('pointercancel', stop);
  };
}

function ghostOf(source: HTMLElement): HTMLElement {
  const ghost = document.createElement('div');
  ghost.className = 'drag-ghost';
  ghost.setAttribute('aria-hidden', 'true');
  for (const art of source.querySelectorAll('.tile, .plate')) ghost.append(art.cloneNode(true));
  document.body.append(ghost);
  return ghost;
}

/** The click that the browser sends after the drop belongs to no one. */
function swallowClick(): void {
  const eat = (e: Event) => e.stopPropagation();
  window.addEventListener('click', eat, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', eat, { capture: true }), 50);
}
