/* What the first page, the set-up and a game say stands in the first half of the words: the other half is fetched later. */
import { FluentResource } from '@fluent/bundle';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES, laterWordsOf, wordsOf } from '../src/text/languages';

/** The screens that wait for all words (`ALL_WORDS`), and what only they use. */
const LATER = /^(online|learn|practice|editor|review)\/|^screens\/HelpDialog|^board\/RuleWords/;
/** Said on the table, but only where one of those screens has opened it; themes of puzzles look like themes of the page. */
const ELSEWHERE = /^(refusal-(online|lesson)$|refusal-online-|guest|puzzle-|theme-)/;

const idsIn = (words: string): string[] => new FluentResource(words).body.map(({ id }) => id);

const SRC = new URL('../src/', import.meta.url);
const early = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((f) => /\.tsx?$/.test(f) && !LATER.test(f))
  .map((f) => readFileSync(new URL(f, SRC), 'utf8'))
  .join('\n');

it.each(LANGUAGES)('the two halves in %s are the whole, divided as in English', async (l) => {
  const [first, later] = [idsIn(await wordsOf(l)), idsIn(await laterWordsOf(l))];
  expect([...first, ...later]).toEqual(idsIn(readFileSync(new URL(`text/${l}.ftl`, SRC), 'utf8')));
  expect([...later].sort()).toEqual(idsIn(await laterWordsOf('en')).sort());
});

it('what is drawn before the other half has come is in the first', async () => {
  const later = idsIn(await laterWordsOf('en'));
  const whole = [...early.matchAll(/\bt\([^'`)]*(?:'([\w-]+)'[^'`)]*)(?:'([\w-]+)'[^'`)]*)?/g)].flatMap(([, a, b]) => [a, b]);
  const begun = [...early.matchAll(/\bt\(\s*`([\w-]+)\$\{/g)].map((m) => m[1]!);
  expect(whole.length).toBeGreaterThan(200);
  expect(begun.length).toBeGreaterThan(20);
  const used = later.filter((id) => !ELSEWHERE.test(id) && (whole.includes(id) || begun.some((b) => id.startsWith(b))));
  expect(used).toEqual([]);
});

it('the first half refers to nothing in the other', async () => {
  const later = new Set(idsIn(await laterWordsOf('en')));
  for (const l of LANGUAGES) {
    const named = [...(await wordsOf(l)).matchAll(/\{ ([a-z][\w-]*) \}/g)].map((m) => m[1]!);
    expect(named.filter((id) => later.has(id))).toEqual([]);
  }
});
