/* Who sits where, in words. A seat without a name of its own gets one when it is drawn, so that it follows the language. */
import type { Translate } from '../text/text';
import type { Seat } from '../model/types';

export function nameOf(t: Translate, seat: Seat, i: number): string {
  if (seat.name) return seat.name;
  if (seat.kind === 'bot') return t('bot-name', { n: i });
  if (seat.who === 'you') return t('you');
  return t(seat.who === 'guest' ? 'guest-n' : 'player', { n: i + 1 });
}

export const named = (t: Translate, seats: Seat[]): Seat[] => seats.map((s, i) => ({ ...s, name: nameOf(t, s, i) }));

/** Seats by level, 0 a person: one person alone is "you", several are counted. */
export function seatsOf(levels: number[]): Seat[] {
  const alone = levels.filter((l) => l === 0).length === 1;
  const person: Seat = alone ? { kind: 'person', name: '', who: 'you' } : { kind: 'person', name: '' };
  return levels.map((level) => (level === 0 ? person : { kind: 'bot', level, name: '' }));
}
