/* The engine without SIMD gives the same answers. That it needs none is shown in a browser: e2e/old.e2e.ts. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openEngine } from '../tools/engine.mjs';

const SIMD = process.env.AZULEJO_WASM ?? resolve(import.meta.dirname, '../../build/azulejo.wasm');
const PLAIN = join(dirname(SIMD), 'azulejo-plain.wasm');

it('both builds bring the same signature of all bots', async () => {
  const [simd, plain] = await Promise.all([openEngine(SIMD), openEngine(PLAIN)]);
  const wanted = simd({ do: 'bench' });
  expect(wanted.ok).toBe(true);
  expect(plain({ do: 'bench' })).toEqual(wanted);
  expect(readFileSync(PLAIN).equals(readFileSync(SIMD))).toBe(false);
});
