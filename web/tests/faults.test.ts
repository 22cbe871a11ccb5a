/* Every way in which a record can be refused is said in whole sentences, in each language and with the place. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recordFaultWords } from '../src/game/faults';
import { LANGUAGES } from '../src/text/languages';
import { translator } from '../src/text/text';
import { openEngine } from './engine';

const HEAD = '[Azulejo "1"]\n[Rules "classic"]\n[Players "2"]\n\n';
const DEAL = `${HEAD}round 1 starter=0 BBYR KKTB YYRK TTRB KRYB\n`;
const DAMAGED: [record: string, part: string, place: string][] = [
  ['', 'none', ''],
  ['nonsense', 'tag', '1, 1'],
  [HEAD, 'cut', '5, 1'],
  [`${HEAD}round 1 starter=0 BBXR`, 'deal', '5, 21'],
  [`${DEAL}1B1 2K9`, 'move', '6, 7'],
  [`${DEAL}1B1 1B2`, 'refused', '6, 5'],
  [`${DEAL}1B1 {never closed`, 'note', '6, 5'],
  [`${DEAL}1B1 2K2 end * 0-1 time`, 'end', '6, 15'],
];

it.each(LANGUAGES)('a refused record is explained: %s', async (language) => {
  const t = translator(language, readFileSync(new URL(`../src/text/${language}.ftl`, import.meta.url), 'utf8'));
  const call = await openEngine();
  const said = DAMAGED.map(([record, part, place]) => {
    const answer = call({ do: 'load', record });
    expect([answer.ok, answer.fault.refusal ? 'refused' : answer.fault.part]).toEqual([false, part]);
    const words = recordFaultWords(t, record, answer);
    expect(words).not.toMatch(/⟨|undefined|\{ ?\$/);
    expect(words).not.toContain(answer.fault.text);
    if (place) expect(words.replace(/^.*?(\d+), \D*(\d+).*$/s, '$1, $2')).toBe(place);
    return words;
  });
  expect(new Set(said).size).toBe(DAMAGED.length);
});

/** Codes of the rules and of positions; the rest of the list is about programs. */
const codes = (): string[] => {
  const list = readFileSync(new URL('../../include/azulejo/error.h', import.meta.url), 'utf8');
  const all = [...list.matchAll(/X\(([A-Z_]+),/g)].map((m) => m[1]!);
  return all.slice(all.indexOf('GAME_OVER'), all.indexOf('SYNTAX')).map((c) => c.toLowerCase().replaceAll('_', '-'));
};

it.each(LANGUAGES)('every refusal of the rules has a sentence of its own: %s', (language) => {
  const t = translator(language, readFileSync(new URL(`../src/text/${language}.ftl`, import.meta.url), 'utf8'));
  const args = { seat: 1, from: 1, line: 1, column: 1, colour: 'B', other: 'B', number: 1, limit: 1 };
  expect(codes().length).toBeGreaterThan(60);
  expect(codes().filter((c) => /⟨|\{ ?\$/.test(t(`refusal-${c}`, args)))).toEqual([]);
});
