/* Names of seats are made when they are drawn: they follow the language, and what people called themselves stays. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { named, seatsOf } from '../src/game/names';
import type { Seat } from '../src/model/types';
import { seatOf, seatsOf as seatsAt } from '../src/online/protocol';
import { LANGUAGES } from '../src/text/languages';
import { translator } from '../src/text/text';

const words = Object.fromEntries(
  LANGUAGES.map((l) => [l, translator(l, readFileSync(new URL(`../src/text/${l}.ftl`, import.meta.url), 'utf8'))]),
);
const names = (language: string, seats: Seat[]) => named(words[language]!, seats).map((s) => s.name);

it('one person alone is you, several are counted, bots have their own names', () => {
  expect(names('de', seatsOf([0, 3]))).toEqual(['Du', 'Rita']);
  expect(names('en', seatsOf([0, 3]))).toEqual(['You', 'Rita']);
  expect(names('nl', seatsOf([0, 1, 0]))).toEqual(['Speler 1', 'Bia', 'Speler 3']);
});

it('a game of an earlier version keeps the names it was saved with', () => {
  expect(
    names('en', [
      { kind: 'person', name: 'Jij' },
      { kind: 'bot', bot: 'learner', name: 'Tomás' },
    ]),
  ).toEqual(['Jij', 'Tomás']);
});

/** The name that the server's code gives to persons without one. */
const GUEST = /#define PERSON_GUEST "(.*)"/.exec(readFileSync(new URL('../../src/server/person_info.h', import.meta.url), 'utf8'))![1]!;

const seated = (...all: string[]) => seatsAt(all.map((name) => ({ kind: 'person', name })));

it('those who gave an older server no name are guests in every language, and no two are called the same', () => {
  const seats = seatsAt([
    { kind: 'person', name: GUEST },
    { kind: 'person', name: 'Ana' },
    { kind: 'bot', level: 2, name: 'learner' },
    { kind: 'person', name: GUEST },
  ]);
  expect(names('de', seats)).toEqual(['Gast 1', 'Ana', 'Lehrling', 'Gast 4']);
  expect(names('nl', seated('', 'Ana'))).toEqual(['Gast 1', 'Ana']);
});

it('who is really called Guest is called so in every language', () => {
  for (const language of ['en', 'nl', 'de']) expect(names(language, seated(GUEST, 'Ana'))).toEqual([GUEST, 'Ana']);
});

it('at an online table you are you, whatever the others call you', () => {
  const seats = [
    { kind: 'person', name: 'Sintra' },
    { kind: 'person', name: 'Faro' },
  ] as const;
  const seen = (you: number | null) => seats.map((s, i) => seatOf(s, i === you));
  expect(names('nl', seen(0))).toEqual(['Jij', 'Faro']);
  expect(names('de', seen(1))).toEqual(['Sintra', 'Du']);
  expect(names('en', seen(null))).toEqual(['Sintra', 'Faro']);
});
