/* The log in words and the counts of bag and lid. */
import { Tile } from '../art/pieces';
import { describeMove } from '../game/describe';
import { COLOURS, isDuel, type Counts, type LogEntry, type Seat } from '../model/types';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { total } from '../model/counts';
import { ScoreEntry } from './ScoreWhy';

export function CountsRow({ label, counts, disc }: { label: string; counts: Counts; disc: boolean }) {
  const { t } = usePage();
  return (
    <div class="counts-row">
      <h2>
        {label} <span class="sum">{total(counts)}</span>
      </h2>
      <ul>
        {COLOURS.map((c, i) => (
          <li key={c} aria-label={t('count-of', { colour: c, count: counts[i] ?? 0 })}>
            <Tile piece={c} shape={disc ? 'disc' : 'square'} />
            <span aria-hidden="true">{counts[i] ?? 0}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function CountsPanel() {
  const { t } = usePage();
  const { position } = useTable().state;
  const duel = isDuel(position);
  return (
    <section class="counts" aria-label={t('counts')}>
      <CountsRow label={t('bag')} counts={position.bag} disc={duel} />
      <CountsRow label={t(duel ? 'tower' : 'lid')} counts={duel ? position.tower : position.lid} disc={duel} />
    </section>
  );
}

/** Under the board: what happened since the viewer's last turn; while tiles are in hand, what the numbers mean. */
export function Recent({ onWhy }: { onWhy: () => void }) {
  const { t } = usePage();
  const { state, taking, chosen } = useTable();
  const { log, view, seats } = state;
  if (taking && chosen.length === 1) return <p class="recent">{t('legend')}</p>;
  const mine = log.findLastIndex((e) => e.seat === view);
  return (
    <div class="recent">
      <ol aria-label={t('since-your-turn')}>
        {log
          .slice(mine + 1)
          .filter(telling)
          .slice(-3)
          .map((e) => (
            <li key={e.ply}>{describeMove(t, seats[e.seat]?.name ?? '', e)}</li>
          ))}
      </ol>
      <Scored entries={log.slice(Math.max(0, mine))} onWhy={onWhy} />
    </div>
  );
}

/** Drawing plates and putting them back only prepares the laying of a plate, so these moves are left out. */
const telling = ({ move }: LogEntry): boolean => !('draw' in move || 'stop' in move || 'return' in move);

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** Points made in these moves, by player; empty where none were. */
export function scoredWords(t: Translate, seats: Seat[], entries: LogEntry[]): string {
  const events = entries.flatMap((e) => e.events);
  const sums = seats.map((s, seat) => ({ name: s.name, events: events.filter((e) => e.seat === seat) }));
  const parts = sums.filter((s) => s.events.length > 0).map((s) => `${s.name} ${signed(s.events.reduce((sum, e) => sum + e.points, 0))}`);
  return parts.length ? t('scored', { list: parts.join(' · ') }) : '';
}

function Scored({ entries, onWhy }: { entries: LogEntry[]; onWhy: () => void }) {
  const { t } = usePage();
  const { seats } = useTable().state;
  const words = scoredWords(t, seats, entries);
  if (!words) return null;
  return (
    <p class="scored">
      <span>{words}</span>
      <button
        type="button"
        class="button small"
        onClick={(e) => {
          e.stopPropagation();
          onWhy();
        }}
      >
        {t('why')}
      </button>
    </p>
  );
}

export function Log() {
  const { t } = usePage();
  const { log } = useTable().state;
  return (
    <section class="log" aria-label={t('log')}>
      <h2>{t('log')}</h2>
      {log.length === 0 && <p class="quiet">{t('log-empty')}</p>}
      <ol>
        {[...log].reverse().map((entry) => (
          <Entry key={entry.ply} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const { t } = usePage();
  const { seats, position } = useTable().state;
  const name = (seat: number) => seats[seat]?.name ?? '';
  return (
    <li>
      <span class="log-round">{t('round-short', { n: entry.round })}</span>
      <span>{describeMove(t, name(entry.seat), entry)}</span>
      {entry.events.length > 0 && (
        <ul class="log-events">
          {entry.events.map((e, i) => (
            <ScoreEntry key={i} event={e} who={name(e.seat)} rules={position.rules} />
          ))}
        </ul>
      )}
    </li>
  );
}
