/* Targets for a finger: everything that may be touched answers on 44 by 44 pixels, and nothing lies over its middle. */
import type { Page } from 'playwright-core';

/** What is smaller, with its size. Links inside a sentence may be as high as their line; what has a large twin that does
 * the same may be small itself: the lines of the board stand among the buttons too, and what is chosen is let go by the
 * button that puts back. Both are exceptions that WCAG 2.5.5 makes. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN = 43.5;
    const wanted = 'a[href], button, input, select, textarea, summary, [role="button"], [tabindex="0"]';
    const shown = (e: HTMLElement) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1;
    const dead = (e: HTMLElement) => e.matches(':disabled, [aria-disabled="true"], .on-focus') || e.closest('[inert]') !== null;
    const behind = (e: HTMLElement) => document.querySelector('dialog[open]') !== null && !e.closest('dialog[open]');
    const inSentence = (e: HTMLElement) => e.matches('a') && getComputedStyle(e).display === 'inline';

    /** How far from its middle the element answers along one axis. */
    function reach(e: HTMLElement, dx: number, dy: number): number {
      const { left, top, width, height } = e.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      let far = 0;
      while (far < 30 && e.contains(document.elementFromPoint(x + dx * (far + 0.5), y + dy * (far + 0.5)))) far += 0.5;
      return far;
    }
    /** Whether nothing lies over the middle of what the next touch may be; of several tiles, of the first. */
    function answers(e: HTMLElement): boolean {
      if (!e.matches('.touch.open') || document.querySelector('.drawer, .menu-list')) return true; // opened over the table
      e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = (e.querySelector('.tile') ?? e).getBoundingClientRect();
      return e.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }
    function size(e: HTMLElement): [number, number] {
      const { width, height } = e.getBoundingClientRect();
      if (!answers(e)) return [0, 0];
      if (width >= MIN && height >= MIN) return [width, height];
      e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const wide = Math.max(width, reach(e, 1, 0) + reach(e, -1, 0));
      return [wide, Math.max(height, reach(e, 0, 1) + reach(e, 0, -1))];
    }
    const large = ([w, h]: [number, number]) => w >= MIN && h >= MIN;

    const { scrollX: x, scrollY: y } = window;
    const sizes = [...document.querySelectorAll<HTMLElement>(wanted)]
      .filter((e) => shown(e) && !dead(e) && !behind(e) && !inSentence(e))
      .map((e) => ({ e, label: e.closest('label') }))
      .map(({ e, label }) => ({ e, size: label && !large(size(e)) ? size(label) : size(e) }));
    const back = sizes.some((s) => large(s.size) && s.e.matches('[data-do="undo"]'));
    const twins = new Set(
      sizes
        .filter((s) => large(s.size))
        .map((s) => s.e.dataset.step)
        .filter(Boolean),
    );
    scrollTo(x, y);
    const nameOf = (e: HTMLElement) => (e.getAttribute('aria-label') ?? e.textContent ?? '').slice(0, 40);
    return sizes
      .filter(({ e, size: s }) => !large(s) && !(e.dataset.step && twins.has(e.dataset.step)) && !(back && e.matches('.chosen')))
      .map(({ e, size: [w, h] }) => `${e.tagName.toLowerCase()}.${e.className} “${nameOf(e)}” ${Math.round(w)}×${Math.round(h)}`);
  });
