/* Colours of the five glazes. Their lightness is spread evenly (about 80, 65, 48, 33, 17), so that the tiles stay apart
 * in grey and under every kind of colour vision; tests/palette.test.ts computes it. */
import type { Colour } from '../model/types';

export interface Glaze {
  base: string;
  /** The lighter and the deeper tone of the motif. */
  light: string;
  deep: string;
  /** Outline that keeps 3 : 1 against the ground, by theme. */
  edge: { light: string; dark: string };
}

export const GLAZES: Record<Colour, Glaze> = {
  Y: { base: '#E9C04C', light: '#FBEBB4', deep: '#8C5803', edge: { light: '#94690F', dark: '#F7DE93' } },
  T: { base: '#4DAFA8', light: '#E3F6F0', deep: '#095256', edge: { light: '#1B7778', dark: '#8BD8CF' } },
  R: { base: '#CE4E36', light: '#FBDDCB', deep: '#741A15', edge: { light: '#8E261D', dark: '#F09180' } },
  B: { base: '#1E4593', light: '#DDE8FA', deep: '#122C64', edge: { light: '#16357A', dark: '#7FA3EA' } },
  K: { base: '#2B2A31', light: '#DDD5C3', deep: '#0E0D12', edge: { light: '#1B1A20', dark: '#8E92A6' } },
};

/** Tiles and chips that are not glazed: the special tile, its rim, the back of a chip with its lines and its moon; what
 * faces are painted with. */
export const PIECES = {
  special: '#B9683F',
  rim: '#E2BE63',
  back: '#B08A68',
  'back-line': '#7C5A3D',
  'back-moon': '#F3E6CF',
  plaster: '#FCF9F2',
  cobalt: '#1F4E9E',
  wash: '#C9D6EC',
} as const;

/** Everything else, by theme: a custom property of this name in the style sheets. */
export const GROUND = {
  light: {
    page: '#F6F1E7',
    ground: '#EEE7D9',
    board: '#FCF9F2',
    well: '#EFE8D9',
    ink: '#22304A',
    'ink-soft': '#5A6376',
    line: '#C9BFA9',
    'line-strong': '#8B8069',
    accent: '#1F4E9E',
    'accent-ink': '#FFFFFF',
    'accent-soft': '#1F4E9E1F',
    glow: '#2F6BD0',
    hint: '#B4530A',
    gain: '#1E6B45',
    loss: '#A3271C',
    shadow: '#3B2F1A33',
    sun: '#F7ECC9',
    moon: '#D7DFEE',
    'edge-marker': '#1F4E9E',
    'edge-special': '#7D4524',
    sheen: '#FFFFFFB0',
    'on-K': '#CFC9BB',
  },
  dark: {
    page: '#10182B',
    ground: '#0E1526',
    board: '#182238',
    well: '#0C1322',
    ink: '#E8E2D4',
    'ink-soft': '#AAB0C0',
    line: '#34405C',
    'line-strong': '#6A7694',
    accent: '#8FB4F5',
    'accent-ink': '#10182B',
    'accent-soft': '#8FB4F526',
    glow: '#8FB4F5',
    hint: '#FFB454',
    gain: '#8FDCB0',
    loss: '#FFA598',
    shadow: '#00000080',
    sun: '#433B34',
    moon: '#26345A',
    'edge-marker': '#FFFFFF',
    'edge-special': '#E2BE63',
    sheen: '#FFFFFF22',
    'on-K': '#1D2434',
  },
} as const;

type Theme = keyof typeof GROUND;

const properties = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

const edges = (theme: Theme): Record<string, string> =>
  Object.fromEntries(Object.entries(GLAZES).map(([colour, glaze]) => [`edge-${colour}`, glaze.edge[theme]]));

/** The style sheet of the colours, made when the page is built. */
export function paletteCss(): string {
  const glazes = Object.fromEntries(Object.entries(GLAZES).map(([colour, { base }]) => [`glaze-${colour}`, base]));
  const pieces = Object.fromEntries(Object.entries(PIECES).map(([name, value]) => [`piece-${name}`, value]));
  const theme = (of: Theme) => properties({ ...GROUND[of], ...edges(of) });
  return [
    `:root { color-scheme: light; ${properties({ ...glazes, ...pieces })} ${theme('light')} }`,
    `:root[data-theme='dark'] { color-scheme: dark; ${theme('dark')} }`,
    // Before the settings are read: only the ground.
    `@media (prefers-color-scheme: dark) { :root:not([data-theme]) { color-scheme: dark; --page: ${GROUND.dark.page}; } }`,
  ].join('\n');
}

const STAR = 'M32 7 39.3 14.4H49.7V24.7L57 32 49.7 39.3V49.7H39.3L32 57 24.7 49.7H14.3V39.3L7 32 14.3 24.7V14.4H24.7Z';

/** The icon of the page, a blue tile. */
export function iconSvg(): string {
  const { base, light } = GLAZES.B;
  const star = (fill: string, how = '') =>
    `<path d="${STAR}" fill="${fill}"${how && ` transform="translate(32 32) ${how} translate(-32 -32)"`}/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect x="2" y="2" width="60" height="60" rx="12" fill="${base}"/>` +
    `${star(light)}${star(base, 'scale(.66)')}${star(light, 'rotate(22.5) scale(.36)')}</svg>\n`
  );
}
