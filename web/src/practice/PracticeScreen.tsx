/* Practice: the puzzle of the day, puzzles by grade and theme, and what has been won so far. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LocalEngine } from '../engine/localEngine';
import { RULES, type Rules } from '../model/types';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';
import { SelectField } from '../ui/SelectField';
import { loadProgress, saveProgress, streakOf, withSolved, type Progress, type Solved } from './progress';
import { GradeDots } from './GradeDots';
import { PuzzleTable } from './PuzzleTable';
import { GRADES, loadPuzzles, localDay, puzzleOfDay, rulesOfDay, THEMES, type Puzzle, type Theme } from './puzzles';
import { Statistics } from './Statistics';
import '../styles/practice.css';

interface Props {
  localEngine: () => Promise<LocalEngine>;
  onLeave: () => void;
  onHelp: (topic?: string) => void;
  onSettings: () => void;
}

/** The puzzle on the table, and whether it is the one of a day. */
interface Open {
  puzzle: Puzzle;
  day: string | null;
}

/** Puzzles of a rule set; null until they are here, false when they could not be fetched. */
function usePuzzles(rules: Rules): Puzzle[] | null | false {
  const [found, setFound] = useState<{ rules: Rules; puzzles: Puzzle[] | false } | null>(null);
  useEffect(() => {
    let left = false;
    loadPuzzles(rules).then(
      (puzzles) => left || setFound({ rules, puzzles }),
      () => left || setFound({ rules, puzzles: false }),
    );
    return () => {
      left = true;
    };
  }, [rules]);
  return found?.rules === rules ? found.puzzles : null;
}

export function PracticeScreen({ localEngine, onLeave, onHelp, onSettings }: Props) {
  const { t } = usePage();
  const [open, setOpen] = useState<Open | null>(null);
  const [progress, setProgress] = useState(loadProgress);
  const [choice, setChoice] = useState<Choice>({ rules: 'classic', grade: 1, theme: null });
  const puzzles = usePuzzles(open?.puzzle.rules ?? choice.rules);
  const today = localDay(new Date());
  const onSolved = (how: Solved) => {
    if (!open) return;
    const next = withSolved(loadProgress(), open.puzzle.id, how, open.day);
    saveProgress(next);
    setProgress(next);
  };
  if (open) {
    const next = nextOf(puzzles || [], choice, progress, open.puzzle);
    return (
      <PuzzleTable
        key={open.puzzle.id}
        puzzle={open.puzzle}
        localEngine={localEngine}
        onSolved={onSolved}
        onNext={next && open.day === null ? () => setOpen({ puzzle: next, day: null }) : null}
        onLeave={() => setOpen(null)}
        onHelp={onHelp}
        onSettings={onSettings}
      />
    );
  }
  return (
    <main class="practice">
      <header class="practice-head">
        <button type="button" class="button small" onClick={onLeave}>
          {t('practice-leave')}
        </button>
        <Heading>{t('practice')}</Heading>
      </header>
      <Daily today={today} progress={progress} onOpen={(puzzle) => setOpen({ puzzle, day: today })} />
      <Collection
        puzzles={puzzles}
        choice={choice}
        setChoice={(part) => setChoice({ ...choice, ...part })}
        progress={progress}
        onOpen={(puzzle) => setOpen({ puzzle, day: null })}
      />
      <Statistics progress={progress} onReset={() => setProgress(loadProgress())} />
    </main>
  );
}

interface Choice {
  rules: Rules;
  grade: number;
  /** Null: all. */
  theme: Theme | null;
}

const chosen = (puzzles: readonly Puzzle[], { grade, theme }: Choice): Puzzle[] =>
  puzzles.filter((p) => p.grade === grade && (theme === null || p.theme === theme));

/** The next one that is not solved, after this one. */
function nextOf(puzzles: readonly Puzzle[], choice: Choice, { solved }: Progress, after: Puzzle | null): Puzzle | null {
  const list = chosen(puzzles, choice);
  const from = list.findIndex((p) => p.id === after?.id) + 1;
  return [...list.slice(from), ...list.slice(0, from)].find((p) => !solved[p.id] && p.id !== after?.id) ?? null;
}

