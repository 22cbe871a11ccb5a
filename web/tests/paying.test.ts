import { describe, expect, it } from 'vitest';
import { shift } from '../src/board/useFollow';
import type { LegalOption } from '../src/game/choosing';
import { cheapest, needed, paymentOf, placesOf, serves, stepOf, touchChip } from '../src/game/paying';

const option = (step: string): LegalOption => ({ step, moves: [] });
const options = ['spend:B+BR', 'spend:B+T+Y', 'spend:BR+T+Y', 'spend:BR+T+T'].map(option);
const payments = options.map(paymentOf);
const store = ['B', 'BR', 'K', 'T', 'T', 'Y'];

describe('paying with chips', () => {
  it('the fewest chips lie ready, and of those the ones that show least', () => {
    expect(cheapest(payments)).toEqual(['B', 'BR']);
    expect(
      cheapest([
        ['BR', 'BK'],
        ['B', 'BR'],
        ['B', 'BK'],
      ]),
    ).toEqual(['B', 'BR']);
  });
  it('finds the chips in the store, the same face twice', () => {
    expect(placesOf(['BR', 'T', 'T'], store)).toEqual([1, 3, 4]);
  });
  it('a chip is put back when touched again', () => {
    expect(touchChip(payments, store, [0, 1], 1)).toEqual([0]);
  });
  it('a chip is added where a payment holds it with the others', () => {
    expect(touchChip(payments, store, [0], 3)).toEqual([0, 3]);
  });
  it('and takes the place of the first picked where none does', () => {
    expect(touchChip(payments, store, [0, 1], 3)).toEqual([1, 3]);
  });
  it('a chip of no payment is not offered, and changes nothing', () => {
    expect(serves(payments, 'K')).toBe(false);
    expect(touchChip(payments, store, [0], 2)).toEqual([0]);
  });
  it('says how many are needed at least', () => {
    expect(needed(payments, [])).toBe(2);
    expect(needed(payments, ['T'])).toBe(2);
    expect(needed(payments, ['T', 'BR'])).toBe(1);
    expect(needed(payments, ['Y', 'B', 'T'])).toBe(0);
  });
  it('names the step that pays exactly, in any order', () => {
    expect(stepOf(options, ['Y', 'B', 'T'])).toBe('spend:B+T+Y');
    expect(stepOf(options, ['B'])).toBeUndefined();
    expect(stepOf(options, ['B', 'BR', 'T'])).toBeUndefined();
  });
});

describe('bringing a part into sight', () => {
  const free = { top: 60, bottom: 500 };
  it('leaves alone what is in sight', () => expect(shift({ top: 60, bottom: 500 }, free)).toBe(0));
  it('goes as far as needed', () => {
    expect(shift({ top: 400, bottom: 600 }, free)).toBe(100);
    expect(shift({ top: 20, bottom: 200 }, free)).toBe(-40);
  });
  it('shows the top of what is too large', () => expect(shift({ top: 300, bottom: 900 }, free)).toBe(240));
});
