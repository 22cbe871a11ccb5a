/* The style sheet and the palette name the same colours. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GLAZES, GROUND } from '../src/art/palette';
import { COLOURS } from '../src/game/types';

const css = readFileSync(new URL('../src/styles/base.css', import.meta.url), 'utf8').toLowerCase();
const blocks = { light: css.slice(0, css.indexOf("[data-theme='dark']")), dark: css.slice(css.indexOf("[data-theme='dark']")) };

describe.each(['light', 'dark'] as const)('theme %s', (theme) => {
  const has = (name: string, value: string) => expect(blocks[theme]).toContain(`--${name}: ${value.toLowerCase()};`);
  it('has the palette’s ground', () => {
    has('page', GROUND[theme].page);
    has('board', GROUND[theme].board);
    has('ink', GROUND[theme].ink);
    has('line', GROUND[theme].line);
    has('accent', GROUND[theme].accent);
  });
  it.each(COLOURS)('has the edge of %s', (c) => has(`edge-${c.toLowerCase()}`, GLAZES[c].edge[theme]));
});
