/* Which rule is behind a refusal or a score: the section of the help that explains it. */
import type { EventKind, Rules } from '../model/types';

const REFUSALS: [RegExp, string, string][] = [
  [/^(factory|centre)-lacks$/, 'offer', 'duel-sun'],
  [/^line-(full|holds)$/, 'place', 'duel-place'],
  [/^row-has$/, 'place', 'duel-place'],
  [/^(other-line|space-taken)$/, 'tiling', 'duel-tiling'],
  [/^(column-has|space-printed)$/, 'grey', 'duel-tiling'],
  [/sun-lacks$|^stack-wrong$/, 'offer', 'duel-sun'],
  [/^moon-lacks$/, 'offer', 'duel-moon'],
  [/^(no-chip|chip-face-down|chips-taken)$/, 'offer', 'duel-chip'],
  [/^(no-token|plate-|slot-|pile-|no-point|dome-full)/, 'offer', 'duel-plate'],
  [/^(space-|line-|skip-)/, 'tiling', 'duel-tiling'],
  [/^(chip-not|pay-)/, 'offer', 'duel-pay'],
];

/** The section about a refused move; '' where no rule is behind it. */
export function sectionOfRefusal(code: string, rules: Rules): string {
  const found = REFUSALS.find(([pattern]) => pattern.test(code));
  return found ? found[rules === 'duel' ? 2 : 1] : '';
}

const EVENTS: Record<EventKind, [string, string]> = {
  tile: ['score', 'duel-score'],
  special: ['score', 'duel-score'],
  floor: ['floor', 'duel-place'],
  start_tile: ['offer', 'duel-moon'],
  clamp: ['floor', 'duel-place'],
  paid: ['offer', 'duel-plate'],
  row: ['end', 'duel-end'],
  column: ['end', 'duel-end'],
  colour: ['end', 'duel-end'],
  tablet: ['end', 'duel-end'],
  dropped: ['grey', 'duel-tiling'],
  broken: ['tiling', 'duel-tiling'],
};

/** The section about a step of the scoring. */
export const sectionOfEvent = (kind: EventKind, rules: Rules): string => EVENTS[kind][rules === 'duel' ? 1 : 0];
