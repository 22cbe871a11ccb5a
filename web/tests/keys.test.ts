import { describe, expect, it } from 'vitest';
import { plateSpaces } from '../src/model/plates';
import { stepOfColour, stepOfDigit } from '../src/board/keys';
import type { Components } from '../src/model/types';
import { sanitise } from '../src/settings/settings';

describe('keys', () => {
  it('a digit names a line, 0 the floor', () => {
    expect(stepOfDigit('3', ['to:2', 'to:3', 'to:floor'])).toBe('to:3');
    expect(stepOfDigit('0', ['to:2', 'to:broken'])).toBe('to:broken');
    expect(stepOfDigit('5', ['cell:2:4', 'cell:2:5'])).toBe('cell:2:5');
    expect(stepOfDigit('9', ['to:2'])).toBeUndefined();
  });
  it('a letter goes from source to source', () => {
    const first = ['take:1:B', 'take:1:R', 'take:4:B'];
    expect(stepOfColour('B', first, undefined)).toBe('take:1:B');
    expect(stepOfColour('B', first, 'take:1:B')).toBe('take:4:B');
    expect(stepOfColour('B', first, 'take:4:B')).toBe('take:1:B');
    expect(stepOfColour('T', first, undefined)).toBeUndefined();
  });
});

describe('plates', () => {
  const components = { plates: { S1: 'YK/TS' } } as unknown as Components;
  it('turn clockwise: the top left goes to the top right', () => {
    expect(plateSpaces('S1', 0, components)).toEqual(['Y', 'K', 'T', 'S']);
    expect(plateSpaces('S1', 1, components)).toEqual(['T', 'Y', 'S', 'K']);
    expect(plateSpaces('S1', 4, components)).toEqual(['Y', 'K', 'T', 'S']);
  });
});

describe('settings', () => {
  it('keep only what a setting can be', () => {
    const clean = sanitise({ theme: 'pink', letters: true, language: 'xx', speed: 'fast' }, 'nl');
    expect(clean).toMatchObject({ theme: 'system', letters: true, language: 'nl', speed: 'fast' });
    expect(sanitise('broken', 'de').language).toBe('de');
  });
});
