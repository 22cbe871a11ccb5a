/* Beside a player's name: the clock, whether the player is there, and what was just said. */
import { usePage } from '../ui/context';
import { useEffect, useState } from 'preact/hooks';
import type { TableInfo } from './feed';
import { useTick } from './hooks';
import { clockTime, wordsOr } from './words';

const LOW_MS = 30_000;
const BUBBLE_MS = 7000;

export function SeatNote({ info, seat }: { info: TableInfo; seat: number }) {
  const { t } = usePage();
  const who = info.seats[seat];
  const away = who?.kind === 'person' && seat !== info.you && info.phase === 'live';
  return (
    <>
      {who?.out && <span class="seat-note">{t('is-out')}</span>}
      {who?.standin && !who.out && <span class="seat-note">{t('is-standin')}</span>}
      {away && !who.out && !who.standin && who.online === false && <span class="seat-note away">{t('is-away')}</span>}
      {info.clock && <SeatClock info={info} seat={seat} />}
      <Bubble info={info} seat={seat} />
    </>
  );
}

/** Measured by the server; between its messages the page counts on. */
function SeatClock({ info, seat }: { info: TableInfo; seat: number }) {
  const { t } = usePage();
  const clock = info.clock!;
  const runs = clock.running === seat && info.phase === 'live';
  useTick(runs ? 250 : 0);
  const left = (clock.left_ms[seat] ?? 0) - (runs ? performance.now() - clock.at : 0);
  return (
    <span
      class={`clock${runs ? ' runs' : ''}${left < LOW_MS && runs ? ' low' : ''}`}
      role="timer"
      aria-label={t('time-left', { time: clockTime(t, left) })}
    >
      {clockTime(t, left)}
    </span>
  );
}

function Bubble({ info, seat }: { info: TableInfo; seat: number }) {
  const { t } = usePage();
  const last = info.said.findLast((s) => s.seat === seat);
  const [first] = useState(last?.n ?? 0); // what was said before we came is not said again
  const [gone, setGone] = useState(0);
  const n = last?.n ?? first;
  useEffect(() => {
    if (n === first) return;
    const timer = setTimeout(() => setGone(n), BUBBLE_MS);
    return () => clearTimeout(timer);
  }, [n, first]);
  const words = last ? wordsOr(t, `phrase-${last.phrase}`, '') : '';
  if (!last || !words || last.n === first || last.n === gone) return null;
  return (
    <span class="bubble" role="status">
      {words}
    </span>
  );
}
