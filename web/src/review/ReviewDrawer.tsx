/* The review of a game: asked for, never forced. Graph, worst moves with the better line, what if. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { adviceWords, describeMove } from '../game/describe';
import type { GameSource } from '../game/source';
import type { TableState } from '../model/types';
import { usePage } from '../ui/context';
import { Side } from '../ui/Side';
import { Analysis, mistakes, worst, type Judged, type Mistake } from './analysis';
import { Graph } from './Graph';
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
    analysis.current = new Analysis(source);
    setJudged(new Map());
    setRunning(true);
    const tell = (j: Judged) => setJudged((known) => new Map(known).set(j.ply, j));
    void analysis.current.run(state, tell).then((done) => done && setRunning(false));
  };
  useEffect(() => () => analysis.current?.stop(), []);
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
      {judged.size > 0 && <Graph state={state} judged={judged} ply={ply} go={go} />}
      {judged.size > 0 && state.seats.map((s, seat) => <Worst key={seat} who={s.name} found={worst(all, seat)} done={!running} go={go} />)}
    </Side>
  );
}

function Worst({ who, found, done, go }: { who: string; found: Mistake[]; done: boolean; go: (ply: number) => void }) {
  const { t } = usePage();
  if (found.length === 0 && !done) return null;
  return (
    <section class="worst">
      <h3>{t('review-worst', { who })}</h3>
      {found.length === 0 && <p class="quiet">{t('review-none')}</p>}
      <ol>
        {found.map((m) => (
          <li key={m.entry.ply}>
            <button type="button" class="worst-move" onClick={() => go(m.entry.ply)}>
              <strong class="loss">−{Math.round(m.loss * 100)} %</strong>
              <span>
                {t('round-short', { n: m.entry.round })} · {describeMove(t, who, m.entry)}
              </span>
              <span class="better">{t('review-better', { move: adviceWords(t, m.best) })}</span>
              {m.line.length > 1 && (
                <span class="quiet">
                  {t('review-line', {
                    moves: m.line
                      .slice(1, 4)
                      .map((move) => adviceWords(t, move).replace(/\.$/, ''))
                      .join('; '),
                  })}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
