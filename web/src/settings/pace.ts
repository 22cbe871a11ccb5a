/* How fast things move, by what the viewer and the device want. */
import { SPEED_FACTOR, type Settings } from './settings';

/** 0 when nothing may move. */
export function pace(settings: Settings): number {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return SPEED_FACTOR[settings.speed];
}
