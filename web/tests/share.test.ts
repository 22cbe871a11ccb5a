import { expect, it } from 'vitest';
import { linkOf, recordIn } from '../src/game/share';

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
