/* The first game: the table with someone who explains beside it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { stepsOf } from '../game/choosing';
import type { LocalEngine } from '../engine/localEngine';
import { seatsOf } from '../game/names';
import { TableScreen } from '../screens/TableScreen';
import { usePage } from '../ui/context';
import { LIGHT } from '../board/useFollow';
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
    panel: <Words source={source} rules={rules} onDone={() => onPlay(rules)} onLeave={onLeave} />,
  };
  return <TableScreen source={source} guide={guide} onMenu={onLeave} onHelp={onHelp} onSettings={onSettings} />;
}

interface WordsProps {
  source: LessonSource;
  rules: Lesson['rules'];
  onDone: () => void;
  onLeave: () => void;
}

function Words({ source, rules, onDone, onLeave }: WordsProps) {
  const { t } = usePage();
  const n = source.number() + 1;
  const of = LESSONS[rules].steps.length;
  const panel = useRef<HTMLElement>(null);
  return (
    <section class="guide" aria-label={t('learn')} ref={panel}>
      <Pointer panel={panel} light={source.step().light ?? ''} />
      <p class="guide-step">
        <span class="guide-count">{t('learn-step', { n, of })}</span>
        <progress value={n} max={of} aria-hidden="true" />
      </p>
      <p class="guide-words" role="status">
        {t(`learn-${rules}-${n}`)}
      </p>
      <p class="guide-buttons">
        <button type="button" class="plain-button" data-lesson-leave aria-label={t('learn-leave')} onClick={onLeave}>
          <span aria-hidden="true">×</span> <span class="guide-word">{t('learn-leave')}</span>
        </button>
        <button
          type="button"
          class="plain-button"
          data-lesson-back
          aria-label={t('learn-back')}
          disabled={!source.canGoBack()}
          onClick={() => source.stepBack()}
        >
          <span aria-hidden="true">‹</span> <span class="guide-word">{t('learn-back')}</span>
        </button>
        {source.canGoOn() && (
          <button type="button" class="button primary" onClick={() => (n === of ? onDone() : source.next())}>
            {t(n === of ? 'learn-done' : 'learn-next')}
          </button>
        )}
      </p>
    </section>
  );
}

/** From the words to the thing that they speak of: the marked piece, else the part of the table. */
function Pointer({ panel, light }: { panel: { current: HTMLElement | null }; light: string }) {
  const tail = useRef<SVGPathElement>(null);
  useLayoutEffect(() => {
    const draw = () => {
      tail.current?.setAttribute('d', (panel.current && tailTo(panel.current, light)) ?? '');
      const { left, top } = tail.current?.ownerSVGElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
      tail.current?.setAttribute('transform', `translate(${-left} ${-top})`); // where `fixed` means a container
    };
    let frame = requestAnimationFrame(draw); // the table is drawn by then
    const again = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    };
    const later = setInterval(again, 300); // tiles fly, boards grow, the page follows
    addEventListener('resize', again);
    addEventListener('scroll', again, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(later);
      removeEventListener('resize', again);
      removeEventListener('scroll', again);
    };
  });
  return (
    <svg class="guide-pointer" aria-hidden="true" focusable="false">
      <path ref={tail} />
    </svg>
  );
}

/** Half of the width of the tail where it leaves the words. */
const BASE = 6;

function tailTo(panel: HTMLElement, light: string): string | null {
  const table = panel.closest('.table');
  const marked = [...(table?.querySelectorAll('.touch.hinted.open') ?? [])].find((e) => !e.closest('.actions'));
  const target = marked ?? (LIGHT[light] ? table?.querySelector(LIGHT[light]!) : null);
  if (!target) return null;
  return tailPath(panel.getBoundingClientRect(), target.getBoundingClientRect());
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
const within = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));

/** How long a tail is at most: a longer one would lie over what is between. */
const REACH = 96;

/** The tip of a tail that leaves the words at x, y. */
function tip(x: number, y: number, toX: number, toY: number): string {
  const part = Math.min(1, REACH / Math.hypot(toX - x, toY - y));
  return `${x + (toX - x) * part} ${y + (toY - y) * part}`;
}

/** A tail out of the nearest edge of the words, towards the nearest edge of the thing; null where they touch. */
export function tailPath(from: Box, to: Box): string | null {
  const [cx, cy] = [(to.left + to.right) / 2, (to.top + to.bottom) / 2];
  const above = to.bottom < from.top;
  if (above || to.top > from.bottom) {
    const y = above ? from.top : from.bottom;
    const x = within(cx, from.left + 2 * BASE, from.right - 2 * BASE);
    return `M${x - BASE} ${y}L${tip(x, y, within(x, to.left, to.right), above ? to.bottom : to.top)}L${x + BASE} ${y}Z`;
  }
  const before = to.right < from.left;
  if (!before && to.left <= from.right) return null;
  const x = before ? from.left : from.right;
  const y = within(cy, from.top + 2 * BASE, from.bottom - 2 * BASE);
  return `M${x} ${y - BASE}L${tip(x, y, before ? to.right : to.left, within(y, to.top, to.bottom))}L${x} ${y + BASE}Z`;
}
