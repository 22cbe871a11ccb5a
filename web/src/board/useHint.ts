/* A hint in two steps: first where to look, then the whole move and why. */
import { useEffect, useState } from 'preact/hooks';
import { stepsOf, type Step } from '../game/choosing';
import { adviceWords } from '../game/describe';
import type { GameSource } from '../game/source';
import { adviceReason, whereWords } from '../game/why';
import type { Advice, TableState } from '../model/types';
import { usePage } from '../ui/context';

export interface Hint {
  /** The search is thinking about it. */
  busy: boolean;
  /** The first step was given (where to look); asked again, it gives the whole move. */
  half: boolean;
  /** The steps that light up. */
  steps: Set<Step>;
  words: string;
  ask: () => void;
  clear: () => void;
}

interface Found {
  version: number;
  advice: Advice | null;
  whole: boolean;
}

const NO_STEPS = new Set<Step>();

export function useHint(source: GameSource, state: TableState): Hint {
  const { t } = usePage();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const { version, position, seats } = state;
  useEffect(() => setBusy(false), [version, source]);
  const here = found?.version === version ? found : null; // a hint ends with the turn that it was given for
  const advice = here?.advice ?? null;
  const ask = async () => {
    if (busy) return;
    if (here && advice) return setFound({ ...here, whole: true });
    setBusy(true);
    const answer = await source.hint().catch(() => null);
    setBusy(false);
    setFound({ version, advice: answer, whole: answer !== null && stepsOf(answer.move).length < 2 });
  };
  const words = () => {
    if (busy) return t('hint-working');
    if (!here) return '';
    if (!advice) return t('hint-none');
    if (!here.whole) return whereWords(t, advice.move);
    const company = { mover: position.seat ?? 0, seats, position };
    return [t('hint-is', { move: adviceWords(t, advice.move) }), adviceReason(t, advice, company)].filter(Boolean).join(' ');
  };
  const steps = advice ? stepsOf(advice.move) : [];
  return {
    busy,
    half: advice !== null && !here!.whole,
    steps: advice ? new Set(here!.whole ? steps : steps.slice(0, 1)) : NO_STEPS,
    words: words(),
    ask: () => void ask(),
    clear: () => setFound(null),
  };
}
