/* Who stood how well, move by move: a line a seat. */
import type { LogEntry, TableState } from '../model/types';
import { usePage } from '../ui/context';
import type { Judged } from './analysis';

/** The lines are drawn in these units and stretched to the room there is; the words around them keep their size. */
const HEIGHT = 100;
const WIDTH = 320;

interface Props {
  state: TableState;
  judged: Map<number, Judged>;
  ply: number;
  go: (ply: number) => void;
}

export function Graph({ state, judged, ply, go }: Props) {
  const { t } = usePage();
  const { log, seats } = state;
  const plies = Math.max(1, log.length);
  const x = (n: number): number => (n / plies) * WIDTH;
  const here = judged.get(ply);
  const words = here && seats.map((s, i) => t('review-chance', { who: s.name, percent: Math.round(here.win[i]! * 100) })).join(' ');
  return (
    <figure class="win-graph">
      <div class="graph">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${t('review-graph')}. ${words ?? ''}`}
          onClick={(e) => go(plyAt(e, plies))}
        >
          <rect x="0" y="0" width={WIDTH} height={HEIGHT} class="graph-ground" />
          <path d={`M0 ${HEIGHT / 2} H${WIDTH}`} class="graph-middle" />
          {roundsOf(log).map(({ from }) => from > 0 && <path key={from} d={`M${x(from)} 0 V${HEIGHT}`} class="graph-round" />)}
          {seats.map((_, seat) => (
            <path key={seat} d={pathOf(judged, seat, x)} class={`graph-seat seat-${seat}`} />
          ))}
          <path d={`M${x(ply)} 0 V${HEIGHT}`} class="graph-here" />
        </svg>
        <Axes log={log} />
      </div>
      <figcaption>
        {seats.map((s, seat) => (
          <span key={seat} class={`graph-name seat-${seat}`}>
            <svg viewBox="0 0 24 8" aria-hidden="true">
              <path d="M0 4 H24" class={`graph-seat seat-${seat}`} />
            </svg>
            {here ? t('review-chance', { who: s.name, percent: Math.round(here.win[seat]! * 100) }) : s.name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** The rounds of a game: their numbers, and the decisions where they begin and end. */
function roundsOf(log: LogEntry[]): { round: number; from: number; to: number }[] {
  const starts = log.filter((e, i) => i === 0 || e.round !== log[i - 1]!.round);
  return starts.map((e, i) => ({ round: e.round, from: e.ply, to: starts[i + 1]?.ply ?? log.length }));
}

/** What is drawn upwards and what to the right, in words and numbers. */
function Axes({ log }: { log: LogEntry[] }) {
  const { t } = usePage();
  return (
    <>
      <span class="graph-title" aria-hidden="true">
        {t('graph-chance')}
      </span>
      <ol class="graph-percents" aria-hidden="true">
        {[100, 50, 0].map((percent) => (
          <li key={percent}>{t('graph-percent', { percent })}</li>
        ))}
      </ol>
      <ol class="graph-rounds" aria-hidden="true">
        {roundsOf(log).map(({ round, from, to }) => (
          <li key={from} style={{ flexGrow: to - from }}>
            {round}
          </li>
        ))}
      </ol>
      <span class="graph-rounds-title" aria-hidden="true">
        {t('graph-round')}
      </span>
    </>
  );
}

function plyAt(e: MouseEvent, plies: number): number {
  const box = (e.currentTarget as Element).getBoundingClientRect();
  return Math.max(0, Math.min(plies, Math.round(((e.clientX - box.left) / box.width) * plies)));
}

function pathOf(judged: Map<number, Judged>, seat: number, x: (n: number) => number): string {
  const points = [...judged.values()].sort((a, b) => a.ply - b.ply);
  return points.map((p, i) => `${i ? 'L' : 'M'}${x(p.ply).toFixed(1)} ${((1 - p.win[seat]!) * HEIGHT).toFixed(1)}`).join(' ');
}
