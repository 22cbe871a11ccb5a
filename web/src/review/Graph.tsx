/* Who stood how well, move by move: a line a seat. */
import type { LogEntry, TableState } from '../model/types';
import { usePage } from '../ui/context';
import type { Judged } from './analysis';

const HEIGHT = 100;
const WIDTH = 320;
/** Room for the words of the axes: left of the lines, above and below them. */
const LEFT = 36;
const ABOVE = 20;
const BELOW = 30;

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
      <svg
        viewBox={`${-LEFT} ${-ABOVE} ${LEFT + WIDTH + 2} ${ABOVE + HEIGHT + BELOW}`}
        role="img"
        aria-label={`${t('review-graph')}. ${words ?? ''}`}
        onClick={(e) => go(plyAt(e, plies))}
      >
        <rect x="0" y="0" width={WIDTH} height={HEIGHT} class="graph-ground" />
        <path d={`M0 ${HEIGHT / 2} H${WIDTH}`} class="graph-middle" />
        <Axes log={log} x={x} />
        {seats.map((_, seat) => (
          <path key={seat} d={pathOf(judged, seat, x)} class={`graph-seat seat-${seat}`} />
        ))}
        <path d={`M${x(ply)} -4 V${HEIGHT + 4}`} class="graph-here" />
      </svg>
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

/** What is drawn upwards and what to the right, in words and numbers. */
function Axes({ log, x }: { log: LogEntry[]; x: (n: number) => number }) {
  const { t } = usePage();
  const starts = log.filter((e, i) => i === 0 || e.round !== log[i - 1]!.round);
  return (
    <g class="graph-axes">
      <text x={-LEFT} y={-10}>
        {t('graph-chance')}
      </text>
      {[0, 50, 100].map((percent) => (
        <text key={percent} x={-4} y={((100 - percent) / 100) * HEIGHT + 3.5} text-anchor="end">
          {t('graph-percent', { percent })}
        </text>
      ))}
      {starts.map((e, i) => (
        <g key={e.ply}>
          {i > 0 && <path d={`M${x(e.ply)} 0 V${HEIGHT}`} class="graph-round" />}
          <text x={(x(e.ply) + x(starts[i + 1]?.ply ?? log.length)) / 2} y={HEIGHT + 12} text-anchor="middle">
            {e.round}
          </text>
        </g>
      ))}
      <text x={WIDTH} y={HEIGHT + 25} text-anchor="end">
        {t('graph-round')}
      </text>
    </g>
  );
}

function plyAt(e: MouseEvent, plies: number): number {
  const box = (e.currentTarget as Element).getBoundingClientRect();
  const across = ((e.clientX - box.left) / box.width) * (LEFT + WIDTH + 2) - LEFT;
  return Math.max(0, Math.min(plies, Math.round((across / WIDTH) * plies)));
}

function pathOf(judged: Map<number, Judged>, seat: number, x: (n: number) => number): string {
  const points = [...judged.values()].sort((a, b) => a.ply - b.ply);
  return points.map((p, i) => `${i ? 'L' : 'M'}${x(p.ply).toFixed(1)} ${((1 - p.win[seat]!) * HEIGHT).toFixed(1)}`).join(' ');
}
