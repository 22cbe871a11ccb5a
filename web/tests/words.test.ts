/* A whole game in figures and in words: both come from the engine's log and positions. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sumsOf } from '../src/game/result';
import { tableInWords } from '../src/game/describeTable';
import { RULES, type LogEntry, type Rules, type TableState } from '../src/model/types';
import { LANGUAGES } from '../src/text/languages';
import { translator } from '../src/text/text';
import { openTable, type Call } from './engine';

function play(call: Call, rules: Rules): void {
  call({ do: 'new', rules, players: 2, starter: 0, seed: '9', tablets: rules === 'duel' ? ['a1', 'b1', 'c1'] : undefined });
  for (let ply = 0; ply < 400; ply++) {
    const { position } = call({ do: 'state' });
    if (position.seat === null) return;
    const { move } = call({ do: 'search', position: call({ do: 'state', seat: position.seat }).text, bot: 'novice', seed: String(ply) });
    call({ do: 'play', move });
  }
}

it.each(RULES)('the parts of a score add up: %s', async (rules) => {
  const call = await openTable();
  play(call, rules);
  const log: LogEntry[] = call({ do: 'log', from: 0 }).log;
  const scores: number[] = call({ do: 'state' }).position.boards.map((b: { score: number }) => b.score);
  const sums = sumsOf(log, scores);
  expect(scores.map((_, seat) => sums.reduce((sum, { points }) => sum + points[seat]!, 0))).toEqual(scores);
  const before = sums.find((s) => s.part === 'before')?.points ?? [0, 0];
  expect(before).toEqual(rules === 'duel' ? [5, 5] : [0, 0]); // Duel begins with five points
});

it.each(LANGUAGES)('the table is said in words, every tile of it: %s', async (language) => {
  const t = translator(language, readFileSync(new URL(`../src/text/${language}.ftl`, import.meta.url), 'utf8'));
  for (const rules of RULES) {
    const call = await openTable();
    call({ do: 'new', rules, players: 2, starter: 0, seed: '9', tablets: rules === 'duel' ? ['a1', 'b1', 'c1'] : undefined });
    const { position } = call({ do: 'state', seat: 0 });
    const components = call({ do: 'components', rules });
    const state = {
      position,
      components,
      view: 0,
      seats: [
        { kind: 'person', name: 'Ana' },
        { kind: 'person', name: 'Bruno' },
      ],
    } as unknown as TableState;
    const sections = tableInWords(t, state);
    const words = JSON.stringify(sections);
    expect(words).not.toMatch(/⟨|undefined|\{ ?\$/);
    expect(sections).toHaveLength(4);
    expect(sections[0]!.lines).toHaveLength(rules === 'duel' ? 5 : 6);
    expect(sections[1]!.title).toContain('Ana');
    expect(sections[1]!.lines).toHaveLength(rules === 'duel' ? 13 : 11);
  }
});

/** What a piece shows and what its key is comes from one message; the sentences about them must name the same letters. */
it.each(LANGUAGES)('settings and help say the letters that are really shown: %s', (language) => {
  const t = translator(language, readFileSync(new URL(`../src/text/${language}.ftl`, import.meta.url), 'utf8'));
  const letters = [...'BYRKT'].map((colour) => t('letter', { colour })).join(', ');
  expect(t('set-letters-words')).toContain(letters);
  expect(t('help-keys')).toContain(letters);
});

it('German colours have the ending that follows an article', () => {
  const t = translator('de', readFileSync(new URL('../src/text/de.ftl', import.meta.url), 'utf8'));
  expect(t('hint-where', { colour: 'T', from: t('source-moon') })).toBe('Tipp: Sieh dir die türkisen Fliesen von den Monden an.');
  expect(t('why-colour-own', { colour: 'B' })).toBe('bringt alle fünf blauen Fliesen näher');
  expect(t('take-moon', { colour: 'R' })).toBe('Alle obersten roten Fliesen der Monde');
  expect(t('refusal-factory-lacks', { colour: 'K', from: 3 })).toBe('Auf Manufaktur 3 liegt keine schwarze Fliese.');
});
