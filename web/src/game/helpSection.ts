/* Which section of the help explains a refusal or a score. */
import { EVENT_KINDS, type EventKind } from '../model/eventKinds';
import type { Rules } from '../model/types';

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

/** The section about a refused move; '' if no rule explains it. */
export function sectionOfRefusal(code: string, rules: Rules): string {
  const found = REFUSALS.find(([pattern]) => pattern.test(code));
  return found ? found[rules === 'duel' ? 2 : 1] : '';
}

/** The section about a step of the scoring. */
export const sectionOfEvent = (kind: EventKind, rules: Rules): string => EVENT_KINDS[kind].help[rules === 'duel' ? 1 : 0];
