/* What is said to the player: under the table, or beside the place that it is about. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Step } from '../game/choosing';

const GAP = 6;

/** The place on the table that a step touches; its repetition among the buttons is none. */
const placeOf = (step: Step): Element | undefined =>
  [...document.querySelectorAll(`.felt [data-step="${step}"]`)].find((e) => e.getClientRects().length > 0);

/** Under the place, or over it where the window ends. */
function lay(message: HTMLElement, step: Step | undefined): void {
  const place = step && placeOf(step);
  message.classList.toggle('beside', Boolean(place));
  if (!place) return;
  const { left, top, bottom } = place.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = message;
  const under = bottom + GAP + height < innerHeight - GAP;
  message.style.setProperty('--x', `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`);
  message.style.setProperty('--y', `${under ? bottom + GAP : Math.max(GAP, top - height - GAP)}px`);
}

export function Message({ at, children }: { at: Step | undefined; children: ComponentChildren }) {
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const follow = () => lay(box.current!, at);
    follow();
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
