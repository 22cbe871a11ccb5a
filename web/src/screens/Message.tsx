/* What is said to the player: beside the place that it is about; in the place of the news, where the table has one, because
 * over the offer it could cover what it speaks of; else under the table. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Step } from '../game/choosing';

const GAP = 6;

/** The place on the table that a step touches; its repetition among the buttons is none. */
const placeOf = (step: Step): Element | undefined =>
  [...document.querySelectorAll(`.felt [data-step="${step}"]`)].find((e) => e.getClientRects().length > 0);

interface Corner {
  left: number;
  top: number;
}

/** Under the place, or over it where the window ends. */
function besideStep(place: Element, { offsetWidth: width, offsetHeight: height }: HTMLElement): Corner {
  const { left, top, bottom } = place.getBoundingClientRect();
  const under = bottom + GAP + height < innerHeight - GAP;
  return {
    left: Math.max(GAP, Math.min(left, innerWidth - width - GAP)),
    top: under ? bottom + GAP : Math.max(GAP, top - height - GAP),
  };
}

/** Where the last moves stand, or, where there is no room for them, over the head of my board: never over my board. Null under
 * the table: there the page makes room. */
function besideBoards(message: HTMLElement): Corner | null {
  const own = document.querySelector('.felt:not([hidden]) .own .player-board')?.getBoundingClientRect();
  if (!own || getComputedStyle(message.parentElement!).position !== 'absolute') return null;
  const news = document.querySelector('.felt .news')!.getBoundingClientRect();
  const hasNews = news.width > 0;
  message.classList.toggle('as-news', hasNews);
  message.style.setProperty('--w', `${news.width}px`);
  const lowest = Math.max(GAP, own.top - message.offsetHeight - GAP);
  return hasNews ? { left: news.left, top: Math.min(news.top, lowest) } : { left: own.left, top: lowest };
}

function lay(message: HTMLElement, step: Step | undefined): void {
  message.classList.remove('as-news');
  message.classList.add('beside'); // measured as it will lie
  const place = step && placeOf(step);
  const corner = place ? besideStep(place, message) : besideBoards(message);
  message.classList.toggle('beside', corner !== null);
  if (!corner) return;
  const origin = message.offsetParent!.getBoundingClientRect(); // not `fixed`: older browsers measure that from a container
  message.style.setProperty('--x', `${corner.left - origin.left}px`);
  message.style.setProperty('--y', `${corner.top - origin.top}px`);
}

export function Message({ at, children }: { at: Step | undefined; children: ComponentChildren }) {
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => lay(box.current!, at)); // the boards move when something is opened beside them
  useLayoutEffect(() => {
    const follow = () => lay(box.current!, at);
    addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow);
      removeEventListener('resize', follow);
    };
  }, [at]);
  return (
    <p class="message" role="alert" ref={box}>
      {children}
    </p>
  );
}
