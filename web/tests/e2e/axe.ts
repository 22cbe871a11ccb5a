/* What every screen must pass: axe-core finds nothing, and nothing scrolls sideways. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const COLOURS = ['light normal', 'dark normal', 'light more', 'dark more'];

/** All rules in the theme at hand, and contrast in the other ones and in high contrast too, which change colours alone. The
 * page needs `bypassCSP`, because axe is put into it from outside. */
export async function findings(page: Page, others = COLOURS): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (modes) => {
    const look = async (how: object, mode: string): Promise<string[]> => {
      const { violations } = await (window as any).axe.run(document, { ...how, resultTypes: ['violations'] });
      return violations.flatMap((v: any) =>
        v.nodes.map((n: any) => `${mode}${v.id}: ${n.target.join(' ')} — ${n.any[0]?.message ?? n.failureSummary}`),
      );
    };
    const root = document.documentElement.dataset;
    const { theme, contrast } = root;
    const found = await look({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }, '');
    for (const colours of modes) {
      if (colours === `${theme} ${contrast}`) continue;
      [root.theme, root.contrast] = colours.split(' ');
      found.push(...(await look({ runOnly: ['color-contrast'] }, `${colours}: `)));
    }
    Object.assign(root, { theme, contrast });
    return found;
  }, others);
}

/** Words that do not fit into what holds them; cut with an ellipsis is allowed. */
export const spills = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button:not(.tablet, .touch), .button, h1, h2, h3, p, li:not(.lines > li, :has(.hinted)), legend, label, th, td, summary, strong',
      ),
    ]
      .filter(
        (e) => e.offsetParent && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).textOverflow !== 'ellipsis',
      )
      .map((e) => `${e.tagName}.${e.className}: ${e.textContent!.slice(0, 40)} ${e.scrollWidth} > ${e.clientWidth}`),
  );

export const sideways = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
