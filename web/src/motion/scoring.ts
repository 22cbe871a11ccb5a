/* The scoring, played step by step on the tiles that make the points. */
import type { ScoreEvent } from '../model/types';
import { at, clearMotion, rise, sweep } from './motion';

const STEP_MS = 620;

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

function cellsOf(e: ScoreEvent): Element[] {
  const cells = e.cells ?? (e.row && e.column ? [[e.row, e.column] as [number, number]] : []);
  const places = cells.map(([r, c]) => at(`${e.seat}/wall/${r}/${c}`));
  return places.filter((p): p is Element => p !== null);
}

function show(e: ScoreEvent, speed: number): void {
  const cells = cellsOf(e);
  const place = cells.at(-1) ?? at(`${e.seat}/floor`) ?? document.querySelector(`[data-score="${e.seat}"]`);
  sweep(cells, speed);
  if (place && e.points !== 0) rise(signed(e.points), place, speed, e.points < 0);
}

/** Plays the steps; resolves at the end or when skipped. `onStep` names the step in words, `stop` cuts it short. */
export function playScoring(
  events: ScoreEvent[],
  speed: number,
  onStep: (e: ScoreEvent) => void,
): { done: Promise<void>; stop: () => void } {
  let stopped = speed === 0;
  let wake: () => void = () => undefined;
  const stop = () => {
    stopped = true;
    clearMotion();
    wake();
  };
  const run = async () => {
    for (const e of events) {
      if (stopped) return;
      onStep(e);
      show(e, speed);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, STEP_MS * speed);
      });
    }
  };
  return { done: run(), stop };
}
