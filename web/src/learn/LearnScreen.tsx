/* The first game: the table with someone who explains beside it. */
import { useEffect, useState } from 'preact/hooks';
import { stepsOf } from '../game/choosing';
import type { LocalEngine } from '../engine/localEngine';
import { seatsOf } from '../game/names';
import { TableScreen } from '../screens/TableScreen';
import { usePage } from '../ui/context';
import { LESSONS, type Lesson } from './lessons';
import { LessonSource } from './LessonSource';

interface Props {
  rules: Lesson['rules'];
  localEngine: () => Promise<LocalEngine>;
  onLeave: () => void;
  /** The lesson is over: a game of one's own. */
  onPlay: (rules: Lesson['rules']) => void;
  onHelp: (topic?: string) => void;
  onSettings: () => void;
}

export function LearnScreen({ rules, localEngine, onLeave, onPlay, onHelp, onSettings }: Props) {
  const [source, setSource] = useState<LessonSource | null>(null);
  useEffect(() => {
    let opened: LessonSource | null = null;
    let left = false;
    void localEngine().then((engine) => {
      if (!left) setSource((opened = new LessonSource(engine, LESSONS[rules], seatsOf([0, 1]))));
    });
    return () => {
      left = true;
      opened?.close();
    };
  }, [localEngine, rules]);
  if (!source) return null;
  return <Lesson source={source} rules={rules} onLeave={onLeave} onPlay={onPlay} onHelp={onHelp} onSettings={onSettings} />;
}

function Lesson({ source, rules, onLeave, onPlay, onHelp, onSettings }: Omit<Props, 'localEngine'> & { source: LessonSource }) {
  const [, redraw] = useState(0);
  useEffect(() => source.subscribe(() => redraw((n) => n + 1)), [source]);
  const wanted = source.state().legal[0];
  const guide = {
    light: source.step().light ?? '',
    hinted: new Set(wanted ? stepsOf(wanted.move) : []),
    panel: <Words source={source} rules={rules} onDone={() => onPlay(rules)} />,
  };
  return <TableScreen source={source} guide={guide} onMenu={onLeave} onHelp={onHelp} onSettings={onSettings} />;
}

function Words({ source, rules, onDone }: { source: LessonSource; rules: Lesson['rules']; onDone: () => void }) {
  const { t } = usePage();
  const n = source.number() + 1;
  const of = LESSONS[rules].steps.length;
  return (
    <section class="guide" aria-label={t('learn')}>
      <p class="guide-step">
        <span class="guide-count">{t('learn-step', { n, of })}</span>
        <progress value={n} max={of} aria-hidden="true" />
      </p>
      <p class="guide-words" role="status">
        {t(`learn-${rules}-${n}`)}
      </p>
      {source.canGoOn() && (
        <button type="button" class="button primary" onClick={() => (n === of ? onDone() : source.next())}>
          {t(n === of ? 'learn-done' : 'learn-next')}
        </button>
      )}
    </section>
  );
}
