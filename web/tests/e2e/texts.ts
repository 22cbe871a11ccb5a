/* Words that can be read: nothing that is drawn is smaller than 11 pixels. */
import type { Page } from 'playwright-core';

/** What is smaller anywhere on the page, dialogs included, with its size. */
export const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN = 11;
    const hidden = '.unseen, .on-focus, option, datalist, script, style, symbol, defs';
    const shown = (e: Element) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest(hidden);
    const hasWords = (e: Element) =>
      (e instanceof HTMLElement && e.dataset.text) ||
      [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent!.trim() !== '') ||
      e.matches('select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), textarea');
    const drawnAs = (e: Element) => (e instanceof SVGGraphicsElement ? (e.getScreenCTM()?.a ?? 1) : 1); // a drawing is scaled
    const told = (e: Element) => {
      const before = getComputedStyle(e, '::before').content;
      return e instanceof HTMLElement && e.dataset.text && before !== 'none' ? '::before' : null;
    };
    const size = (e: Element) => parseFloat(getComputedStyle(e, told(e)).fontSize) * drawnAs(e);
    return [...document.body.querySelectorAll('*')]
      .filter((e) => hasWords(e) && shown(e) && size(e) > 0 && size(e) < MIN - 0.01)
      .map((e) => {
        const { parentElement: parent } = e;
        const name = [parent, e].map((x) => `${x?.tagName.toLowerCase()}.${x?.getAttribute('class') ?? ''}`).join(' > ');
        return `${name} “${(e.textContent ?? '').slice(0, 20)}” ${size(e).toFixed(1)} px`;
      });
  });
