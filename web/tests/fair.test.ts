/* The seeds of the deals, worked out a second time by other means. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { dealSeeds } from '../src/online/fair';

it('derives the deals as documented', async () => {
  const secret = '01'.repeat(32);
  const contributions = ['a5'.repeat(32), '00'.repeat(32)];
  const seed = createHmac('sha256', Buffer.from(secret, 'hex')).update('azulejo seed 1').update(Buffer.from(contributions.join(''), 'hex')).digest();
  const deal = (k: number): string => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(k);
    return createHmac('sha256', seed).update('azulejo deal').update(number).digest().readBigUInt64BE(0).toString();
  };
  expect(await dealSeeds(secret, contributions, 3)).toEqual([0, 1, 2].map(deal));
});
