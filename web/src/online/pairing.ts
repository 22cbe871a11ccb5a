/* An opponent at once: the server puts two who ask for the same rules at one table. */
import type { Rules } from '../model/types';
import type { Link } from './link';
import type { ClockOptions, Invitation } from './protocol';

/** Joins a waiting table of these rules and this clock, or makes one; fails with `Refused`. */
export async function pairUp(link: Link, name: string, rules: Rules, clock: ClockOptions): Promise<Invitation> {
  if (name) await link.ask({ t: 'name', name });
  const made = await link.ask({ t: 'pair', rules, clock, players: 2 });
  return { table: made.table!, key: '' };
}
