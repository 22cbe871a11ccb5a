/* What the tiles in hand would do on the wall or dome: a ghost in the cell that each line leads to, and the run that
 * scores with it for the line that is chosen or, before one is, aimed at. */
import { useMemo, useState } from 'preact/hooks';
import { matching, previewOf, type LegalOption, type Step } from '../game/choosing';
import type { Colour, LegalMove, Preview } from '../model/types';
import type { Choosing } from './useChoosing';

export interface Ghosts {
  /** By "row/column". */
  tiles: Map<string, Colour>;
  run: Set<string>;
  /** The target under the pointer or the focus; empty: none. */
  aim: (step: Step) => void;
}

const isTarget = (step: Step): boolean => step.startsWith('to:');

/** The targets and what each of them leads to, the chosen one first. */
export function targetsOf(legal: LegalMove[], chosen: Step[], open: Iterable<LegalOption>): { step: Step; preview: Preview }[] {
  const held = chosen.find(isTarget);
  const mine = held ? [{ step: held, moves: matching(legal, chosen) }] : [];
  return [...mine, ...open].flatMap(({ step, moves }) => {
    const preview = isTarget(step) ? previewOf(moves) : undefined;
    return preview?.cell ? [{ step, preview }] : [];
  });
}

export function useGhosts(legal: LegalMove[], { chosen, open, taking }: Choosing): Ghosts {
  const [aimed, aim] = useState('');
  return useMemo(() => {
    const targets = taking ? targetsOf(legal, chosen, open.values()) : [];
    const held = targets.find((t) => chosen.includes(t.step));
    const lit = held ?? targets.find((t) => t.step === aimed) ?? (targets.length === 1 ? targets[0] : undefined);
    const tiles = new Map((held ? [held] : targets).map((t) => [t.preview.cell!.join('/'), taking!.colour]));
    return { tiles, run: new Set(lit?.preview.run?.map((cell) => cell.join('/'))), aim };
  }, [legal, chosen, open, taking, aimed]);
}
