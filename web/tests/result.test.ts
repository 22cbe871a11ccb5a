/* The end of a game in words and figures. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeEvent } from '../src/game/describe';
import { placeWords, ranked, sumsOf, winnerWords } from '../src/game/result';
import type { LogEntry, Rules, Seat, TableState } from '../src/model/types';
import { LANGUAGES, type Language } from '../src/text/languages';
import { translator } from '../src/text/text';
import { openTable } from './engine';

const GOLDEN = new URL('../../tests/golden/', import.meta.url);
const RECORDS = readdirSync(GOLDEN).filter((f) => f.endsWith('.azr'));

it.each(RECORDS)('the parts of every score add up, what was lost is a loss, and what was not is none: %s', async (name) => {
  const call = await openTable();
  call({ do: 'load', record: readFileSync(new URL(name, GOLDEN), 'utf8') });
  const log: LogEntry[] = call({ do: 'log', from: 0 }).log;
  const scores: number[] = call({ do: 'state' }).position.boards.map((b: { score: number }) => b.score);
  const sums = sumsOf(log, scores);
  expect(scores.map((_, seat) => sums.reduce((sum, { points }) => sum + points[seat]!, 0))).toEqual(scores);
  for (const { part, points } of sums) {
    const good = points.every((n) => (part === 'floor' || part === 'paid' ? n <= 0 : n >= 0 || part === 'tablets'));
    expect([part, points, good]).toEqual([part, points, true]);
  }
  const lost = log.flatMap((e) => e.events).filter((e) => e.kind === 'clamp');
  const kept = sums.find((s) => s.part === 'clamp')?.points ?? scores.map(() => 0);
  expect(kept).toEqual(scores.map((_, seat) => lost.filter((e) => e.seat === seat).reduce((sum, e) => sum + e.points, 0)));
});

const words = Object.fromEntries(
  LANGUAGES.map((l) => [l, translator(l, readFileSync(new URL(`../src/text/${l}.ftl`, import.meta.url), 'utf8'))]),
);
const NAMES: Record<Language, string> = { en: 'You', nl: 'Jij', de: 'Du' };

/** A finished table: the first seat is the one that is spoken to unless all are people with names. */
function over(language: Language, scores: number[], winners: number[], { you = true, rules = 'classic' as Rules } = {}): TableState {
  const seats: Seat[] = scores.map((_, i) => ({ kind: 'person', name: ['Ana', 'Bruno', 'Clara', 'Duarte'][i]! }));
  if (you) seats[0] = { kind: 'person', who: 'you', name: NAMES[language]! };
  const position = { rules, boards: scores.map((score) => ({ score })) };
  return { position, seats, winners } as unknown as TableState;
}

describe.each([
  [
    'en',
    'You won by 12 points.',
    'Bruno won by 1 point.',
    'You and Bruno share the win.',
    'Ana, Bruno and Clara share the win.',
    'You won: level on points, but with more full rows.',
    'Bruno won: level on points, but holding the starting player tile.',
    'You won.',
    'You came third, 20 points behind the winner.',
  ],
  [
    'nl',
    'Je hebt gewonnen met 12 punten verschil.',
    'Bruno heeft gewonnen met 1 punt verschil.',
    'Jij en Bruno delen de overwinning.',
    'Ana, Bruno en Clara delen de overwinning.',
    'Je hebt gewonnen: evenveel punten, maar meer volle rijen.',
    'Bruno heeft gewonnen: evenveel punten, maar in het bezit van de startspelertegel.',
    'Je hebt gewonnen.',
    'Je werd derde, 20 punten achter de winnaar.',
  ],
  [
    'de',
    'Du hast mit 12 Punkten Vorsprung gewonnen.',
    'Bruno hat mit 1 Punkt Vorsprung gewonnen.',
    'Du und Bruno teilt euch den Sieg.',
    'Ana, Bruno und Clara teilen sich den Sieg.',
    'Du hast gewonnen: gleich viele Punkte, aber mehr volle Zeilen.',
    'Bruno hat gewonnen: gleich viele Punkte, aber im Besitz der Startspielerfliese.',
    'Du hast gewonnen.',
    'Du bist auf dem dritten Platz, mit 20 Punkten Rückstand.',
  ],
] as const)('%s', (language, won, lost, shared, three, rows, start, plain, third) => {
  const t = words[language]!;
  const said = (...given: [number[], number[], object?]) => winnerWords(t, language, over(language, ...given));
  it('says who won and by how much', () => {
    expect(said([62, 50], [0])).toBe(won);
    expect(said([50, 51], [1])).toBe(lost);
    expect(said([50, 62, 61, 3], [1], { you: false })).toBe(lost);
  });
  it('says a tie and what broke it', () => {
    expect(said([50, 50], [1, 0])).toBe(shared);
    expect(said([50, 50, 50, 2], [0, 1, 2], { you: false })).toBe(three);
    expect(said([50, 50], [0])).toBe(rows);
    expect(said([50, 50], [1], { rules: 'duel' })).toBe(start);
    for (const scores of [
      [10, 50],
      [50, 50],
      [50, 10],
    ])
      expect(winnerWords(t, language, { ...over(language, scores, [0]), undecided: true })).toBe(plain); // the other resigned
    expect(said([10, 50], [])).toBe(t('game-over-nobody'));
  });
  it('tells a person among several the place, and nobody what is said already', () => {
    const place = (...given: [number[], number[], object?]) => placeWords(t, over(language, ...given));
    expect(place([30, 50, 40], [1])).toBe(third);
    expect(place([50, 30, 40], [0])).toBe('');
    expect(place([30, 50], [1])).toBe('');
    expect(place([30, 50, 40], [1], { you: false })).toBe('');
  });
});

it('winners stand first, whatever their points, then the others by points', () => {
  expect(ranked(over('en', [10, 30, 20], [2]))).toEqual([2, 1, 0]);
});

it.each(LANGUAGES)('a tablet that costs points says so: %s', (language) => {
  const lost = { kind: 'tablet', seat: 0, points: -3, score: 4, tablet: 'd2' } as const;
  expect(describeEvent(words[language]!, 'Ana', lost, 'duel')).toMatch(/^Ana: −3 /);
  expect(describeEvent(words[language]!, 'Ana', { ...lost, points: 3 }, 'duel')).toMatch(/^Ana: 3 /);
});
