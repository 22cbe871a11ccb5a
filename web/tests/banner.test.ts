/* The sentence above the table asks for what may be done, and for nothing else. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { phaseAdvice } from '../src/board/Banner';
import type { DuelPosition, LegalMove, Move } from '../src/model/types';
import { translator } from '../src/text/text';

const position = { rules: 'duel', phase: 'offer' } as DuelPosition;
const t = translator('en', readFileSync(new URL('../src/text/en.ftl', import.meta.url), 'utf8'));
const legal = (...moves: Move[]) => moves.map((move) => ({ move, text: '' }) as LegalMove);
const TILES: Move = { sun: 1, colour: 'B', to: 1 };
const PLATE: Move = { plate: 'YKTS', slot: 1, turn: 0 };
const CHIP: Move = { chip: 2 };

it.each([
  ['tiles alone', [TILES], false, false],
  ['a plate may be taken', [TILES, PLATE], true, false],
  ['a plate may be drawn', [TILES, { draw: 1 }], true, false],
  ['a chip lies open', [TILES, CHIP], false, true],
  ['both', [TILES, PLATE, CHIP], true, true],
] as [string, Move[], boolean, boolean][])('Duel: %s', (_, moves, plate, chip) => {
  const words = t(phaseAdvice({ position, legal: legal(...moves) }));
  expect([/plate/.test(words), /chip/.test(words), /tiles/.test(words)]).toEqual([plate, chip, true]);
});

it('a lesson asks for what it allows', () => {
  const asked = phaseAdvice({ position, legal: legal(TILES, PLATE, CHIP), allowed: legal(TILES) });
  expect(asked).toBe(phaseAdvice({ position, legal: legal(TILES) }));
});
