/* The scripts of the first games are legal from the first move to the last. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tailPath } from '../src/learn/LearnScreen';
import { LESSONS } from '../src/learn/lessons';
import { LANGUAGES } from '../src/text/languages';
import { translator } from '../src/text/text';
import { openTable } from './engine';

it.each(Object.values(LESSONS))('$rules: every scripted move is legal', async ({ rules, seed, before, steps }) => {
  const call = await openTable();
  call({ do: 'new', rules, players: 2, starter: 0, seed, tablets: ['a1', 'b1', 'c1'] });
  const play = (move: string) => expect(call({ do: 'play', move }), move).toMatchObject({ ok: true });
  before.forEach(play);
  expect(steps.length).toBe({ classic: 10, grey: 6, crystal1: 7, crystal2: 6, duel: 10 }[rules]);
  for (const step of steps) {
    if (!step.play) continue;
    expect(call({ do: 'state' }).position.seat).toBe(0);
    [step.play, ...(step.then ?? [])].forEach(play);
  }
});

it.each(LANGUAGES)('every step has its words in %s', (l) => {
  const t = translator(l, readFileSync(new URL(`../src/text/${l}.ftl`, import.meta.url), 'utf8'));
  for (const { rules, steps } of Object.values(LESSONS)) {
    steps.forEach((_, i) => expect(t(`learn-${rules}-${i + 1}`)).not.toContain('⟨'));
  }
});

it('the words of a lesson point at a thing that is near, and towards one that is far', () => {
  const words = { left: 0, right: 200, top: 500, bottom: 600 };
  expect(tailPath(words, { left: 90, right: 110, top: 440, bottom: 460 })).toBe('M94 500L100 460L106 500Z');
  expect(tailPath(words, { left: 90, right: 110, top: 0, bottom: 20 })).toBe('M94 500L100 404L106 500Z');
});
