import { expect, it } from 'vitest';
import { linkOf, RECORD_MAX, recordIn, recordOf, TooLarge } from '../src/game/share';

const record = '[Azulejo "1"]\n[Rules "classic"]\n\nround 1 starter=1 TBTR RTYY\n1B1 2Y1\n';

it('a game goes into a link and comes out whole', async () => {
  const link = await linkOf(record, 'https://example.org/play/?x=1#old');
  expect(link).toMatch(/^https:\/\/example\.org\/play\/\?x=1#game=[\w-]+$/);
  expect(await recordIn(new URL(link).hash)).toBe(record);
});

it('a page without a game in its link is a plain page', async () => {
  expect(await recordIn('')).toBeNull();
  expect(await recordIn('#other')).toBeNull();
});

it('a damaged link is refused', async () => {
  await expect(recordIn('#game=%%%')).rejects.toThrow();
  await expect(recordIn('#game=AAAA')).rejects.toThrow();
});

it('a link that unpacks to far more than a game is left at the limit', async () => {
  const bomb = await linkOf('0'.repeat(60_000_000), 'https://example.org/');
  expect(bomb.length).toBeLessThan(100_000);
  const before = process.memoryUsage().rss;
  await expect(recordIn(new URL(bomb).hash)).rejects.toThrow(TooLarge);
  expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
});

it('a giant file is refused unread', async () => {
  const giant = { size: RECORD_MAX + 1, text: () => Promise.reject(new Error('read')) } as unknown as Blob;
  await expect(recordOf(giant)).rejects.toThrow(TooLarge);
  expect(await recordOf(new Blob([record]))).toBe(record);
});
