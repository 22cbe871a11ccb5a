/* The player's hand: steps chosen so far, and what may come next. */
import { useMemo, useState } from 'preact/hooks';
import { choose, otherTargets, touch as touchStep, type LegalOption, type Step } from '../game/choosing';
import { takenBy } from '../game/places';
import type { LegalMove, TableState } from '../model/types';

export interface Choosing {
  chosen: Step[];
  open: Map<Step, LegalOption>;
  first: Map<Step, LegalOption>;
  complete: LegalMove | null;
  taking: ReturnType<typeof takenBy>;
  touch: (step: Step) => void;
  back: () => void;
  clear: () => void;
}

const NONE: Step[] = [];
const byStep = (options: LegalOption[]) => new Map(options.map((o) => [o.step, o]));

/** `confirm`: a whole move waits to be confirmed, and its target can still be exchanged. */
export function useChoosing(state: TableState, confirm: boolean): Choosing {
  // Steps belong to one position: steps of an older position are ignored, even before the next drawing.
  const [held, hold] = useState<{ version: number; steps: Step[] }>({ version: -1, steps: NONE });
  const { legal, version } = state;
  const steps = held.version === version ? held.steps : NONE;
  const setSteps = (next: (now: Step[]) => Step[]) => hold((h) => ({ version, steps: next(h.version === version ? h.steps : NONE) }));
  const choice = useMemo(() => choose(legal, steps), [legal, steps]);
  const first = useMemo(() => byStep(choose(legal, []).options), [legal]);
  return {
    chosen: choice.chosen,
    open: useMemo(() => byStep(confirm && choice.complete ? otherTargets(legal, choice) : choice.options), [legal, choice, confirm]),
    first,
    complete: choice.complete,
    taking: takenBy(state.position, choice.chosen[0]),
    touch: (step) => setSteps((now) => touchStep(legal, now, step)),
    back: () => setSteps((now) => now.slice(0, -1)),
    clear: () => setSteps(() => NONE),
  };
}
