/* The end of a game: who won, and where everybody's points came from. Stands where the offer was. */
import type { EventKind, LogEntry, Rules } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';

type Part = 'tiles' | 'special' | 'floor' | 'paid' | 'rows' | 'columns' | 'colours' | 'tablets';

const PART_OF: Record<EventKind, Part> = {
  tile: 'tiles',
  special: 'special',
  floor: 'floor',
  start_tile: 'floor',
  clamp: 'floor',
  dropped: 'floor',
  broken: 'floor',
  paid: 'paid',
  row: 'rows',
  column: 'columns',
  colour: 'colours',
  tablet: 'tablets',
};

export interface Sum {
  part: Part | 'before';
  points: number[];
}

/** Everybody's points by where they came from; what a game that began in the middle brought along comes first. */
export function sumsOf(log: LogEntry[], scores: number[]): Sum[] {
  const sums = new Map<Part, number[]>();
  for (const e of log.flatMap((entry) => entry.events)) {
    const part = PART_OF[e.kind];
    const row = sums.get(part) ?? scores.map(() => 0);
    row[e.seat]! += e.points;
    sums.set(part, row);
  }
  const before = scores.map((score, seat) => score - [...sums.values()].reduce((sum, row) => sum + row[seat]!, 0));
  const order = [...new Set(Object.values(PART_OF))].filter((p) => sums.has(p));
  const parts = order.map((part): Sum => ({ part, points: sums.get(part)! })).filter(({ points }) => points.some((n) => n !== 0));
  return before.some((n) => n !== 0) ? [{ part: 'before', points: before }, ...parts] : parts;
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

const keyOf = (part: Sum['part'], rules: Rules): string => (part === 'floor' && rules === 'duel' ? 'sum-broken' : `sum-${part}`);

export function Result({ onReview }: { onReview: (() => void) | null }) {
  const { t } = usePage();
  const { log, position, seats, winners } = useTable().state;
  const scores = position.boards.map((b) => b.score);
  return (
    <section class="result" aria-label={t('result')}>
      <h2>{t('result')}</h2>
      <table>
        <thead>
          <tr>
            <td />
            {seats.map((s, seat) => (
              <th key={seat} scope="col" class={winners.includes(seat) ? 'winner' : ''} title={s.name}>
                {s.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sumsOf(log, scores).map(({ part, points }) => (
            <tr key={part}>
              <th scope="row">{t(keyOf(part, position.rules))}</th>
              {points.map((n, seat) => (
                <td key={seat}>{signed(n)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('sum-total')}</th>
            {scores.map((n, seat) => (
              <td key={seat} class={winners.includes(seat) ? 'winner' : ''}>
                {n}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {onReview && (
        <button type="button" class="button" onClick={onReview}>
          {t('review')}
        </button>
      )}
    </section>
  );
}
