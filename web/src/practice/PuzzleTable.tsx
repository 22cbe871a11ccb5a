/* A puzzle on the table: the question, whether the move was right, and why. */
import { useEffect, useState } from 'preact/hooks';
import { stepsOf } from '../game/choosing';
import { adviceWords } from '../game/describe';
import type { LocalEngine } from '../engine/localEngine';
import { named } from '../game/names';
import { allReasons, reasonWords } from '../game/why';
import type { Reason } from '../model/types';
import { TableScreen } from '../screens/TableScreen';
import { usePage } from '../ui/context';
import { useLatest } from '../ui/useLatest';
import { GradeDots } from './GradeDots';
import { PuzzleSource } from './PuzzleSource';
import type { Puzzle } from './puzzles';
import type { Solved } from './progress';

/** The largest number of differences that are listed. */
const REASONS = 2;

interface Props {
  puzzle: Puzzle;
  localEngine: () => Promise<LocalEngine>;
  onSolved: (how: Solved) => void;
  /** Null where no other one follows. */
  onNext: (() => void) | null;
  onLeave: () => void;
  onHelp: (topic?: string) => void;
  onSettings: () => void;
}

export function PuzzleTable({ puzzle, localEngine, ...rest }: Props) {
  const [source, setSource] = useState<PuzzleSource | null>(null);
  useEffect(() => {
    let opened: PuzzleSource | null = null;
    let left = false;
    void localEngine().then((engine) => {
      if (!left) setSource((opened = new PuzzleSource(engine, puzzle)));
    });
    return () => {
      left = true;
      opened?.close();
    };
  }, [localEngine, puzzle]);
  return source && <Open source={source} {...rest} />;
}

function Open({ source, onSolved, onNext, onLeave, onHelp, onSettings }: Omit<Props, 'puzzle' | 'localEngine'> & { source: PuzzleSource }) {
  const [, redraw] = useState(0);
  const [against, setAgainst] = useState<{ text: string; reasons: Reason[] } | null>(null);
  useEffect(() => source.subscribe(() => redraw((n) => n + 1)), [source]);
  const outcome = source.outcome();
  const last = source.last();
  const decided = useLatest(onSolved);
  useEffect(() => {
    if (outcome) decided.current(outcome);
  }, [outcome, decided]); // once
  useEffect(() => {
    if (!last || last.right) return;
    void source.reasonsAgainst(last.text).then((reasons) => setAgainst({ text: last.text, reasons }));
  }, [source, last]);
  const solution = source.solution();
  const guide = {
    light: '',
    hinted: new Set(solution ? stepsOf(solution.move) : []),
    panel: (
      <Words source={source} against={against?.text === last?.text ? (against?.reasons ?? null) : null} onNext={onNext} onLeave={onLeave} />
    ),
  };
  return <TableScreen source={source} guide={guide} onMenu={onLeave} onHelp={onHelp} onSettings={onSettings} />;
}

interface WordsProps {
  source: PuzzleSource;
  /** Why another move is better than the one that was tried; null: not known yet. */
  against: Reason[] | null;
  onNext: (() => void) | null;
  onLeave: () => void;
}

function Words({ source, against, onNext, onLeave }: WordsProps) {
  const { t } = usePage();
  const { puzzle } = source;
  const last = source.last();
  const solution = source.solution();
  const state = source.state();
  const seats = named(t, state.seats);
  const company = { mover: state.view, seats, position: state.position };
  const right = last?.right ?? false;
  const done = right || solution !== null;
  const reasons = allReasons(t, done ? puzzle.reasons.slice(0, REASONS) : [], company);
  const better = last && !right && against && against.length > 0 ? t('puzzle-better', { why: reasonWords(t, against[0]!, company) }) : '';
  const [open, setOpen] = useState(false); // on a phone the explanation is asked for, so that the boards stay in sight
  const question = solution
    ? t('puzzle-solution', { move: adviceWords(t, solution.move).replace(/\.$/, '') })
    : !last
      ? t('puzzle-question')
      : t(right ? 'puzzle-right' : 'puzzle-wrong');
  return (
    <section
      class={`guide puzzle-words${open ? ' open' : ''}${last || done ? ' tried' : ''}`}
      aria-label={t('puzzle')}
      data-outcome={last ? (right ? 'right' : 'wrong') : undefined}
    >
      <p class="guide-step">
        <span class="guide-count">{t('puzzle')}</span>
        <GradeDots grade={puzzle.grade} />
      </p>
      <div class="guide-words" role="status">
        <p class="puzzle-verdict">{question}</p>
        <div class="puzzle-why" id="puzzle-why">
          {better && <p>{better}</p>}
          {reasons.length > 0 && (
            <ul>
              {reasons.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          {done && <p class="quiet">{t('puzzle-about', { theme: t(`theme-${puzzle.theme}`), gap: puzzle.gap })}</p>}
        </div>
      </div>
      <p class="puzzle-buttons">
        {(better !== '' || done) && (
          <button type="button" class="button" data-do="why" aria-expanded={open} aria-controls="puzzle-why" onClick={() => setOpen(!open)}>
            {t('why')}
          </button>
        )}
        {!done && (
          <button type="button" class="button" data-do="reveal" onClick={() => void source.reveal()}>
            {t('puzzle-show')}
          </button>
        )}
        {last && !right && (
          <button type="button" class="button primary" data-do="again" onClick={() => void source.undo()}>
            {t('puzzle-again')}
          </button>
        )}
        {done && (
          <button type="button" class={`button${onNext ? '' : ' primary'}`} data-do="all" onClick={onLeave}>
            {t('puzzle-all')}
          </button>
        )}
        {done && onNext && (
          <button type="button" class="button primary" data-do="next" onClick={onNext}>
            {t('puzzle-next')}
          </button>
        )}
      </p>
    </section>
  );
}
