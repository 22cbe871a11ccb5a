/* Records that other programs wrote: the text form and the JSON form hold the same game. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTable } from './engine';

const golden = (name: string): string => readFileSync(new URL(`../../tests/golden/${name}`, import.meta.url), 'utf8');

it.each(['classic', 'duel'])('%s: a record in JSON opens as its text does', async (rules) => {
  const call = await openTable();
  const loaded = call({ do: 'load', record: golden(`${rules}.azr`) });
  const text = call({ do: 'record' });
  expect(call({ do: 'load', record: golden(`${rules}.json`) })).toEqual(loaded);
  expect(call({ do: 'record' })).toEqual(text);
  expect(text).toMatchObject({ ok: true });
});

it('the second game of a file with one JSON record a line is found', async () => {
  const call = await openTable();
  const record = golden('classic.json') + golden('duel.json');
  expect(call({ do: 'load', record, game: 1 })).toMatchObject({ ok: true });
  expect(call({ do: 'record' }).record).toContain('[Rules "duel"]');
  expect(call({ do: 'load', record, game: 2 })).toMatchObject({ ok: false });
});

it('a damaged JSON record is refused with its place', async () => {
  const call = await openTable();
  const answer = call({ do: 'load', record: golden('classic.json').replace('"steps":[', '"steps":[{"oops":1},') });
  expect(answer).toMatchObject({ ok: false, fault: { line: 1 } });
  expect(answer.fault.column).toBeGreaterThan(1);
});
