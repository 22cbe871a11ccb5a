/* The check of the style sheets' queries: what it lets pass, and what it refuses. */
import { expect, it } from 'vitest';
import { queryFaults } from '../tools/queries.mjs';

it.each([
  '@media (prefers-reduced-motion: reduce) { a { color: red; } }',
  '@media (any-pointer: coarse) { @container page (width >= 960px) { a { color: red; } } }',
  '@media (hover: hover) { a { color: red; } }',
  '@media print { a { color: red; } }',
  '@container page (560px <= width < 960px) { a { color: red; } }',
  '@container table ((width < 1200px) or (height < 800px)) { a { color: red; } }',
  '/* @media (max-width: 600px) */ a { color: red; }',
])('%s is fine', (css) => expect(queryFaults(css)).toEqual([]));

it.each([
  '@media (max-width: 600px) { a { color: red; } }',
  '@media (width < 600px) { a { color: red; } }',
  '@media screen { a { color: red; } }',
  '@media (any-pointer: coarse) and (min-height: 521px) { a { color: red; } }',
  '@media (orientation: landscape) { a { color: red; } }',
  '@custom-media --phone (max-width: 599px);',
  '@container (width < 560px) { a { color: red; } }',
  '@container page (width < 600px) { a { color: red; } }',
  '@container page (height < 560px) { a { color: red; } }',
])('%s is refused', (css) => expect(queryFaults(`a { color: red; }\n${css}`)).toEqual([expect.stringMatching(/^2: @/)]));
