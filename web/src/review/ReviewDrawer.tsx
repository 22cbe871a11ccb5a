/* The review of a game: asked for, never forced. Graph, worst moves with the better line, what if. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { adviceWords, describeMove } from '../game/describe';
import type { GameSource } from '../game/source';
import { reasonWords } from '../game/why';
import type { Seat, TableState } from '../model/types';
import { usePage } from '../ui/context';
import { Side } from '../ui/Side';
import { Analysis, mistakes, worst, type Judged, type Mistake } from './analysis';
import { Graph } from './Graph';
import { reviewBelow } from './reviewBelow';
import '../styles/review.css';

interface Props {
  source: GameSource;
  state: TableState;
  ply: number;
  go: (ply: number) => void;
  onClose: () => void;
}

export function ReviewDrawer({ source, state, ply, go, onClose }: Props) {
  const { t } = usePage();
  const [judged, setJudged] = useState<Map<number, Judged>>(new Map());
  const [running, setRunning] = useState(false);
  const analysis = useRef<Analysis | null>(null);
  const stop = () => {
    analysis.current?.stop();
    setRunning(false);
  };
  const start = () => {
    analysis.current = new Analysis(source, (j) => setJudged((known) => new Map(known).set(j.ply, j)));
    setJudged(new Map());
    setRunning(true);
    void analysis.current.run(state).then((done) => done && setRunning(false));
  };
  useEffect(() => () => analysis.current?.stop(), []);
  useLayoutEffect(() => reviewBelow()?.scrollIntoView(), []);
  const all = mistakes(state.log, judged);
  return (
    <Side label={t('review')} class="review" onClose={onClose}>
      <h2>{t('review')}</h2>
      <p class="quiet">{t('review-words')}</p>
      <div class="review-run">
        {running ? (
          <>
            <progress value={judged.size} max={state.log.length + 1} aria-label={t('review-running')} />
            <button type="button" class="button small" onClick={stop}>
              {t('review-stop')}
            </button>
          </>
        ) : (
          <button type="button" class="button primary" onClick={start}>
            {t(judged.size ? 'review-again' : 'review-start')}
          </button>
        )}
      </div>
      {judged.size > 0 && <Balance seats={state.seats} judged={judged.get(ply)} />}
      {judged.size > 0 && <Graph state={state} judged={judged} ply={ply} go={go} />}
      {judged.size > 0 &&
        state.seats.map((s, seat) => <Worst key={seat} who={s.name} state={state} found={worst(all, seat)} done={!running} go={go} />)}
    </Side>
  );
}

/** The chances of the seats at the shown decision: a bar with a part for each seat. */
function Balance({ seats, judged }: { seats: Seat[]; judged: Judged | undefined }) {
  const { t } = usePage();
  if (!judged) return null;
  const percent = (seat: number): number => Math.round(judged.win[seat]! * 100);
  return (
    <div class="balance" role="img" aria-label={seats.map((s, i) => t('review-chance', { who: s.name, percent: percent(i) })).join(' ')}>
      {seats.map((s, i) => (
        <span key={i} class={`seat-part-${i}`} style={{ flexGrow: Math.max(0.02, judged.win[i]!) }}>
          {percent(i) >= 12 && `${s.name} ${t('graph-percent', { percent: percent(i) })}`}
        </span>
      ))}
    </div>
  );
}

interface WorstProps {
  who: string;
  state: TableState;
  found: Mistake[];
  done: boolean;
  go: (ply: number) => void;
}

function Worst({ who, state, found, done, go }: WorstProps) {
  const { t } = usePage();
  if (found.length === 0 && !done) return null;
  return (
    <section class="worst">
      <h3>{t('review-worst', { who })}</h3>
      {found.length === 0 && <p class="quiet">{t('review-none')}</p>}
      <ol>
        {found.map((m) => (
          <li key={m.entry.ply}>
            <WorstMove who={who} state={state} m={m} done={done} go={go} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const bare = (words: string): string => words.replace(/\.$/, '');

function WorstMove({ who, state, m, done, go }: Omit<WorstProps, 'found'> & { m: Mistake }) {
  const { t } = usePage();
  const company = { mover: m.entry.seat, seats: state.seats, position: state.position };
  const then = m.line.slice(1, Math.min(4, m.seats.length));
  const [why] = m.reasons;
  const show = (ply: number) => {
    go(ply);
    if (reviewBelow()) document.querySelector('.table')?.scrollIntoView(); // the boards stand above the review
  };
  return (
    <button type="button" class="worst-move" onClick={() => show(m.entry.ply)}>
      <strong class="loss">{t('review-loss', { percent: Math.round(m.loss * 100) })}</strong>
      <span>
        {t('round-short', { n: m.entry.round })} · {describeMove(t, who, m.entry)}
      </span>
      {done && !m.sure && <span class="quiet">{t('review-probably')}</span>}
      <span class="better">{t('review-better', { move: adviceWords(t, m.best) })}</span>
      {why && <span>{t('why-sentence', { why: reasonWords(t, why, company) })}</span>}
      {then.length > 0 && (
        <span class="quiet">
          {t('review-line', {
            moves: then
              .map((move, i) => t('review-line-move', { who: state.seats[m.seats[i + 1]!]?.name ?? '', move: bare(adviceWords(t, move)) }))
              .join('; '),
          })}
        </span>
      )}
    </button>
  );
}
