/* Who sits where, in words. A seat without a name of its own gets one when it is drawn, so that it follows the language. */
import { botAt, levelOf } from '../model/bots';
import type { Translate } from '../text/text';
import type { Seat } from '../model/types';

/** What a bot is called: a level by its person's name, in every language. */
export function botName(t: Translate, bot: string): string {
  const level = levelOf(bot);
  return level > 0 ? t(`bot-level-${level}`) : t('bot-former', { bot });
}

/** The name and the level; a bot that is no level any more has its name alone. */
export function botWords(t: Translate, bot: string): string {
  const level = levelOf(bot);
  return level > 0 ? t('bot-of-level', { who: botName(t, bot), n: level }) : botName(t, bot);
}

export function nameOf(t: Translate, seat: Seat, i: number): string {
  if (seat.name) return seat.name;
  if (seat.kind === 'bot') return botName(t, seat.bot);
  if (seat.who === 'you') return t('you');
  return t(seat.who === 'guest' ? 'guest-n' : 'player', { n: i + 1 });
}

/** All seats with their names; the second bot of a name has its number. */
export function named(t: Translate, seats: Seat[]): Seat[] {
  const names = seats.map((s, i) => nameOf(t, s, i));
  return seats.map((s, i) => {
    const before = s.kind === 'bot' ? names.slice(0, i).filter((n) => n === names[i]).length : 0;
    return { ...s, name: before > 0 ? `${names[i]} ${before + 1}` : names[i]! };
  });
}

/** Seats by level, 0 a person: one person alone is "you", several have their names or are counted. */
export function seatsOf(levels: number[], names: readonly string[] = []): Seat[] {
  const alone = levels.filter((l) => l === 0).length === 1;
  const person = (i: number): Seat => (alone ? { kind: 'person', name: '', who: 'you' } : { kind: 'person', name: names[i] ?? '' });
  return levels.map((level, i) => (level === 0 ? person(i) : { kind: 'bot', bot: botAt(level), name: '' }));
}
