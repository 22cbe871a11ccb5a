/* The style sheet and the palette name the same colours. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GLAZES, GROUND } from '../src/art/palette';
import { COLOURS } from '../src/model/types';

const css = readFileSync(new URL('../src/styles/base.css', import.meta.url), 'utf8').toLowerCase();
const blocks = { light: css.slice(0, css.indexOf("[data-theme='dark']")), dark: css.slice(css.indexOf("[data-theme='dark']")) };

const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const contrast = (a: string, b: string): number => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
};

describe.each(['light', 'dark'] as const)('theme %s', (theme) => {
  const has = (name: string, value: string) => expect(blocks[theme]).toContain(`--${name}: ${value.toLowerCase()};`);
  it('has the palette’s ground', () => {
    has('page', GROUND[theme].page);
    has('board', GROUND[theme].board);
    has('ink', GROUND[theme].ink);
    has('line', GROUND[theme].line);
    has('accent', GROUND[theme].accent);
  });
  it('has a colour for hints that stands out from the ground and from the mark of the last move', () => {
    const value = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(blocks[theme])![1]!;
    for (const ground of ['page', 'board', 'sun', 'moon']) expect(contrast(value('hint'), value(ground))).toBeGreaterThanOrEqual(3);
    expect(value('hint')).not.toBe(value('accent'));
  });
  it.each(COLOURS)('has the edge of %s', (c) => has(`edge-${c.toLowerCase()}`, GLAZES[c].edge[theme]));
});
