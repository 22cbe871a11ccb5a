/* The style sheet of the colours is made from the palette, and nothing else names them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GLAZES, GROUND, paletteCss } from '../src/art/palette';
import { COLOURS } from '../src/model/types';

const css = paletteCss().toLowerCase();
const blocks = { light: css.slice(0, css.indexOf("[data-theme='dark']")), dark: css.slice(css.indexOf("[data-theme='dark']")) };
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('the tiles have no colour of their own in a style sheet', () => {
  const sheets = readdirSync(new URL('../src/styles/', import.meta.url)).map((file) => read(`src/styles/${file}`).toLowerCase());
  const hues = Object.values(GLAZES).flatMap(({ base, light, deep, edge }) => [base, light, deep, edge.light, edge.dark]);
  for (const hue of hues) expect(sheets.filter((sheet) => sheet.includes(hue.toLowerCase()))).toEqual([]);
});

it('the manifest, which no build touches, has the ground of the palette', () => {
  expect(JSON.parse(read('public/manifest.webmanifest'))).toMatchObject({
    background_color: GROUND.light.page,
    theme_color: GROUND.light.page,
  });
});

it('every custom property of a colour that the style sheets use is there', () => {
  const sheets = readdirSync(new URL('../src/styles/', import.meta.url)).map((file) => read(`src/styles/${file}`));
  const used = sheets.flatMap((sheet) => [...sheet.matchAll(/var\(--((?:edge|glaze|piece)-[\w-]+)\)/g)].map((m) => m[1]!));
  expect(new Set(used).size).toBeGreaterThan(12);
  for (const name of new Set(used)) expect(paletteCss()).toContain(`--${name}: #`);
});

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
