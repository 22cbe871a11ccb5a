/* Quick pairing: the server puts two people who ask for the same rules at one table. */
import type { Rules } from '../model/types';
import type { Link } from './link';
import type { ClockOptions, Invitation, TableOptions } from './protocol';

/** How often a page that waits asks again, because somebody may be waiting at another table, ms. */
export const PAIR_AGAIN_MS = 10_000;

/** Joins a waiting table of these rules and this clock, or makes one; fails with `Refused`. */
export async function pairUp(link: Link, name: string, rules: Rules, clock: ClockOptions): Promise<Invitation> {
  if (name) await link.ask({ t: 'name', name });
  const made = await link.ask({ t: 'pair', rules, clock, players: 2 });
  return { table: made.table!, key: '' };
}

/** Whoever waits asks again: the table where an opponent is, else the same one. */
export async function stillWaiting(link: Link, { rules, clock, players }: TableOptions): Promise<string> {
  return (await link.ask({ t: 'pair', rules, clock, players })).table!;
}
