/* Options of a table in words. */
import { nameOf } from '../game/names';
import type { Args, Translate } from '../text/text';
import type { TableInfo } from './feed';
import { seatOf, seatsOf, type ClockOptions, type Phase, type TableSeat } from './protocol';

const MINUTE = 60_000;
const DAY = 86_400_000;

export const CLOCKS: ClockOptions[] = [
  { kind: 'none' },
  { kind: 'total', base_ms: 5 * MINUTE, increment_ms: 5000, delay_ms: 0 },
  { kind: 'total', base_ms: 10 * MINUTE, increment_ms: 0, delay_ms: 5000 },
  { kind: 'total', base_ms: 15 * MINUTE, increment_ms: 0, delay_ms: 0 },
  { kind: 'total', base_ms: 30 * MINUTE, increment_ms: 10_000, delay_ms: 0 },
  { kind: 'move', base_ms: MINUTE },
  { kind: 'move', base_ms: DAY },
  { kind: 'move', base_ms: 3 * DAY },
  { kind: 'move', base_ms: 7 * DAY },
];

/** Few, so that two people who look for an opponent get the same choice. */
export const PAIR_CLOCKS: ClockOptions[] = [CLOCKS[2]!, CLOCKS[4]!, CLOCKS[0]!];

export function clockWords(t: Translate, clock: ClockOptions): string {
  if (clock.kind === 'none') return t('clock-none');
  if (clock.kind === 'move') {
    const days = Math.round(clock.base_ms / DAY);
    return days >= 1 ? t('clock-days', { n: days }) : t('clock-move', { n: Math.round(clock.base_ms / 1000) });
  }
  if (clock.kind !== 'total') return ''; // of a newer server
  const minutes = Math.round(clock.base_ms / MINUTE);
  if (clock.increment_ms > 0) return t('clock-increment', { n: minutes, seconds: clock.increment_ms / 1000 });
  if (clock.delay_ms > 0) return t('clock-delay', { n: minutes, seconds: clock.delay_ms / 1000 });
  return t('clock-total', { n: minutes });
}

/** The same in a list to choose from. */
export const clockLabel = (t: Translate, clock: ClockOptions): string => clockWords(t, clock).replace(/\.$/, '');

/** 0:09, 14:59, or days and hours. */
export function clockTime(t: Translate, ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 86_400) return t('time-days', { days: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) });
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export function seatName(t: Translate, seat: TableSeat, i: number): string {
  return seat.kind === 'empty' ? t('seat-free') : nameOf(t, seatOf(seat), i);
}

export const namesOf = (t: Translate, seats: TableSeat[]): string =>
  seatsOf(seats)
    .map((s, i) => (seats[i]!.kind === 'empty' ? t('seat-free') : nameOf(t, s, i)))
    .join(' · ');

/** What the page has words for; a newer server may name things that it has none for. */
export function wordsOr(t: Translate, id: string, instead: string, args?: Args): string {
  const words = t(id, args);
  return words.startsWith('⟨') ? instead : words;
}

/** The time by which a player must move or the table is removed, if the server has announced it. */
export function expiryWords(t: Translate, phase: Phase, at: number | null | undefined): string {
  if (!at || phase === 'over') return '';
  return t(phase === 'open' ? 'expires-open' : 'expires-live', { date: new Date(at) });
}

/** Who left the game last, as far as it is known. */
export interface Leaver {
  name: string;
  mine: boolean;
}

/** Who left the game: as the server said, else of two players the one who did not win. */
export function leaverOf({ leaver, seats, winners, cause }: Pick<TableInfo, 'leaver' | 'seats' | 'winners' | 'cause'>): number | null {
  if (leaver !== null || seats.length !== 2 || winners.length !== 1) return leaver;
  return ['resigned', 'time', 'abandoned'].includes(cause ?? '') ? 1 - winners[0]! : null;
}

/** Why a game ended otherwise than by its rules, and by whom; empty where there is nothing to say. */
export function causeWords(t: Translate, cause: string | null, leaver: Leaver | null = null): string {
  if (!cause || cause === 'normal') return '';
  const plain = wordsOr(t, `cause-${cause}`, '');
  return leaver ? wordsOr(t, `cause-${cause}-${leaver.mine ? 'you' : 'who'}`, plain, { who: leaver.name }) : plain;
}

/** Why a table is gone. */
export const goneWords = (t: Translate, cause: string): string => wordsOr(t, `gone-${cause}`, t('gone'));
