/* What moves after the position has changed: tiles on their way, then the scoring step by step. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { stepsOf, type Step } from '../game/choosing';
import { placesOf } from '../game/places';
import type { GameSource } from '../game/source';
import type { ScoreEvent, TableState } from '../model/types';
import { at, clearMotion, fly, pace, snapshot, type Snapshot } from '../motion/motion';
import { playScoring } from '../motion/scoring';
import { usePage } from '../ui/context';
import { useLatest } from '../ui/useLatest';

export interface Motion {
  /** The step of the scoring that is being shown. */
  step: ScoreEvent | null;
  skip: () => void;
}

interface Flight {
  pieces: Snapshot[];
  to: string;
  /** A move made here; others' moves are shown more slowly. */
  ours: boolean;
}

/** Where tiles fly from. */
function sourcesOf(steps: Step[]): string[] {
  const [kind, a, b] = (steps[0] ?? '').split(':');
  if (kind === 'take') return [a === 'centre' ? `centre/${b}` : `factory/${a}/${b}`];
  if (kind === 'sun') return [`sun/${a}/${b}`];
  if (kind === 'moon') return ['large', '1', '2', '3', '4'].map((f) => `moon/${f}/${a}`);
  return kind === 'plate' ? [`plate/${a}`] : [];
}

export function useMotion(source: GameSource, state: TableState): Motion {
  const { settings } = usePage();
  const [step, setStep] = useState<ScoreEvent | null>(null);
  const flight = useFlight(source);
  const stopScoring = useRef<(() => void) | null>(null);
  const now = useLatest({ game: source, settings, events: state.events });
  const { version } = state;
  useEffect(() => {
    const { game, events } = now.current;
    const speed = pace(now.current.settings);
    const { current } = flight;
    flight.current = null;
    if (current) fly(current.pieces, at(current.to), current.ours ? speed : speed * 1.7);
    if (events.length === 0 || speed === 0) return;
    const { done, stop } = playScoring(events, speed, setStep);
    stopScoring.current = stop;
    game.hold(done);
    void done.then(() => setStep(null));
    return stop;
  }, [version, now, flight]);
  useEffect(() => clearMotion, []);
  return { step, skip: () => stopScoring.current?.() };
}

/** What a move takes away, remembered when the source tells of it: the page still shows the tiles where they lay. */
function useFlight(source: GameSource): { current: Flight | null } {
  const flight = useRef<Flight | null>(null);
  useEffect(() => {
    let known = source.state().log.length;
    return source.subscribe(() => {
      const { log, lastMove, here } = source.state();
      const forward = log.length === known + 1;
      known = log.length;
      if (!forward || !lastMove) return;
      const { move, seat } = lastMove;
      flight.current = { pieces: snapshot(sourcesOf(stepsOf(move))), to: placesOf(move, seat).at(-1) ?? '', ours: here.includes(seat) };
    });
  }, [source]);
  return flight;
}
