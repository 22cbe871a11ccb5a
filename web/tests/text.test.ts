/* Every language has every message, with the same variables, and every key that the code uses exists. */
import { FluentResource } from '@fluent/bundle';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../src/text/languages';
import { pseudo, translator } from '../src/text/text';

const source = (l: string): string => readFileSync(new URL(`../src/text/${l}.ftl`, import.meta.url), 'utf8');

/** Messages of a file with the variables they use. */
function messages(l: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of new FluentResource(source(l)).body) {
    const used = [...new Set(JSON.stringify(entry.value).match(/"type":"var","name":"\w+"/g) ?? [])].sort();
    found.set(entry.id, used.join());
  }
  return found;
}

const english = messages('en');

it("the list names every file of words, the page's and the terminal's", () => {
  const files = (dir: string): string[] =>
    readdirSync(new URL(dir, import.meta.url))
      .filter((f) => f.endsWith('.ftl'))
      .map((f) => f.slice(0, -4))
      .sort();
  expect(files('../src/text/')).toEqual([...LANGUAGES].sort());
  expect(files('../src/text/terminal/')).toEqual([...LANGUAGES].sort());
});

/** What only the terminal says is Fluent too, with the same keys and variables in every language, and no key of the page. */
it.each(LANGUAGES)('the terminal in %s', (l) => {
  const mine = messages(`terminal/${l}`);
  expect([...mine]).toEqual([...messages('terminal/en')]);
  expect([...mine.keys()].filter((id) => english.has(id))).toEqual([]);
  expect(mine.size).toBe(
    source(`terminal/${l}`)
      .split('\n')
      .filter((line) => /^[a-z][\w-]* =/.test(line)).length,
  );
});

function sources(dir: URL): string {
  return readdirSync(dir, { withFileTypes: true })
    .map((e) => {
      if (e.isDirectory()) return sources(new URL(`${e.name}/`, dir));
      return /\.tsx?$/.test(e.name) ? readFileSync(new URL(e.name, dir), 'utf8') : '';
    })
    .join('\n');
}

describe.each(LANGUAGES)('%s', (l) => {
  it('has exactly the keys of English', () => {
    expect([...messages(l).keys()].sort()).toEqual([...english.keys()].sort());
  });
  it('uses the variables of English', () => {
    const mine = messages(l);
    const different = [...english].filter(([id, used]) => mine.get(id) !== used).map(([id]) => id);
    expect(different).toEqual([]);
  });
  it('reads without a fault', () => {
    const lines = source(l)
      .split('\n')
      .filter((line) => /^[a-z][\w-]* =/.test(line));
    expect(messages(l).size).toBe(lines.length);
  });
  it('says no word twice in a row, and nothing after two articles', () => {
    const twice = [
      /\b(?!je )(\p{L}+) \1\b/iu, // Dutch: "raak je je plaats kwijt"
      /\b(the|a|an) (the|a|an|who|whoever|your)\b/i,
      /\b(der|die|das) (der|die|das) [A-Z]|\b(de|het|een) (de|het|een)\b/,
    ];
    expect(
      source(l)
        .split('\n')
        .filter((line) => twice.some((x) => x.test(line.replace(/^[\w-]+ =/, '')))),
    ).toEqual([]);
  });
  it('says a whole sentence', () => {
    const t = translator(l, source(l));
    expect(t('advice-place', { count: 3, colour: 'B' })).not.toContain('{');
    expect(t('no-such-key')).toBe('⟨no-such-key⟩');
  });
});

it('every literal key in the code exists', () => {
  const code = sources(new URL('../src/', import.meta.url));
  const keys = [...code.matchAll(/\bt\(\s*'([\w-]+)'/g)].map((m) => m[1]!);
  expect(keys.length).toBeGreaterThan(80);
  expect([...new Set(keys)].filter((k) => !english.has(k))).toEqual([]);
});

it('the pseudo-locale is 40 % longer', () => {
  const text = 'Take all tiles of one colour.';
  expect(pseudo(text).length).toBeGreaterThanOrEqual(Math.ceil(text.length * 1.4));
});