function Daily({ today, progress, onOpen }: { today: string; progress: Progress; onOpen: (puzzle: Puzzle) => void }) {
  const { t, settings } = usePage();
  const rules = rulesOfDay(today);
  const puzzles = usePuzzles(rules);
  const puzzle = puzzles ? puzzleOfDay(today, puzzles) : null;
  const streak = streakOf(progress.days, today);
  const done = progress.days.includes(today);
  const [y, m, d] = today.split('-').map(Number);
  const date = new Date(y!, m! - 1, d!).toLocaleDateString(settings.language === 'en' ? 'en-GB' : settings.language, {
    day: 'numeric',
    month: 'long',
  });
  return (
    <section class="daily" aria-labelledby="daily-name">
      <div>
        <h2 id="daily-name">{t('puzzle-daily')}</h2>
        <p class="daily-about">
          {date} · {t(`rules-${rules}`)} {puzzle && <GradeDots grade={puzzle.grade} />}
        </p>
        <p class="quiet">{streak.now > 0 ? t('streak-days', { count: streak.now, best: streak.best }) : t('streak-none')}</p>
      </div>
      {puzzle && (
        <button type="button" class={`button big${done ? '' : ' primary'}`} data-daily onClick={() => onOpen(puzzle)}>
          {t(done ? 'puzzle-solved-today' : 'puzzle-solve')}
        </button>
      )}
    </section>
  );
}

interface CollectionProps {
  puzzles: Puzzle[] | null | false;
  choice: Choice;
  setChoice: (part: Partial<Choice>) => void;
  progress: Progress;
  onOpen: (puzzle: Puzzle) => void;
}

function Collection({ puzzles, choice, setChoice, progress, onOpen }: CollectionProps) {
  const { t } = usePage();
  const list = useMemo(() => chosen(puzzles || [], choice), [puzzles, choice]);
  const next = nextOf(list, choice, progress, null);
  const here = useMemo(() => THEMES.filter((theme) => (puzzles || []).some((p) => p.theme === theme)), [puzzles]);
  const solved = list.filter((p) => progress.solved[p.id]).length;
  return (
    <section class="collection" aria-labelledby="collection-name">
      <h2 id="collection-name">{t('puzzles')}</h2>
      <div class="collection-choice">
        <SelectField
          label={t('rule-set')}
          value={choice.rules}
          values={RULES}
          words={(r) => t(`rules-${r}`)}
          onChange={(rules) => setChoice({ rules, theme: null })}
        />
        <SelectField
          label={t('puzzle-theme')}
          value={choice.theme}
          values={[null, ...here]}
          words={(theme) => t(theme ? `theme-${theme}` : 'theme-all')}
          onChange={(theme) => setChoice({ theme })}
        />
      </div>
      <div class="grades" role="group" aria-label={t('puzzle-grade-choice')}>
        {GRADES.map((grade) => (
          <button type="button" key={grade} class="button small" aria-pressed={choice.grade === grade} onClick={() => setChoice({ grade })}>
            {t(`grade-${grade}`)}
          </button>
        ))}
      </div>
      {puzzles === false && <p role="alert">{t('puzzles-lost')}</p>}
      {puzzles && (
        <>
          <div class="collection-next">
            <p class="quiet">{t('puzzles-solved', { n: solved, of: list.length })}</p>
            {next && (
              <button type="button" class="button primary" data-next-puzzle onClick={() => onOpen(next)}>
                {t('puzzle-next')}
              </button>
            )}
          </div>
          <ol class="puzzle-list">
            {list.map((p, i) => (
              <li key={p.id}>
                <button
                  type="button"
                  class={`puzzle-number ${progress.solved[p.id] ?? ''}`}
                  aria-label={t('puzzle-number', { n: i + 1, state: progress.solved[p.id] ?? 'open' })}
                  onClick={() => onOpen(p)}
                >
                  {i + 1}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
