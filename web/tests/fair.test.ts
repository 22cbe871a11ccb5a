/* The check of the fair shuffle, against seeds worked out by other means and records that programs of both versions wrote. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../src/engine/engine';
import { checkShuffle, dealSeeds, remember } from '../src/online/fair';
import type { TableInfo } from '../src/online/feed';
import { openEngine } from './engine';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', { getItem: (k: string) => stored.get(k) ?? null, setItem: (k: string, v: string) => stored.set(k, v) });
});

const macs = (secret: string, contributions: string[], deals: number): Buffer[] => {
  const seed = createHmac('sha256', Buffer.from(secret, 'hex'))
    .update('azulejo seed 1')
    .update(Buffer.from(contributions.join(''), 'hex'))
    .digest();
  return [...Array(deals).keys()].map((k) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(k);
    return createHmac('sha256', seed).update('azulejo deal').update(number).digest();
  });
};

it('derives the deals of both versions as documented', async () => {
  const secret = '01'.repeat(32);
  const contributions = ['a5'.repeat(32), '00'.repeat(32)];
  const expected = macs(secret, contributions, 3);
  expect(await dealSeeds(secret, contributions, 3, 1)).toEqual(expected.map((m) => m.readBigUInt64BE(0).toString()));
  expect(await dealSeeds(secret, contributions, 3, 2)).toEqual(expected.map((m) => m.toString('hex')));
});

/* Pinned: the same figures are in tests/unit/test_server_fair.c. */
it('gives the pinned figures', async () => {
  const bytes = (from: number): string => Buffer.from([...Array(32).keys()].map((i) => from + i)).toString('hex');
  const contributions = [bytes(100), '00'.repeat(32)];
  expect((await dealSeeds(bytes(0), contributions, 259, 1))[258]).toBe(0xc952eaebb3b9cd24n.toString());
  expect((await dealSeeds(bytes(0), contributions, 259, 2))[258]).toBe('c952eaebb3b9cd24d296d0fce5e7af1b82ab078d88804c4dc9ce7a0f8092270f');
});

const recordOf = (version: number): string => readFileSync(resolve(import.meta.dirname, `../../tests/golden/fair-${version}.azr`), 'utf8');
const tag = (record: string, name: string): string => record.match(new RegExp(`\\[${name} "(.*)"\\]`))?.[1] ?? '';
const infoOf = (record: string, shuffle: number): TableInfo =>
  ({
    table: tag(record, 'Table'),
    commitment: tag(record, 'Commitment'),
    secret: tag(record, 'Secret'),
    contributions: [tag(record, 'Contribution0'), tag(record, 'Contribution1')],
    you: 0,
    shuffle,
  }) as TableInfo;
const engineOf = async (): Promise<Engine> => ({ call: await openEngine() }) as unknown as Engine;

it.each([1, 2])('finds a game of version %i fair', async (version) => {
  const record = recordOf(version);
  const info = infoOf(record, version);
  expect(await checkShuffle(await engineOf(), info, record)).toMatchObject({ fair: true, promised: false });
  remember(info);
  remember(info, info.contributions[0]);
  expect(await checkShuffle(await engineOf(), info, record)).toMatchObject({ fair: true, promised: true });
});

it.each([1, 2])('notices that a game was not dealt as version %i', async (version) => {
  const record = recordOf(3 - version);
  expect(await checkShuffle(await engineOf(), infoOf(record, version), record)).toEqual({ fair: false, why: 'deals' });
});

it('holds the server to the version that was noted before the first move', async () => {
  const record = recordOf(1);
  remember(infoOf(record, 2));
  expect(await checkShuffle(await engineOf(), infoOf(record, 1), record)).toEqual({ fair: false, why: 'deals' });
});

it('holds the server to the commitment and the contribution that were noted', async () => {
  const record = recordOf(2);
  const info = infoOf(record, 2);
  remember({ ...info, commitment: '00'.repeat(32) });
  expect(await checkShuffle(await engineOf(), info, record)).toEqual({ fair: false, why: 'secret' });
  stored.clear();
  remember(info, 'ff'.repeat(32));
  expect(await checkShuffle(await engineOf(), info, record)).toEqual({ fair: false, why: 'contribution' });
});

it('refuses a seed that is none', async () => {
  const call = await openEngine();
  const record = recordOf(2);
  const { deals } = call({ do: 'redeal', record, seeds: [] }) as { deals: number };
  expect(call({ do: 'redeal', record, seeds: Array<string>(deals).fill('x'.repeat(64)) })).toMatchObject({ ok: false });
});
