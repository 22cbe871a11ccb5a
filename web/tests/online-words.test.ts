/* What the server says about a table, in words: dates by the language, and nothing odd where it says more than the page knows. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { causeWords, clockWords, expiryWords, goneWords, leaverOf, wordsOr } from '../src/online/words';
import type { ClockOptions } from '../src/online/protocol';
import { LANGUAGES } from '../src/text/languages';
import { translator } from '../src/text/text';

const wordsIn = (l: (typeof LANGUAGES)[number]) => translator(l, readFileSync(new URL(`../src/text/${l}.ftl`, import.meta.url), 'utf8'));
const DAY = new Date(2026, 11, 14, 15, 30).getTime();

it.each([
  ['en', '14 December', '14 December 2026 at 15:30'],
  ['nl', '14 december', '14 december 2026 om 15:30'],
  ['de', '14. Dezember', '14. Dezember 2026 um 15:30 Uhr'],
] as const)('dates are written as in %s', (l, day, moment) => {
  const t = wordsIn(l);
  expect(expiryWords(t, 'live', DAY)).toContain(` ${day} `);
  expect(expiryWords(t, 'open', DAY)).toContain(` ${day} `);
  expect(t('banned-until', { date: new Date(DAY) })).toContain(` ${moment}`);
});

describe.each(LANGUAGES)('%s', (l) => {
  const t = wordsIn(l);
  it('says nothing of a removal that is not announced, or of a game that is over', () => {
    expect([expiryWords(t, 'live', null), expiryWords(t, 'live', undefined), expiryWords(t, 'over', DAY)]).toEqual(['', '', '']);
    expect(expiryWords(t, 'live', DAY)).not.toBe(expiryWords(t, 'open', DAY));
  });
  it('says why a game or a table ended', () => {
    expect(causeWords(t, 'closed')).not.toContain('⟨');
    expect(goneWords(t, 'closed')).toBe(causeWords(t, 'closed'));
    expect(new Set([goneWords(t, 'closed'), goneWords(t, 'expired'), goneWords(t, '')]).size).toBe(3);
    expect([causeWords(t, 'normal'), causeWords(t, null)]).toEqual(['', '']);
  });
  it('has words for what a newer server may say', () => {
    expect(causeWords(t, 'meteor')).toBe('');
    expect(causeWords(t, 'meteor', { name: 'Ana', mine: false })).toBe('');
    for (const cause of ['resigned', 'time', 'abandoned']) {
      expect(causeWords(t, cause, { name: 'Ana', mine: false })).toContain('Ana');
      expect(causeWords(t, cause, { name: 'Ana', mine: true })).not.toMatch(/Ana|⟨/);
    }
    expect(goneWords(t, 'meteor')).toBe(t('gone'));
    expect(wordsOr(t, 'phrase-applause', '')).toBe('');
    expect(clockWords(t, { kind: 'hourglass', sand: 3 } as unknown as ClockOptions)).toBe('');
  });
});

describe('who left', () => {
  const seats = (n: number) => Array.from({ length: n }, () => ({ kind: 'person' as const, name: 'x' }));
  it('is of two players the one who did not win, where the server does not say it', () => {
    expect(leaverOf({ leaver: null, seats: seats(2), winners: [1], cause: 'resigned' })).toBe(0);
    expect(leaverOf({ leaver: null, seats: seats(2), winners: [0], cause: 'abandoned' })).toBe(1);
    expect(leaverOf({ leaver: 0, seats: seats(2), winners: [0], cause: 'time' })).toBe(0);
  });
  it('is nobody where that cannot be known, or nobody left', () => {
    expect(leaverOf({ leaver: null, seats: seats(3), winners: [1], cause: 'resigned' })).toBeNull();
    expect(leaverOf({ leaver: null, seats: seats(2), winners: [0, 1], cause: 'resigned' })).toBeNull();
    expect(leaverOf({ leaver: null, seats: seats(2), winners: [1], cause: 'normal' })).toBeNull();
  });
});
