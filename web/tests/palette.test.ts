/* Everyone must be able to distinguish the five tiles: their lightness in three simulations of colour vision and in grey, and
 * their edges against the ground, are computed here. */
import { describe, expect, it } from 'vitest';
import { GLAZES, GROUND } from '../src/art/palette';
import { COLOURS, type Colour } from '../src/model/types';

type Rgb = [number, number, number];

const parse = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255) as Rgb;
const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toLinear = (hex: string): Rgb => parse(hex).map(linear) as Rgb;
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const lightness = (y: number): number => (y <= 0.008856 ? 903.3 * y : 116 * Math.cbrt(y) - 16);
const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
const VISIONS: Record<string, number[][]> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

const seen = (hex: string, vision: string): number => {
  const rgb = toLinear(hex);
  const out = VISIONS[vision]!.map((row) => row.reduce((sum, k, i) => sum + k * rgb[i]!, 0));
  return luminance(out.map((v) => Math.min(1, Math.max(0, v))) as Rgb);
};

const TARGET: Record<Colour, number> = { Y: 80, T: 65, R: 48, B: 33, K: 17 };

describe('lightness of the glazes', () => {
  it.each(COLOURS)('%s is near its place on the scale', (c) => {
    expect(Math.abs(lightness(luminance(toLinear(GLAZES[c].base))) - TARGET[c])).toBeLessThan(4);
  });
});

describe('every pair of tiles', () => {
  for (const vision of Object.keys(VISIONS)) {
    for (const [i, a] of COLOURS.entries()) {
      for (const b of COLOURS.slice(i + 1)) {
        it(`${a} and ${b} differ in ${vision}`, () => {
          const [x, y] = [seen(GLAZES[a].base, vision), seen(GLAZES[b].base, vision)];
          expect(Math.abs(lightness(x) - lightness(y))).toBeGreaterThan(8);
          expect(contrast(x, y)).toBeGreaterThan(1.25);
        });
      }
    }
  }
});

describe('against the ground', () => {
  for (const theme of ['light', 'dark'] as const) {
    const ground = GROUND[theme];
    it.each(COLOURS)(`%s keeps its edge on ${theme}`, (c) => {
      for (const under of [ground.page, ground.board]) {
        expect(contrast(luminance(toLinear(GLAZES[c].edge[theme])), luminance(toLinear(under)))).toBeGreaterThanOrEqual(3);
      }
    });
    it(`text on ${theme} is readable`, () => {
      for (const under of [ground.page, ground.board]) {
        expect(contrast(luminance(toLinear(ground.ink)), luminance(toLinear(under)))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(luminance(toLinear(ground.accent)), luminance(toLinear(under)))).toBeGreaterThanOrEqual(4.5);
      }
    });
  }
  it.each(COLOURS)('the motif of %s stands out from its glaze', (c) => {
    const base = luminance(toLinear(GLAZES[c].base));
    const tones = [GLAZES[c].light, GLAZES[c].deep].map((t) => contrast(luminance(toLinear(t)), base));
    expect(Math.max(...tones)).toBeGreaterThanOrEqual(3);
  });
});
