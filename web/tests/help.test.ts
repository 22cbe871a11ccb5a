/* Every rule of the rules dialog has words in every language, and a drawing. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULES } from '../src/model/types';
import { sectionsOf } from '../src/screens/HelpDialog';
import { FIGURE_NAMES } from '../src/screens/RuleFigure';

it.each(RULES)('%s: each rule has its drawing and its words', (rules) => {
  const sections = sectionsOf(rules);
  expect(sections.length).toBeGreaterThan(6);
  expect(sections.filter((s) => !FIGURE_NAMES.includes(s))).toEqual([]);
  for (const language of ['en', 'nl', 'de']) {
    const words = readFileSync(new URL(`../src/text/${language}.ftl`, import.meta.url), 'utf8');
    expect(sections.filter((s) => !words.includes(`\nhelp-${s} = `))).toEqual([]);
  }
});
