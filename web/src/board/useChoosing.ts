/* The player's hand: steps chosen so far, and what may come next. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { choose, touch as touchStep, type LegalOption, type Step } from '../game/choosing';
import { takenBy } from '../game/places';
import type { LegalMove, TableState } from '../game/types';

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

const byStep = (options: LegalOption[]) => new Map(options.map((o) => [o.step, o]));

export function useChoosing(state: TableState): Choosing {
  const [steps, setSteps] = useState<Step[]>([]);
  const { legal } = state;
  useEffect(() => setSteps([]), [state.version]);
  const choice = useMemo(() => choose(legal, steps), [legal, steps]);
  const first = useMemo(() => byStep(choose(legal, []).options), [legal]);
  return {
    chosen: choice.chosen,
    open: useMemo(() => byStep(choice.options), [choice]),
    first,
    complete: choice.complete,
    taking: takenBy(state.position, choice.chosen[0]),
    touch: (step) => setSteps((now) => touchStep(legal, now, step)),
    back: () => setSteps((now) => now.slice(0, -1)),
    clear: () => setSteps([]),
  };
}
