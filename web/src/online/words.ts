/* Options of a table in words. */
import { nameOf } from '../game/names';
import type { Translate } from '../text/text';
import { seatOf, type ClockOptions, type TableSeat } from './protocol';

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

export function clockWords(t: Translate, clock: ClockOptions): string {
  if (clock.kind === 'none') return t('clock-none');
  if (clock.kind === 'move') {
    const days = Math.round(clock.base_ms / DAY);
    return days >= 1 ? t('clock-days', { n: days }) : t('clock-move', { n: Math.round(clock.base_ms / 1000) });
  }
  const minutes = Math.round(clock.base_ms / MINUTE);
  if (clock.increment_ms > 0) return t('clock-increment', { n: minutes, seconds: clock.increment_ms / 1000 });
  if (clock.delay_ms > 0) return t('clock-delay', { n: minutes, seconds: clock.delay_ms / 1000 });
  return t('clock-total', { n: minutes });
}

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

export const namesOf = (t: Translate, seats: TableSeat[]): string => seats.map((s, i) => seatName(t, s, i)).join(' · ');

/** Why the server said no, as far as the player can do something about it. */
export function problemOf(code: string): string {
  if (code === 'BAD_NAME') return 'online-bad-name';
  if (code === 'NAME_TAKEN') return 'account-name-taken';
  if (code === 'SEAT_TAKEN' || code === 'NOT_OPEN') return 'online-seat-taken';
  if (code === 'TOO_MANY_GAMES') return 'online-too-many-games';
  return code === 'OFFLINE' ? 'online-offline' : 'online-refused';
}
